// The state machine of a message: the only place that says which state follows which. Receipts, the SQL of the store and the
// diagram in ARCHITECTURE.md use it or are tested to equal it. Browsers do not need it: revisions order what they show.

/** Every state of a message; an inbound message is always `received`. */
export const MESSAGE_STATES = [
  'held',
  'scheduled',
  'queued',
  'submitting',
  'unknown',
  'submitted',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'cancelled',
  'suppressed',
  'expired',
  'quarantined',
  'received',
  /** A note or an event in the thread; it is never sent. */
  'noted',
] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/**
 * The progress of each state; a receipt never moves a message to a lower rank, and `delivered` is final. `message_rank`
 * in the database returns the same numbers.
 */
export const RANK: Record<MessageState, number> = {
  held: 0,
  scheduled: 0,
  queued: 1,
  submitting: 3,
  unknown: 4,
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

/** From this rank on, a message is settled: only a retry or a late `delivered` changes its state. */
export const SETTLED_RANK = 40

/** The states that a receipt of a carrier can report. */
export const RECEIPT_STATES = ['submitted', 'sent', 'delivered', 'undelivered', 'failed'] as const
export type ReceiptState = (typeof RECEIPT_STATES)[number]

/** Before the point of no return nothing was given to a carrier. */
const WAITING = ['held', 'scheduled', 'queued'] as const
/** Whether a carrier has the message is being found out. */
const OPEN = ['submitting', 'unknown'] as const

/** The events that carry no state of their own: the states they apply in, and the state that follows. */
const EVENTS = {
  /** A member sends a waiting message now. */
  'send now': { from: ['held', 'scheduled'], to: 'queued' },
  /** The time of a message is changed, or it falls into the contact's night. */
  postpone: { from: ['held', 'scheduled'], to: 'scheduled' },
  /** A text of a broadcast stood in the queue until the contact's night. */
  'put off': { from: ['queued'], to: 'scheduled' },
  /** Undone or cancelled by a member, by a reply of the contact, or because the contact was erased. */
  cancel: { from: WAITING, to: 'cancelled' },
  /** The retry of a message that a carrier had before is cancelled, by itself or with its broadcast. */
  'cancel retry': { from: ['scheduled', 'queued'], to: 'undelivered' },
  /** The same for a message that every carrier has refused so far. */
  'cancel refused': { from: ['scheduled', 'queued'], to: 'failed' },
  /** The point of no return, committed before the first byte is sent. */
  submit: { from: WAITING, to: 'submitting' },
  /** At the point of no return: the contact opted out, was archived, or has another number. */
  suppress: { from: WAITING, to: 'suppressed' },
  /** At the point of no return: too late to be useful. */
  expire: { from: WAITING, to: 'expired' },
  /** At the point of no return: every earlier attempt ended the process that made it. */
  quarantine: { from: WAITING, to: 'quarantined' },
  /**
   * The carrier answered that it has the message. The answer may come after it said that the message never arrived: then
   * it is in the queue again and must not be sent once more.
   */
  accepted: { from: ['queued', ...OPEN], to: 'submitted' },
  /** The carrier answered that it will not take the message. */
  refused: { from: OPEN, to: 'failed' },
  /** The carrier provably has not seen the message. */
  'not accepted': { from: ['submitting'], to: 'queued' },
  /** No answer, or none that says what happened: never resent automatically. */
  'no answer': { from: ['submitting'], to: 'unknown' },
  /** A carrier that can be asked said twice that it never had the message. */
  'never arrived': { from: ['unknown'], to: 'queued' },
  /** The reason table says that another attempt can help. */
  retry: { from: ['undelivered', 'failed'], to: 'scheduled' },
  /** A member sends the message again; at night it is scheduled for the morning. */
  'send again': { from: ['undelivered', 'failed', 'expired'], to: 'queued' },
  'send again later': { from: ['undelivered', 'failed', 'expired'], to: 'scheduled' },
} as const satisfies Record<string, { from: readonly MessageState[]; to: MessageState }>

/** What can happen to a message: an event of ours, or the receipt of a carrier. */
export type MessageEvent = keyof typeof EVENTS | `receipt ${ReceiptState}`

/** Every event of the state machine. */
export const MESSAGE_EVENTS: readonly MessageEvent[] = [
  ...(Object.keys(EVENTS) as (keyof typeof EVENTS)[]),
  ...RECEIPT_STATES.map((state) => `receipt ${state}` as const),
]

/** Returns the states in which an event changes something; in every other state it is ignored. */
export function statesBefore(event: MessageEvent): MessageState[] {
  if (event in EVENTS) return [...EVENTS[event as keyof typeof EVENTS].from]
  const reported = stateAfter(event)
  return MESSAGE_STATES.filter((state) => RANK[state] < RANK[reported])
}

/** Returns the state that an event leads to. */
export function stateAfter(event: MessageEvent): MessageState {
  return event in EVENTS ? EVENTS[event as keyof typeof EVENTS].to : (event.slice('receipt '.length) as ReceiptState)
}

/** Returns the state of a message after an event; the same state where the event does not apply. */
export function nextState(state: MessageState, event: MessageEvent): MessageState {
  return statesBefore(event).includes(state) ? stateAfter(event) : state
}

/** The states that no event leaves. */
export const FINAL_STATES: readonly MessageState[] = MESSAGE_STATES.filter((state) =>
  MESSAGE_EVENTS.every((event) => nextState(state, event) === state),
)
