import type { Message } from '@crewline/contract/messages'
import type { PendingText } from './outbox-rules.ts'

/** A bubble: a message of the server, or a text that is still on its way there. */
export interface Bubble {
  /** Stays the same when a pending text becomes a message. */
  key: string
  direction: Message['direction']
  body: string
  at: string
  message?: Message
  pending?: PendingText
  /** The message was sent once more since. */
  isRepeated: boolean
}

/** A line of the thread. */
export type ThreadRow =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'new'; key: string }
  | { kind: 'bubble'; key: string; bubble: Bubble; startsGroup: boolean; endsGroup: boolean; isLast: boolean }

const togetherMs = 2 * 60_000

/** Whether a text was taken back before it went: its words are in the composer again, nothing of it shows. */
function isUndone({ state, dueZone, direction }: Message): boolean {
  // What waited for a chosen time keeps its zone; its cancelling is worth a line.
  return direction === 'out' && state === 'cancelled' && dueZone === null
}

const bubbles = new WeakMap<Message, Bubble>()

/** The bubble of a message: the same one as long as the message is, so that what shows it already stays as it is. */
function bubbleOf(message: Message, isRepeated: boolean): Bubble {
  const before = bubbles.get(message)
  if (before?.isRepeated === isRepeated) return before
  const { id, clientMessageId, direction, body, at } = message
  const bubble = { key: clientMessageId ?? id, direction, body, at, message, isRepeated }
  bubbles.set(message, bubble)
  return bubble
}

/** The messages and the pending texts as bubbles in time order; a text the server already has shows once. */
export function bubblesOf(messages: readonly Message[], pending: readonly PendingText[]): Bubble[] {
  const known = new Set(messages.map(({ clientMessageId }) => clientMessageId))
  const repeated = new Set([...messages, ...pending].map(({ resendOf }) => resendOf))
  const shown = messages.filter((message) => !isUndone(message))
  const sent = shown.map((message) => bubbleOf(message, repeated.has(message.id)))
  const open = pending
    .filter(({ clientMessageId }) => !known.has(clientMessageId))
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
  // Notes, events and calls stand alone.
  if (direction === 'within' || message?.kind === 'voicemail' || message?.kind === 'call') return `alone:${key}`
  // Two teammates who answer at the same time are told apart; an automatic reply is nobody's.
  return direction === 'in' ? 'in' : `out:${message ? (message.sender?.userId ?? message.kind) : 'me'}`
}

/** What decides whether a bubble stands with its neighbour. */
interface Standing {
  side: string
  time: number
  day: string
}

function belongTogether(one: Standing | undefined, other: Standing | undefined): boolean {
  if (!one || !other) return false
  return one.side === other.side && Math.abs(other.time - one.time) <= togetherMs && one.day === other.day
}

export interface RowsAsked {
  bubbles: readonly Bubble[]
  /** The first unread message when the thread was opened. */
  firstNewId?: string | undefined
  /** The signed-in member. */
  me?: string | undefined
  /** The calendar day of a moment where the reader is. */
  dayOf: (at: string) => string
}

/** The lines of a thread: a day line before each day, "New" before the first unread, and bubbles of one side within 2 minutes as a group. */
export function threadRows({ bubbles, firstNewId, me, dayOf }: RowsAsked): ThreadRow[] {
  const rows: ThreadRow[] = []
  const mine = `out:${me ?? ''}`
  // Once for each: a long thread is put in rows again with every page that comes.
  const standings = bubbles.map((bubble): Standing => {
    const side = sideOf(bubble)
    return { side: side === 'out:me' ? mine : side, time: Date.parse(bubble.at), day: dayOf(bubble.at) }
  })
  bubbles.forEach((bubble, at) => {
    const after = bubbles[at + 1]
    const [before, here, next] = [standings[at - 1], standings[at], standings[at + 1]]
    const day = here?.day ?? ''
    if (before?.day !== day) rows.push({ kind: 'day', key: `day-${day}`, at: bubble.at })
    const isFirstNew = firstNewId !== undefined && bubble.message?.id === firstNewId
    if (isFirstNew) rows.push({ kind: 'new', key: 'new' })
    const startsGroup = isFirstNew || !belongTogether(before, here)
    const endsGroup = !belongTogether(here, next) || (firstNewId !== undefined && after?.message?.id === firstNewId)
    rows.push({ kind: 'bubble', key: bubble.key, bubble, startsGroup, endsGroup, isLast: after === undefined })
  })
  return rows
}

/** The id of the first of the latest `unread` incoming messages; undefined when nothing is unread. */
export function firstUnread(messages: readonly Message[], unread: number): string | undefined {
  if (unread === 0) return undefined
  const incoming = messages.filter(({ direction }) => direction === 'in')
  return incoming[Math.max(0, incoming.length - unread)]?.id
}
