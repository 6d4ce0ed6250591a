import { RANK, type MessageState } from '@crewline/contract/message-states'
import { findForbidden, type StateChange } from './state-history.ts'

/** The content of the database at the end. */
export interface Dump {
  messages: { id: string; state: MessageState; body: string; clientMessageId: string | null; attempts: number }[]
  /** Every change of state, in order. */
  history: StateChange[]
  /** Messages in chunks, which the sender would still process. */
  chunked: string[]
}

/** A message in the carrier's ledger. */
export interface LedgerMessage {
  body: string
  to: string
}

/** The driver's record: what it requested and what was acknowledged. */
export interface Driven {
  /** Bodies, each unique, that were queued in bulk and committed. */
  queued: string[]
  /** Every acknowledgement of POST /message, repeats included. */
  acked: { key: string; messageId: string; body: string }[]
  /** Bodies whose POST was attempted; without a response, the message may or may not exist. */
  attempted: string[]
}

/** The data one run left behind. */
export interface Evidence {
  dump: Dump
  ledger: LedgerMessage[]
  driven: Driven
}

/** Final states that show a member why a message was not sent. */
const FAILED_STATES = new Set<MessageState>(['failed', 'suppressed', 'expired', 'cancelled', 'quarantined'])
/** States of messages on their way. */
const OPEN = new Set<MessageState>(['held', 'scheduled', 'queued', 'submitting', 'submitted', 'sent'])

/** Finds promised messages that the carrier never accepted although no state shows the failure. */
export function findLost({ dump, ledger, driven }: Evidence): string[] {
  const accepted = new Set(ledger.map((entry) => entry.body))
  const byBody = new Map(dump.messages.map((message) => [message.body, message.state]))
  const promised = new Set([...driven.queued, ...driven.acked.map((ack) => ack.body)])
  return [...promised].filter((body) => {
    const state = byBody.get(body)
    if (state === undefined) return true
    return !accepted.has(body) && !FAILED_STATES.has(state) && state !== 'unknown'
  })
}

/** Finds messages the carrier accepted more than once. */
export function findDoubled({ ledger }: Evidence): string[] {
  return repeated(ledger.map((entry) => entry.body))
}

/** Finds messages the carrier accepted that were never requested. */
export function findUnexpected({ ledger, driven }: Evidence): string[] {
  const requested = new Set([...driven.queued, ...driven.attempted])
  return ledger.map((entry) => entry.body).filter((body) => !requested.has(body))
}

/** Finds messages with an unknown outcome. */
export function findUnknown({ dump }: Evidence): string[] {
  return dump.messages.filter((message) => message.state === 'unknown').map((message) => message.id)
}

/** Finds messages still on their way, and remaining chunks, after everything should have ended. */
export function findStuck({ dump }: Evidence): string[] {
  return [
    ...dump.messages.filter((message) => OPEN.has(message.state)).map((message) => `${message.id} ${message.state}`),
    ...dump.chunked.map((id) => `${id} in a chunk`),
  ]
}

/** Finds messages that would never be processed again: queued or past the point of no return, and in no chunk. */
export function findOrphaned({ dump }: Evidence): string[] {
  const chunked = new Set(dump.chunked)
  return dump.messages
    .filter((message) => (message.state === 'queued' || message.state === 'submitting') && !chunked.has(message.id))
    .map((message) => message.id)
}

/** Finds messages the carrier accepted that we show as failed or unknown. */
export function findMistold({ dump, ledger }: Evidence): string[] {
  const accepted = new Set(ledger.map((entry) => entry.body))
  return dump.messages
    .filter((message) => accepted.has(message.body) && !['submitted', 'sent', 'delivered'].includes(message.state))
    .map((message) => `${message.id} ${message.state}`)
}

/** Finds acknowledged requests that are not exactly one message: the one in the response. */
export function findUnkept({ dump, driven }: Evidence): string[] {
  const byKey = Map.groupBy(
    dump.messages.filter((message) => message.clientMessageId !== null),
    (message) => message.clientMessageId as string,
  )
  const ackedKeys = new Set(driven.acked.map((ack) => ack.key))
  return [
    ...driven.acked
      .filter(({ key, messageId }) => {
        const messages = byKey.get(key) ?? []
        return messages.length !== 1 || messages[0]?.id !== messageId
      })
      .map((ack) => ack.key),
    ...[...byKey].filter(([key, messages]) => !ackedKeys.has(key) && messages.length > 1).map(([key]) => key),
  ]
}

/** Allowed steps back: a message provably not accepted waits again. */
const BACK = new Set(['submitting>queued', 'unknown>queued'])

/** Finds state changes to a lower rank or out of a final state. */
export function findRegressed({ dump }: Evidence): string[] {
  return dump.history
    .filter(({ was, now }) => was !== now && !BACK.has(`${was}>${now}`) && RANK[now] <= RANK[was])
    .map(({ id, was, now }) => `${id} ${was} > ${now}`)
}

/** Compares the messages in all states with the recipients; a difference is the problem. */
export function findMiscounted({ dump, driven }: Evidence): string[] {
  const requested = new Set([...driven.queued, ...driven.acked.map((ack) => ack.body)])
  const there = dump.messages.filter((message) => requested.has(message.body))
  const extra = dump.messages.length - there.length
  const unanswered = driven.attempted.filter((body) => !requested.has(body)).length
  return [
    ...(there.length === requested.size ? [] : [`${requested.size} recipients, ${there.length} messages`]),
    ...(extra > unanswered ? [`${extra} messages that were never promised`] : []),
    ...repeated(dump.messages.map((message) => message.body)).map((body) => `two messages: ${body}`),
  ]
}

/** Finds messages that returned to the queue after an unknown outcome; always wrong for a carrier without look-ups. */
export function findResent({ dump }: Evidence): string[] {
  return dump.history.filter(({ was, now }) => was === 'unknown' && now === 'queued').map((change) => change.id)
}

/** Counts the messages in each state. */
export function statesIn(dump: Dump): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state } of dump.messages) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** The checks for every carrier. */
export const ALWAYS = {
  lost: findLost,
  doubled: findDoubled,
  unexpected: findUnexpected,
  orphaned: findOrphaned,
  stuck: findStuck,
  mistold: findMistold,
  unkept: findUnkept,
  regressed: findRegressed,
  forbidden: ({ dump }: Evidence) => findForbidden(dump.history),
  miscounted: findMiscounted,
} as const

/** The checks for a carrier that supports look-ups by reference: nothing may stay unknown. */
export const WITH_LOOKUP = { ...ALWAYS, unknown: findUnknown } as const

/** The checks for a carrier without look-ups: an unknown outcome stays unknown and is never sent again. */
export const WITHOUT_LOOKUP = { ...ALWAYS, resent: findResent } as const

/** Runs checks; returns only those with findings. */
export function runChecks(
  checks: Record<string, (evidence: Evidence) => string[]>,
  evidence: Evidence,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(checks)
      .map(([name, find]) => [name, find(evidence)] as const)
      .filter(([, problems]) => problems.length > 0),
  )
}

function repeated(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.has(value) || !seen.add(value))
}
