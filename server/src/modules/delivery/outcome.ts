import { reasonFor } from '@crewline/contract/reasons'
import type { Scope, Tx } from '../../kernel/scope.ts'
import type { SendOutcome } from '../carriers/index.ts'
import { optOutByCarrier } from '../consent/index.ts'
import { ContactChanged, setPhoneState } from '../contacts/index.ts'
import { pauseLine } from '../lines/index.ts'
import { recordOutcomes, type Waiting, type Outcome } from '../messages/index.ts'
import { noteUnknown, type Asking } from './store.ts'

/** A completed submission. */
export interface Finished {
  text: Waiting
  outcome: SendOutcome
  lineId: string
  /** Whether the carrier of the line can be asked about a message. */
  canAsk: boolean
}

/**
 * Writes outcomes of several lines and the number states they reveal, in one transaction. Returns the lines that were
 * paused.
 */
export async function recordBatch(
  scope: Scope,
  batch: Finished[],
  asking: Omit<Asking, 'canAsk'>,
): Promise<Set<string>> {
  return scope.tx(async (tx) => {
    const changed = await recordOutcomes(tx, batch.map(outcomeOf))
    const unknown = batch.filter(({ text, outcome }) => outcome.kind === 'unknown' && changed.has(text.id))
    for (const [lineId, ofLine] of Map.groupBy(unknown, (finished) => finished.lineId)) {
      const canAsk = ofLine.every((finished) => finished.canAsk)
      const ids = ofLine.map(({ text }) => text.id)
      await noteUnknown(tx, lineId, ids, { ...asking, canAsk })
    }
    const refusals = batch.flatMap(({ text, outcome, lineId }) =>
      outcome.kind === 'refused' ? [{ phone: text.to, code: outcome.code, lineId }] : [],
    )
    await learnOfPhones(tx, refusals)
    return pauseOver(tx, refusals)
  })
}

/** Whether a carrier refused a message because of its line: every other message of the line would be refused too. */
export function isLineRefused(outcome: SendOutcome): boolean {
  return outcome.kind === 'refused' && reasonFor(outcome.code).action.kind === 'pause_line'
}

/** Whether the message of an outcome is still to be sent. */
export function isStillQueued(outcome: SendOutcome): boolean {
  return outcome.kind === 'not_accepted' || isLineRefused(outcome)
}

/** Pauses lines that the carrier no longer allows to send. Returns those that were not paused before. */
export async function pauseOver(tx: Tx, refusals: { lineId: string; code: string }[]): Promise<Set<string>> {
  const paused = new Set<string>()
  for (const { lineId, code } of refusals) {
    const reason = reasonFor(code)
    if (reason.action.kind === 'pause_line' && (await pauseLine(tx, lineId, reason.text))) paused.add(lineId)
  }
  return paused
}

/** Stores number states from carrier codes: opted out at the carrier, landline, not in use. */
export async function learnOfPhones(tx: Tx, refusals: { phone: string; code: string }[]): Promise<void> {
  if (refusals.length === 0) return
  const of = (kind: string) => refusals.filter((refusal) => reasonFor(refusal.code).class === kind)
  const optedOut = of('opted_out')
  for (const [code, group] of Map.groupBy(optedOut, (refusal) => refusal.code))
    await optOutByCarrier(
      tx,
      group.map((refusal) => refusal.phone),
      code,
    )
  const changed = [
    ...(await setPhoneState(
      tx,
      of('landline').map((refusal) => refusal.phone),
      'landline',
    )),
    ...(await setPhoneState(
      tx,
      of('not_in_use').map((refusal) => refusal.phone),
      'not_in_use',
    )),
  ]
  if (changed.length > 0) tx.publish(ContactChanged, { contactIds: changed })
}

function outcomeOf({ text, outcome }: Finished): Outcome {
  const base = { id: text.id, attempt: text.attempt, carrierId: null, errorCode: null }
  if (isStillQueued(outcome)) return { ...base, state: 'queued' }
  switch (outcome.kind) {
    case 'accepted':
      return { ...base, state: 'submitted', carrierId: outcome.carrierId }
    case 'refused':
      return { ...base, state: 'failed', errorCode: outcome.code }
    case 'not_accepted':
      return { ...base, state: 'queued' }
    case 'unknown':
      return { ...base, state: 'unknown' }
  }
}
