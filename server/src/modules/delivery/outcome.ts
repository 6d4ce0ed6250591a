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
}

/** Writes outcomes and the number states they reveal, in one transaction. Returns whether the line was paused. */
export async function recordBatch(scope: Scope, lineId: string, batch: Finished[], asking: Asking): Promise<boolean> {
  return scope.tx(async (tx) => {
    const changed = await recordOutcomes(tx, batch.map(outcomeOf))
    const unknown = batch
      .filter((finished) => finished.outcome.kind === 'unknown' && changed.has(finished.text.id))
      .map((finished) => finished.text.id)
    if (unknown.length > 0) await noteUnknown(tx, lineId, unknown, asking)
    const refusals = batch.flatMap(({ text, outcome }) =>
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

/** Pauses lines that the carrier no longer allows to send. Returns whether any was paused. */
export async function pauseOver(tx: Tx, refusals: { lineId: string; code: string }[]): Promise<boolean> {
  let isPaused = false
  for (const { lineId, code } of refusals) {
    const reason = reasonFor(code)
    if (reason.action.kind === 'pause_line' && (await pauseLine(tx, lineId, reason.text))) isPaused = true
  }
  return isPaused
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
