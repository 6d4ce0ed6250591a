import { reasonFor } from '@crewline/contract/reasons'
import type { Tx } from '../../kernel/scope.ts'
import { noteUnreachable } from '../contacts/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { MessageChanged } from './facts.ts'
import { nextCarrierDay, nextMorning, nightEnd, type Night } from './quiet-hours.ts'
import { LANE, type Outcome, type Receipt } from './rules.ts'
import { pointLater } from './store/later.ts'
import { holdFailed, putBack, type Failed } from './store/retries.ts'

/** How many days in a row a text waits for the carrier's daily allowance. */
const CARRIER_DAYS_MAX = 3

/** When and how a failed text is tried again. */
export interface NextTry {
  dueAt: Date
  reason: 'retry' | 'carrier_cap'
  asLink: boolean
}

/** What decides about another try besides the code. */
export interface TryFacts {
  now: Date
  zone: string
  night: Night
  /** Whether texts wait for the end of the night. */
  holds: boolean
  /** From 0 to below 1: tries that failed together do not come back together. */
  chance: number
}

/** The next try of a text that ended in a definite failure; null when there is none, or no more. */
export function nextTry(
  failed: Pick<Failed, 'code' | 'retries' | 'expiresAt' | 'kind' | 'hasMedia' | 'mediaAsLink'>,
  { now, zone, night, holds, chance }: TryFacts,
): NextTry | null {
  if (failed.kind !== 'text' && failed.kind !== 'broadcast') return null
  const { action } = reasonFor(failed.code)
  if (action.kind === 'resend_as_link')
    return failed.hasMedia && !failed.mediaAsLink ? { dueAt: now, reason: 'retry', asLink: true } : null
  if (action.kind === 'wait_for_carrier_day') {
    if (failed.retries >= CARRIER_DAYS_MAX) return null
    // Spread over five minutes, because everything that waits goes at the same midnight.
    return beforeEnd(failed, new Date(nextCarrierDay(now).getTime() + chance * 300_000), 'carrier_cap')
  }
  if (action.kind !== 'retry') return null
  const wait = action.after[failed.retries]
  if (wait === undefined) return null
  const moment = wait === 'morning' ? nextMorning(now, zone, night) : new Date(now.getTime() + wait * (1 + chance / 10))
  return beforeEnd(failed, (holds && nightEnd(moment, zone, night)) || moment, 'retry')
}

function beforeEnd({ expiresAt }: Pick<Failed, 'expiresAt'>, dueAt: Date, reason: NextTry['reason']): NextTry | null {
  return expiresAt && expiresAt <= dueAt ? null : { dueAt, reason, asLink: false }
}

/**
 * Puts texts that just ended in a definite failure back to be tried again, where the table of reasons says so. They stay
 * the same messages; how often is bounded by the table. Failures that end there cost no statement.
 */
export async function tryLater(tx: Tx, told: (Pick<Outcome, 'id' | 'errorCode'> | ReceiptOf)[]): Promise<void> {
  const worth = told.filter((one) => isWorthIt(one.errorCode)).map((one) => one.id)
  if (worth.length === 0) return
  const failed = await holdFailed(tx, worth)
  const { quietHours } = await settingsOf(tx.db, tx.orgId)
  const now = tx.world.now()
  const again = failed.flatMap((one) => {
    const next = nextTry(one, {
      now,
      zone: one.timezone ?? tx.org.timezone,
      night: quietHours,
      holds: quietHours.mode === 'hold',
      chance: tx.world.chance(),
    })
    return next ? [{ ...one, ...next }] : []
  })
  const waits = new Set(again.map((one) => one.id))
  const givenUp = failed.filter((one) => !waits.has(one.id) && hasNoSignal(one))
  if (givenUp.length > 0)
    await noteUnreachable(
      tx,
      givenUp.map((one) => ({ contactId: one.contactId, phone: one.to })),
    )
  if (again.length === 0) return
  await putBack(tx, again)
  for (const [lane, texts] of Map.groupBy(again, laneOf)) await pointLater(tx, lane, texts)
  tx.publish(MessageChanged, { ids: again.map((one) => one.id) })
  tx.ring('texts')
}

/** Whether a text ended because the phone was off or had no signal; automatic answers, which are tried once, say too little. */
function hasNoSignal({ code, kind }: Failed): boolean {
  const { class: what, action } = reasonFor(code)
  return what === 'phone' && action.kind === 'retry' && (kind === 'text' || kind === 'broadcast')
}

type ReceiptOf = { id: Receipt['messageId']; errorCode: string | null }

function laneOf({ kind }: Pick<Failed, 'kind'>): number {
  return kind === 'broadcast' ? LANE.broadcast : LANE.reply
}

function isWorthIt(code: string | null): boolean {
  const { kind } = reasonFor(code).action
  return kind === 'retry' || kind === 'wait_for_carrier_day' || kind === 'resend_as_link'
}
