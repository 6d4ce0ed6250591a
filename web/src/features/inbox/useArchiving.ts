import type { Conversation } from '@crewline/contract/inbox'
import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { conversationOpened } from '../../shared/lib/session/message.slice.ts'
import { useCan, type SessionState } from '../../shared/lib/session/select.ts'
import { toast } from '../../shared/ui/toast.tsx'
import { useArchiveMutation, useReadMutation } from './acts-api.ts'
import { knownRow } from './cache.ts'

interface Archiving {
  /** Archives a conversation or opens it again, with Undo; nothing happens when the member may not. */
  archive: (id: string) => Promise<void>
  /** Marks a conversation unread again. */
  setUnread: (id: string) => Promise<void>
}

interface Asked {
  rows: readonly Conversation[]
  /** Called when a conversation was archived, before the row goes. */
  onArchived: (row: Conversation) => void
  onUnread: (id: string) => void
}

/** What may be done with a whole conversation, at once and with a way back. */
export function useArchiving({ rows, onArchived, onUnread }: Asked): Archiving {
  const { t } = useLingui()
  const store = useStore()
  const canReply = useCan('inbox.reply')
  const [change] = useArchiveMutation()
  const [read] = useReadMutation()
  const find = (id: string) => rows.find((row) => row.id === id) ?? knownRow(store, id)

  async function archive(id: string): Promise<void> {
    const row = find(id)
    if (!row?.lastMessage || !canReply) return
    const archived = !row.archived
    if (archived) onArchived(row)
    // The list keeps the row of the open conversation; the page that closes it is drawn only after the row was changed.
    const { activeConversation } = (store.getState() as SessionState).message
    if (archived && activeConversation?.id === id) store.dispatch(conversationOpened(null))
    const answer = await change({ row, archived })
    if (answer.error) return
    const undone = { ...row, archived }
    toast.undo({
      message: archived ? t`Archived.` : t`Moved to open.`,
      onUndo: () => void change({ row: undone, archived: !archived }),
    })
  }
  async function setUnread(id: string): Promise<void> {
    const row = find(id)
    if (!row?.lastMessage) return
    onUnread(id)
    await read({ row, unread: true })
  }
  return { archive, setUnread }
}
