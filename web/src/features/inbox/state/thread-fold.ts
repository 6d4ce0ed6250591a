import type { MessageStatus } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import type { Message } from '@crewline/contract/messages'
import type { Reply } from '../../../shared/api/from-contract.ts'
import { afterStatus, merged } from './message-fold.ts'

export type ThreadPage = Reply<'conversation'>

/** A thread from its end, or from around one message. */
export interface ThreadQuery {
  id: string
  /** The message to open it at; empty for the end. */
  around: string
}

function inOrder(messages: readonly Message[]): Message[] {
  return messages.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1))
}

/**
 * Returns the thread with one more message; updates a message that it already contains. Pages run from newest to
 * oldest. A thread whose end is not loaded adds no new messages: they load when the reader gets there.
 */
export function threadWith(pages: readonly ThreadPage[], message: Message): ThreadPage[] {
  const pageIndex = pages.findIndex(({ messages }) => messages.some(({ id }) => id === message.id))
  const page = pages[pageIndex]
  const current = page?.messages.find(({ id }) => id === message.id)
  if (page && current && current.sortKey < message.sortKey) return moved(pages, pageIndex, merged(current, message))
  if (page) {
    const messages = page.messages.map((item) => (item.id === message.id ? merged(item, message) : item))
    return pages.with(pageIndex, { ...page, messages })
  }
  const [newest, ...older] = pages
  if (!newest) return []
  if (newest.hasNewer) return [...pages]
  // Two messages that arrive together are put in server order.
  return [{ ...newest, messages: inOrder([...newest.messages, message]) }, ...older]
}

/** Moves a scheduled message that was sent to the end of the thread, if the end is loaded. */
function moved(pages: readonly ThreadPage[], pageIndex: number, message: Message): ThreadPage[] {
  return pages.map((page, at) => {
    const others = at === pageIndex ? page.messages.filter(({ id }) => id !== message.id) : page.messages
    return { ...page, messages: at === 0 && !page.hasNewer ? inOrder([...others, message]) : others }
  })
}

/**
 * Returns the thread after one of its messages changed. A message that is not loaded is ignored, unless it was
 * scheduled and now belongs at the end.
 */
export function threadChanged(pages: readonly ThreadPage[], message: Message): ThreadPage[] {
  const isLoaded = pages.some(({ messages }) => messages.some(({ id }) => id === message.id))
  const end = pages[0]?.messages.at(-1)?.sortKey ?? ''
  const isLast = message.sortKey !== message.id && message.sortKey > end
  return isLoaded || isLast ? threadWith(pages, message) : [...pages]
}

/** Returns the messages after receipts, each state only moving forward; the same array when nothing changed. */
export function messagesAfterStatus(messages: Message[], items: MessageStatus['items']): Message[] {
  const itemById = new Map(items.map((item) => [item.messageId, item]))
  if (!messages.some(({ id }) => itemById.has(id))) return messages
  return messages.map((message) => {
    const item = itemById.get(message.id)
    return item ? afterStatus(message, item) : message
  })
}

/** Returns the thread with its updated conversation, which every page contains. */
export function threadOf(pages: readonly ThreadPage[], conversation: Conversation): ThreadPage[] {
  return pages.map((page) => ({ ...page, conversation }))
}

/** Returns the thread after a teammate changed a draft; empty drafts are removed. */
export function threadDrafted(
  pages: readonly ThreadPage[],
  { userId, name, body, at }: { userId: string; name: string; body: string | null; at: string },
): ThreadPage[] {
  return pages.map((page) => {
    const others = page.drafts.filter((draft) => draft.userId !== userId)
    return { ...page, drafts: body ? [...others, { userId, name, body, at }] : others }
  })
}
