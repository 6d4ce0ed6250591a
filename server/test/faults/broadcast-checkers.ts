// What must hold after a broadcast was sent through faults: pure functions over what the run left behind.
import { MESSAGE_STATES, type MessageState } from '@crewline/contract/message-states'
import { findForbidden, type StateChange } from './state-history.ts'

/** A row of `broadcast_recipient`. */
export interface RecipientRow {
  runId: string
  contactId: string
  state: string
  reason: string | null
  messageId: string | null
  segments: number | null
  isReplied: boolean
  isOptedOut: boolean
}

/** A text of a broadcast. */
export interface BatchMessage {
  id: string
  runId: string
  to: string
  state: MessageState
}

/** A moment after which the texts outside `allowed` must stay where they are. */
export interface Barrier {
  what: string
  /** The run, or the phone that opted out. */
  runId?: string
  phone?: string
  /** Texts that were with a carrier, or past the point of no return, when the product confirmed. */
  allowed: string[]
  /**
   * How many entries of the ledger there were when the product had confirmed. A text that the carrier took although its
   * answer was lost may wait in the queue at that moment, with the carrier knowing it already.
   */
  fromEntry?: number
  /** How many entries of the ledger there were when sending was allowed again; none when it never was. */
  untilEntry?: number
  /** How many texts were handed off, as the product answered. */
  claimed?: number
}

/** What a run of the fault program left behind. */
export interface BroadcastEvidence {
  /** The contacts each run was sent to. */
  targeted: Map<string, string[]>
  runs: { id: string; state: string }[]
  recipients: RecipientRow[]
  tally: { runId: string; key: string; n: number }[]
  messages: BatchMessage[]
  /** Texts in chunks, which the sender would still process. */
  chunked: string[]
  /** What the carrier accepted, in order: the reference is the id of the message. */
  ledger: { reference: string; to: string; segments: number }[]
  /** The segments that the product counted as handed to carriers, which are billed. */
  usage: number
  barriers: Barrier[]
  /** Every change of a text's state, in order. */
  history: StateChange[]
  /** Numbers whose receipts the carrier loses: their texts stay accepted. */
  silent: ReadonlySet<string>
}

/** States in which a text still has no outcome. */
const OPEN = new Set<string>(['pending', 'held', 'scheduled', 'queued', 'submitting', 'submitted', 'sent', 'unknown'])
const OVER = new Set(['sent', 'stopped', 'failed', 'missed'])
const ACCEPTED = new Set<string>(['submitted', 'sent', 'delivered', 'undelivered', 'failed'])
const KNOWN = new Set<string>([...MESSAGE_STATES, 'blocked', 'pending'])

type Check = (evidence: BroadcastEvidence) => string[]

/**
 * Finds chosen people without exactly one row, and rows of people who were not chosen. A run that was stopped before it
 * chose anyone has no rows.
 */
const findMisfrozen: Check = ({ targeted, recipients, runs }) =>
  [...targeted].flatMap(([runId, contactIds]) => {
    const isStopped = runs.some((run) => run.id === runId && run.state === 'stopped')
    if (isStopped && recipients.every((row) => row.runId !== runId)) return []
    const rows = Map.groupBy(
      recipients.filter((row) => row.runId === runId),
      (row) => row.contactId,
    )
    const chosen = new Set(contactIds)
    return [
      ...contactIds.filter((id) => rows.get(id)?.length !== 1).map((id) => `${runId} ${id}`),
      ...[...rows.keys()].filter((id) => !chosen.has(id)).map((id) => `${runId} ${id} was not chosen`),
    ]
  })

/** Finds people of whom a carrier accepted more than one text of a run. */
const findDoubled: Check = ({ ledger, messages }) => {
  const runOf = new Map(messages.map((message) => [message.id, message.runId]))
  const seen = new Set<string>()
  return ledger
    .filter(({ reference }) => runOf.has(reference))
    .map(({ reference, to }) => `${runOf.get(reference)} ${to}`)
    .filter((key) => seen.has(key) || !seen.add(key))
}

/** Finds people who count as reached although no carrier has their text. */
const findLost: Check = ({ recipients, ledger }) => {
  const accepted = new Set(ledger.map((entry) => entry.reference))
  return recipients
    .filter((row) => ['submitted', 'sent', 'delivered'].includes(row.state))
    .filter((row) => row.messageId === null || !accepted.has(row.messageId))
    .map((row) => `${row.runId} ${row.contactId}`)
}

/** Finds texts that a carrier accepted although the recipient counts as not sent. */
const findMistold: Check = ({ recipients, ledger }) => {
  const accepted = new Set(ledger.map((entry) => entry.reference))
  return recipients
    .filter((row) => row.messageId !== null && accepted.has(row.messageId) && !ACCEPTED.has(row.state))
    .map((row) => `${row.runId} ${row.contactId} ${row.state}`)
}

/** Finds people without an outcome, and blocked ones without a reason. */
const findUnresolved: Check = ({ recipients, messages, silent }) => {
  const silentTexts = new Set(messages.filter((message) => silent.has(message.to)).map((message) => message.id))
  const mayStay = (row: RecipientRow) => ACCEPTED.has(row.state) && silentTexts.has(row.messageId ?? '')
  return recipients
    .filter(
      (row) =>
        (OPEN.has(row.state) && !mayStay(row)) ||
        !KNOWN.has(row.state) ||
        (row.state === 'blocked') !== (row.reason !== null),
    )
    .map((row) => `${row.runId} ${row.contactId} ${row.state}`)
}

/** Finds recipients whose state differs from that of their text. */
const findOutdated: Check = ({ recipients, messages }) => {
  const stateOf = new Map(messages.map((message) => [message.id, message.state]))
  return recipients
    .filter((row) => row.messageId !== null && stateOf.get(row.messageId) !== row.state)
    .map((row) => `${row.contactId} ${row.state}, text ${stateOf.get(row.messageId as string) ?? 'is missing'}`)
}

/** Finds counts that differ from the rows. */
const findMiscounted: Check = ({ recipients, tally }) => {
  const counted = new Map<string, number>()
  const add = (runId: string, key: string, n = 1) =>
    counted.set(`${runId} ${key}`, (counted.get(`${runId} ${key}`) ?? 0) + n)
  for (const row of recipients) {
    add(row.runId, `state:${row.state}`)
    if (row.reason !== null) add(row.runId, `blocked:${row.reason}`)
    if (row.isReplied) add(row.runId, 'replied')
    if (row.isOptedOut) add(row.runId, 'opted_out')
    if (row.segments !== null) add(row.runId, 'segments', row.segments)
  }
  const stored = new Map(tally.map(({ runId, key, n }) => [`${runId} ${key}`, n]))
  return [...new Set([...counted.keys(), ...stored.keys()])]
    .filter((key) => (counted.get(key) ?? 0) !== (stored.get(key) ?? 0))
    .map((key) => `${key}: ${stored.get(key) ?? 0} counted, ${counted.get(key) ?? 0} rows`)
}

/** Finds usage that differs from what the carrier accepted. */
const findMisbilled: Check = ({ usage, ledger }) => {
  const accepted = ledger.reduce((sum, { segments }) => sum + segments, 0)
  return usage === accepted ? [] : [`${usage} segments counted, ${accepted} accepted`]
}

/** Finds texts that reached the carrier after a pause, a stop or an opt-out was confirmed. */
const findLeaked: Check = ({ barriers, ledger, messages }) => {
  const byId = new Map(messages.map((message) => [message.id, message]))
  return barriers.flatMap(({ what, runId, phone, allowed, fromEntry, untilEntry }) => {
    const may = new Set(allowed)
    return ledger
      .slice(fromEntry ?? 0, untilEntry ?? ledger.length)
      .map((entry) => byId.get(entry.reference))
      .filter((message) => message !== undefined)
      .filter((message) => (runId ? message.runId === runId : message.to === phone) && !may.has(message.id))
      .map((message) => `${message.id} after ${what}`)
  })
}

/** Finds answers to a pause or stop that named fewer texts than the carrier got. */
const findMisclaimed: Check = ({ barriers }) =>
  barriers
    .filter(({ claimed, allowed }) => claimed !== undefined && claimed < allowed.length)
    .map(({ what, claimed, allowed }) => `${what}: ${claimed} claimed, ${allowed.length} handed off`)

/** Finds runs that did not end, and texts that still wait. */
const findStuck: Check = ({ runs, chunked }) => [
  ...runs.filter((run) => !OVER.has(run.state)).map((run) => `${run.id} ${run.state}`),
  ...chunked.map((id) => `${id} in a chunk`),
]

/** The checks of broadcasts, at a carrier that can be asked. */
export const BROADCAST_CHECKS: Record<string, Check> = {
  misfrozen: findMisfrozen,
  doubled: findDoubled,
  lost: findLost,
  mistold: findMistold,
  unresolved: findUnresolved,
  outdated: findOutdated,
  miscounted: findMiscounted,
  misbilled: findMisbilled,
  leaked: findLeaked,
  misclaimed: findMisclaimed,
  stuck: findStuck,
  forbidden: ({ history }) => findForbidden(history),
}

/** Runs every check; returns only those with findings. */
export function checkBroadcasts(evidence: BroadcastEvidence): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(BROADCAST_CHECKS)
      .map(([name, find]) => [name, find(evidence)] as const)
      .filter(([, cases]) => cases.length > 0),
  )
}

/** Returns the texts that were quarantined. */
export function quarantinedAmong({ messages }: BroadcastEvidence): BatchMessage[] {
  return messages.filter((message) => message.state === 'quarantined')
}
