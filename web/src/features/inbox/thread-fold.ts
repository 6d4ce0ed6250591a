import type { MessageStatus } from '@crewline/contract/events'
import type { Conversation } from '@crewline/contract/inbox'
import type { Message, MessageState } from '@crewline/contract/messages'
import type { Reply } from '../../shared/api/from-contract.ts'

export type ThreadPage = Reply<'conversation'>

/** A thread from its end, or from around one message. */
export interface ThreadAsked {
  id: string
  /** The message it is opened at; empty for the end. */
  around: string
}

/** How far along a state is; before the carrier has it a text may go back and forth, afterwards only forward. */
const rank: Record<MessageState, number> = {
  held: 0,
  scheduled: 0,
  queued: 0,
  submitting: 0,
  unknown: 0,
  submitted: 10,
  sent: 20,
  undelivered: 40,
  failed: 40,
  delivered: 41,
  cancelled: 50,
  suppressed: 50,
  expired: 50,
  quarantined: 50,
  received: 50,
  noted: 50,
}

/** Whether a state may follow another; a late event never takes a text back. */
export function mayFollow(next: MessageState, now: MessageState): boolean {
  return rank[next] >= rank[now] && now !== 'delivered'
}

/** Messages in the order of their thread. */
function inOrder(messages: readonly Message[]): Message[] {
  return messages.toSorted((one, other) => (one.sortKey < other.sortKey ? -1 : 1))
}

/** A message as it is told now; what became of it never goes back. */
function merged(known: Message, told: Message): Message {
  if (mayFollow(told.state, known.state)) return told
  const { state, errorCode, reason } = known
  return { ...told, state, errorCode, reason }
}

/**
 * The thread with one more message; a message it has already takes its news. Pages run from the newest to the oldest. A thread
 * whose end is not loaded takes no new ones: they come when the reader gets there.
 */
export function threadWith(pages: readonly ThreadPage[], message: Message): ThreadPage[] {
  const holder = pages.findIndex(({ messages }) => messages.some(({ id }) => id === message.id))
  const page = pages[holder]
  const known = page?.messages.find(({ id }) => id === message.id)
  if (page && known && known.sortKey < message.sortKey) return moved(pages, holder, merged(known, message))
  if (page) {
    const messages = page.messages.map((one) => (one.id === message.id ? merged(one, message) : one))
    return pages.with(holder, { ...page, messages })
  }
  const [newest, ...older] = pages
  if (!newest) return []
  if (newest.hasNewer) return [...pages]
  // Two that come at once are put in the server's order.
  return [{ ...newest, messages: inOrder([...newest.messages, message]) }, ...older]
}

/** The thread after a text that had waited went: it stands at the end now, where that is loaded. */
function moved(pages: readonly ThreadPage[], holder: number, message: Message): ThreadPage[] {
  return pages.map((page, at) => {
    const others = at === holder ? page.messages.filter(({ id }) => id !== message.id) : page.messages
    return { ...page, messages: at === 0 && !page.hasNewer ? inOrder([...others, message]) : others }
  })
}

/**
 * The thread after one of its messages changed; one that is not loaded is left to the server, unless it had waited for its
 * time and stands at the end now.
 */
export function threadChanged(pages: readonly ThreadPage[], message: Message): ThreadPage[] {
  const isKnown = pages.some(({ messages }) => messages.some(({ id }) => id === message.id))
  const end = pages[0]?.messages.at(-1)?.sortKey ?? ''
  const isLast = message.sortKey !== message.id && message.sortKey > end
  return isKnown || isLast ? threadWith(pages, message) : [...pages]
}

/** The messages after receipts; each moves forward only. The same array when nothing changed. */
export function messagesAfterStatus(messages: Message[], items: MessageStatus['items']): Message[] {
  const told = new Map(items.map((item) => [item.messageId, item]))
  if (!messages.some(({ id }) => told.has(id))) return messages
  return messages.map((message) => {
    const item = told.get(message.id)
    if (!item || !mayFollow(item.state, message.state)) return message
    return { ...message, state: item.state, errorCode: item.errorCode, reason: item.reason }
  })
}

/** The thread with its conversation as it is now; every page carries it. */
export function threadOf(pages: readonly ThreadPage[], conversation: Conversation): ThreadPage[] {
  return pages.map((page) => ({ ...page, conversation }))
}

/** The thread after a teammate wrote or dropped unsent words; empty ones are dropped. */
export function threadDrafted(
  pages: readonly ThreadPage[],
  { userId, name, body, at }: { userId: string; name: string; body: string | null; at: string },
): ThreadPage[] {
  return pages.map((page) => {
    const others = page.drafts.filter((draft) => draft.userId !== userId)
    return { ...page, drafts: body ? [...others, { userId, name, body, at }] : others }
  })
}
