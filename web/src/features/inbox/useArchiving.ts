import type { Conversation } from '@crewline/contract/inbox'
import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { isRefusal } from '../../shared/api/send.ts'
import { conversationOpened } from '../../shared/lib/session/message.slice.ts'
import { useCan, type SessionState } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useRefusalWords } from '../../shared/ui/useRefusalWords.ts'
import { useArchiveMutation, useReadMutation, useSnoozeMutation } from './acts-api.ts'
import { knownRow } from './cache.ts'
import { leaves, type ListAsked } from './fold.ts'

/** What takes a conversation off the list. */
export interface Archiving {
  /** Archives a conversation or opens it again, with Undo; nothing happens when the member may not. */
  archive: (id: string) => Promise<void>
  /** Hides a conversation until a moment, or shows it again (null), with Undo. */
  snooze: (id: string, until: string | null) => Promise<void>
  /** Marks a conversation unread again. */
  setUnread: (id: string) => Promise<void>
}

interface Asked {
  rows: readonly Conversation[]
  /** What the list shows. */
  status: ListAsked['status']
  /** Called when a conversation leaves the list, before its row goes. */
  onLeaving: (row: Conversation) => void
  onUnread: (id: string) => void
}

/** What may be done with a whole conversation, at once and with a way back. */
export function useArchiving({ rows, status, onLeaving, onUnread }: Asked): Archiving {
  const { t, i18n } = useLingui()
  const store = useStore()
  const wordsFor = useRefusalWords()
  const canReply = useCan('inbox.reply')
  const [change] = useArchiveMutation()
  const [hide] = useSnoozeMutation()
  const [read] = useReadMutation()
  const find = (id: string) => rows.find((row) => row.id === id) ?? knownRow(store, id)
  /** The list keeps the row of the open conversation; the page that closes it is drawn only after the row was changed. */
  function leave(row: Conversation): void {
    onLeaving(row)
    const { activeConversation } = (store.getState() as SessionState).message
    if (activeConversation?.id === row.id) store.dispatch(conversationOpened(null))
  }

  async function archive(id: string): Promise<void> {
    const row = find(id)
    if (!row?.lastMessage || !canReply) return
    const archived = !row.archived
    if (archived) leave(row)
    const answer = await change({ row, archived })
    if (answer.error) return
    const undone = { ...row, archived }
    toast.undo({
      message: archived ? t`Archived.` : t`Moved to open.`,
      onUndo: () => void change({ row: undone, archived: !archived }),
    })
  }
  async function snooze(id: string, until: string | null): Promise<void> {
    const row = find(id)
    if (!row || !canReply) return
    const before = row.shared.snoozedUntil
    const after = { ...row, shared: { ...row.shared, snoozedUntil: until } }
    const me = (store.getState() as SessionState).auth.user?.id
    if (leaves(after, status, me, new Date().toISOString())) leave(row)
    const { error } = await hide({ row, until })
    if (error) {
      const hasOwnWords = isRefusal(error) && error.notification !== undefined
      if (!hasOwnWords) toast.api({ title: t`This was not changed`, message: wordsFor(error) }, 'ERROR')
      return
    }
    const time = until ? i18n.date(new Date(until), { weekday: 'short', hour: 'numeric', minute: '2-digit' }) : ''
    toast.undo({
      message: until ? t`Snoozed until ${time}.` : t`Shown again.`,
      onUndo: () => void hide({ row: after, until: before }),
    })
  }
  async function setUnread(id: string): Promise<void> {
    const row = find(id)
    if (!row?.lastMessage) return
    onUnread(id)
    await read({ row, unread: true })
  }
  return { archive, snooze, setUnread }
}
