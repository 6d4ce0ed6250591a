import type { Message } from '@crewline/contract/messages'
import type { PendingText } from '../outbox/outbox-rules.ts'

/** A message of the server, or one that is still being sent. */
export interface Bubble {
  /** Stays the same when a pending message is stored. */
  key: string
  direction: Message['direction']
  body: string
  at: string
  message?: Message
  pending?: PendingText
  /** The message was resent later. */
  isRepeated: boolean
}

export type ThreadRow = { kind: 'day'; key: string; at: string } | { kind: 'new'; key: string } | BubbleRow

interface BubbleRow {
  kind: 'bubble'
  key: string
  bubble: Bubble
  startsGroup: boolean
  endsGroup: boolean
  isLast: boolean
  /** The batch to name with the message: of several replies to a broadcast in a row, the first one names it. */
  batchId?: string | undefined
}

const togetherMs = 2 * 60_000

/**
 * Returns whether a message was undone before it was sent: its text is back in the composer, so nothing of it is shown.
 */
function isUndone({ state, dueZone, direction }: Message): boolean {
  // A message with a chosen send time keeps its zone; its cancellation is shown.
  return direction === 'out' && state === 'cancelled' && dueZone === null
}

const bubbles = new WeakMap<Message, Bubble>()

/** Returns the same bubble object as long as the message is the same, so that it does not re-render. */
function bubbleOf(message: Message, isRepeated: boolean): Bubble {
  const before = bubbles.get(message)
  if (before?.isRepeated === isRepeated) return before
  const { id, clientMessageId, direction, body, at } = message
  const bubble = { key: clientMessageId ?? id, direction, body, at, message, isRepeated }
  bubbles.set(message, bubble)
  return bubble
}

/**
 * Returns the messages and the pending messages as bubbles in time order; a message that the server already has is
 * listed once.
 */
export function bubblesOf(messages: readonly Message[], pending: readonly PendingText[]): Bubble[] {
  const storedKeys = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  const repeated = new Set([...messages, ...pending].map(({ resendOf }) => resendOf))
  const visible = messages.filter((message) => !isUndone(message))
  const sent = visible.map((message) => bubbleOf(message, repeated.has(message.id)))
  const open = pending
    .filter(({ clientMessageId }) => !storedKeys.has(clientMessageId))
    .map((text): Bubble => ({
      key: text.clientMessageId,
      direction: 'out',
      body: text.shown ?? text.body,
      at: text.at,
      pending: text,
      isRepeated: false,
    }))
  return [...sent, ...open]
}

function sideOf({ direction, message, key }: Bubble): string {
  // Notes, events and calls are not grouped.
  if (direction === 'internal' || message?.kind === 'voicemail' || message?.kind === 'call') return `alone:${key}`
  // Two teammates who answer at the same time are separate; an automatic reply has no sender.
  return direction === 'in' ? 'in' : `out:${message ? (message.sender?.userId ?? message.kind) : 'me'}`
}

/** Decides whether a bubble is grouped with its neighbor. */
interface GroupingKey {
  side: string
  time: number
  day: string
}

function belongTogether(first: GroupingKey | undefined, second: GroupingKey | undefined): boolean {
  if (!first || !second) return false
  return first.side === second.side && Math.abs(second.time - first.time) <= togetherMs && first.day === second.day
}

function isRepeatedReply(before: Bubble | undefined, { direction, message }: Bubble): boolean {
  return direction === 'in' && before?.direction === 'in' && before.message?.batchId === message?.batchId
}

export interface ThreadRowsOptions {
  bubbles: readonly Bubble[]
  /** The first unread message when the thread was opened. */
  firstNewId?: string | undefined
  /** The signed-in member. */
  me?: string | undefined
  /** Returns the calendar day of an instant in the zone of the reader. */
  dayOf: (at: string) => string
}

/**
 * Returns the rows of a thread: a day line before each day, "New" before the first unread, and bubbles of one side
 * within 2 minutes as a group.
 */
export function threadRows({ bubbles, firstNewId, me, dayOf }: ThreadRowsOptions): ThreadRow[] {
  const rows: ThreadRow[] = []
  const mine = `out:${me ?? ''}`
  // Computed once per bubble: a long thread is regrouped with every page that loads.
  const keys = bubbles.map((bubble): GroupingKey => {
    const side = sideOf(bubble)
    return { side: side === 'out:me' ? mine : side, time: Date.parse(bubble.at), day: dayOf(bubble.at) }
  })
  bubbles.forEach((bubble, at) => {
    const after = bubbles[at + 1]
    const [before, here, next] = [keys[at - 1], keys[at], keys[at + 1]]
    const day = here?.day ?? ''
    if (before?.day !== day) rows.push({ kind: 'day', key: `day-${day}`, at: bubble.at })
    const isFirstNew = firstNewId !== undefined && bubble.message?.id === firstNewId
    if (isFirstNew) rows.push({ kind: 'new', key: 'new' })
    const startsGroup = isFirstNew || !belongTogether(before, here)
    const endsGroup = !belongTogether(here, next) || (firstNewId !== undefined && after?.message?.id === firstNewId)
    const isLast = after === undefined
    const batchId = isRepeatedReply(bubbles[at - 1], bubble) ? undefined : (bubble.message?.batchId ?? undefined)
    rows.push({ kind: 'bubble', key: bubble.key, bubble, startsGroup, endsGroup, isLast, batchId })
  })
  return rows
}

/** Returns the id of the first of the latest `unread` incoming messages; undefined when nothing is unread. */
export function firstUnread(messages: readonly Message[], unread: number): string | undefined {
  if (unread === 0) return undefined
  const incoming = messages.filter(({ direction }) => direction === 'in')
  return incoming[Math.max(0, incoming.length - unread)]?.id
}
