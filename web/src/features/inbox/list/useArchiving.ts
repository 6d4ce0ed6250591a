import { formatDate } from '@crewline/contract/formats'
import type { Conversation } from '@crewline/contract/inbox'
import { useLingui } from '@lingui/react/macro'
import { useStore } from 'react-redux'
import { conversationOpened } from '../../../shared/lib/session/message.slice.ts'
import { useCan, type SessionState } from '../../../shared/lib/session/select.ts'
import { toast } from '../../../shared/ui/toast/toast.tsx'
import { useErrorText } from '../../../shared/ui/text/useErrorText.ts'
import { useArchiveMutation, useReadMutation, useSnoozeMutation } from '../state/actions-api.ts'
import { findLoadedRow } from '../state/cache.ts'
import { leaves, type ConversationFilter } from '../state/list-filter.ts'

/** The actions that remove a conversation from the list. */
export interface Archiving {
  /** Archives a conversation or reopens it, with Undo; does nothing without the permission. */
  archive: (id: string) => Promise<void>
  /** Snoozes a conversation until a time, or unsnoozes it (null), with Undo. */
  snooze: (id: string, until: string | null) => Promise<void>
  /** Marks a conversation as unread. */
  setUnread: (id: string) => Promise<void>
}

interface ArchivingOptions {
  rows: readonly Conversation[]
  /** The filter of the list. */
  filter: ConversationFilter
  /** Called when a conversation leaves the list, before its row is removed. */
  onLeaving: (row: Conversation) => void
  onUnread: (id: string) => void
}

/** Returns actions on a whole conversation that apply at once and offer Undo. */
export function useArchiving({ rows, filter, onLeaving, onUnread }: ArchivingOptions): Archiving {
  const { t, i18n } = useLingui()
  const store = useStore()
  const messageFor = useErrorText()
  const canReply = useCan('inbox.reply')
  const [change] = useArchiveMutation()
  const [hide] = useSnoozeMutation()
  const [read] = useReadMutation()
  const find = (id: string) => rows.find((row) => row.id === id) ?? findLoadedRow(store, id)
  /**
   * Clears the open conversation first, because lists keep its row and the page that closes it renders only after the
   * row changed.
   */
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
      message: archived ? t`Archived.` : t`Reopened.`,
      onUndo: () => void change({ row: undone, archived: !archived }),
    })
  }
  async function snooze(id: string, until: string | null): Promise<void> {
    const row = find(id)
    if (!row || !canReply) return
    const before = row.shared.snoozedUntil
    const after = { ...row, shared: { ...row.shared, snoozedUntil: until } }
    const me = (store.getState() as SessionState).auth.user?.id
    if (leaves(after, filter, me, new Date().toISOString())) leave(row)
    const { error } = await hide({ row, until })
    if (error) return toast.failed(error, { title: t`Couldn't save this change`, message: messageFor(error) })
    const time = until ? formatDate(until, 'weekdayTime', i18n.locale) : ''
    toast.undo({
      message: until ? t`Snoozed until ${time}.` : t`No longer snoozed.`,
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
