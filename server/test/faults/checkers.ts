import { RANK, type MessageState } from '@crewline/contract/messages'

/** What was in the database at the end. */
export interface Dump {
  messages: { id: string; state: MessageState; body: string; clientMessageId: string | null; attempts: number }[]
  /** Every change of state, in order. */
  history: { id: string; was: MessageState; now: MessageState }[]
  /** Messages that the sender would still look at. */
  chunked: string[]
}

/** A text as the carrier's ledger has it. */
export interface Taken {
  body: string
  to: string
}

/** What the driver knows: what it asked for and what was acknowledged. */
export interface Driven {
  /** Bodies, each unique, that were queued in bulk and committed. */
  queued: string[]
  /** Every acknowledgement of POST /message, repeats included. */
  acked: { key: string; messageId: string; body: string }[]
  /** Bodies whose POST was tried; one whose answer never came may or may not exist. */
  tried: string[]
}

/** Everything one run left behind. */
export interface Evidence {
  dump: Dump
  ledger: Taken[]
  driven: Driven
}

/** States after which nothing more happens to a text and a person can see why it did not go. */
const TOLD = new Set<MessageState>(['failed', 'suppressed', 'expired', 'cancelled', 'quarantined'])
/** States of texts on their way. */
const OPEN = new Set<MessageState>(['held', 'scheduled', 'queued', 'submitting', 'submitted', 'sent'])

/** Texts we promised that the carrier never took, though no state says so to a person. */
export function findLost({ dump, ledger, driven }: Evidence): string[] {
  const taken = new Set(ledger.map((one) => one.body))
  const byBody = new Map(dump.messages.map((message) => [message.body, message.state]))
  const promised = new Set([...driven.queued, ...driven.acked.map((one) => one.body)])
  return [...promised].filter((body) => {
    const state = byBody.get(body)
    if (state === undefined) return true
    return !taken.has(body) && !TOLD.has(state) && state !== 'unknown'
  })
}

/** Texts the carrier took more than once. */
export function findDoubled({ ledger }: Evidence): string[] {
  return repeated(ledger.map((one) => one.body))
}

/** Texts the carrier took that nobody asked for. */
export function findUnexpected({ ledger, driven }: Evidence): string[] {
  const asked = new Set([...driven.queued, ...driven.tried])
  return ledger.map((one) => one.body).filter((body) => !asked.has(body))
}

/** Texts whose outcome nobody knows. */
export function findUnknown({ dump }: Evidence): string[] {
  return dump.messages.filter((message) => message.state === 'unknown').map((message) => message.id)
}

/** Texts still on their way, and chunks still there, after everything should have ended. */
export function findStuck({ dump }: Evidence): string[] {
  return [
    ...dump.messages.filter((message) => OPEN.has(message.state)).map((message) => `${message.id} ${message.state}`),
    ...dump.chunked.map((id) => `${id} in a chunk`),
  ]
}

/** Texts that nothing would ever look at again: queued or past the point of no return, and in no chunk. */
export function findOrphaned({ dump }: Evidence): string[] {
  const chunked = new Set(dump.chunked)
  return dump.messages
    .filter((message) => (message.state === 'queued' || message.state === 'submitting') && !chunked.has(message.id))
    .map((message) => message.id)
}

/** Texts the carrier took that we tell people did not go, or cannot tell. */
export function findMistold({ dump, ledger }: Evidence): string[] {
  const taken = new Set(ledger.map((one) => one.body))
  return dump.messages
    .filter((message) => taken.has(message.body) && !['submitted', 'sent', 'delivered'].includes(message.state))
    .map((message) => `${message.id} ${message.state}`)
}

/** Acknowledged requests that are not exactly one message, the one they were answered with. */
export function findUnkept({ dump, driven }: Evidence): string[] {
  const byKey = Map.groupBy(
    dump.messages.filter((message) => message.clientMessageId !== null),
    (message) => message.clientMessageId as string,
  )
  const known = new Set(driven.acked.map((one) => one.key))
  return [
    ...driven.acked
      .filter(({ key, messageId }) => {
        const found = byKey.get(key) ?? []
        return found.length !== 1 || found[0]?.id !== messageId
      })
      .map((one) => one.key),
    ...[...byKey].filter(([key, found]) => !known.has(key) && found.length > 1).map(([key]) => key),
  ]
}

/** The ways back that are allowed: a text provably not taken waits again. */
const BACK = new Set(['submitting>queued', 'unknown>queued'])

/** Changes of state to a lower rank, or away from a state that is final. */
export function findRegressed({ dump }: Evidence): string[] {
  return dump.history
    .filter(({ was, now }) => was !== now && !BACK.has(`${was}>${now}`) && RANK[now] <= RANK[was])
    .map(({ id, was, now }) => `${id} ${was} > ${now}`)
}

/** Whether the messages of every state add up to the recipients; the difference is the problem. */
export function findMiscounted({ dump, driven }: Evidence): string[] {
  const asked = new Set([...driven.queued, ...driven.acked.map((one) => one.body)])
  const there = dump.messages.filter((message) => asked.has(message.body))
  const extra = dump.messages.length - there.length
  const unanswered = driven.tried.filter((body) => !asked.has(body)).length
  return [
    ...(there.length === asked.size ? [] : [`${asked.size} recipients, ${there.length} messages`]),
    ...(extra > unanswered ? [`${extra} messages nobody was promised`] : []),
    ...repeated(dump.messages.map((message) => message.body)).map((body) => `two messages: ${body}`),
  ]
}

/** Texts that went back to the queue after their outcome had become unknown; never right where nobody can be asked. */
export function findResent({ dump }: Evidence): string[] {
  return dump.history.filter(({ was, now }) => was === 'unknown' && now === 'queued').map((one) => one.id)
}

/** How many messages are in each state. */
export function statesIn(dump: Dump): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { state } of dump.messages) counts[state] = (counts[state] ?? 0) + 1
  return counts
}

/** The checks that hold whatever the carrier can be asked. */
export const ALWAYS = {
  lost: findLost,
  doubled: findDoubled,
  unexpected: findUnexpected,
  orphaned: findOrphaned,
  stuck: findStuck,
  mistold: findMistold,
  unkept: findUnkept,
  regressed: findRegressed,
  miscounted: findMiscounted,
} as const

/** The checks where the carrier answers for our references: nothing stays unknown either. */
export const WITH_LOOKUP = { ...ALWAYS, unknown: findUnknown } as const

/** The checks where nobody can be asked: what is unclear stays unclear and is never sent again. */
export const WITHOUT_LOOKUP = { ...ALWAYS, resent: findResent } as const

/** Runs checks; answers only those that found something. */
export function verdictOf(
  checks: Record<string, (evidence: Evidence) => string[]>,
  evidence: Evidence,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(checks)
      .map(([name, find]) => [name, find(evidence)] as const)
      .filter(([, found]) => found.length > 0),
  )
}

function repeated(values: string[]): string[] {
  const seen = new Set<string>()
  return values.filter((value) => seen.has(value) || !seen.add(value))
}
