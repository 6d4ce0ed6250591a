import { reasonFor } from '@crewline/contract/reasons'
import type { Tx } from '../../kernel/scope.ts'
import { noteUnreachable } from '../contacts/index.ts'
import { MessageChanged } from './events.ts'
import { nextCarrierDay, nextMorning, type Night } from './quiet-hours.ts'
import { restingOf } from './rest.ts'
import { heldFor } from './resting.ts'
import { laneOf, type Outcome, type Receipt } from './rules.ts'
import { amongStopped } from './store/batches.ts'
import { pointLater } from './store/later.ts'
import { lockFailed, restore, type Failed } from './store/retries.ts'
import { supersededAmong } from './superseded.ts'

/** How many days in a row a message waits for the carrier's daily cap. */
const CARRIER_DAYS_MAX = 3

export interface NextTry {
  dueAt: Date
  reason: 'retry' | 'carrier_cap'
  asLink: boolean
}

/** Inputs of the retry decision besides the failure code. */
export interface RetryContext {
  now: Date
  zone: string
  night: Night
  /** Returns until when a message for this moment is held because its contact rests; null when it is not, or when a reason overrides that. */
  heldUntil: (moment: Date) => Date | null
  /** Jitter from 0 to below 1, so that messages that failed together are not retried together. */
  chance: number
}

/** Returns the next retry of a message that ended in a definite failure, or null when there is none left. */
export function nextTry(
  failed: Pick<Failed, 'code' | 'retries' | 'expiresAt' | 'kind' | 'hasMedia' | 'mediaAsLink'>,
  { now, zone, night, heldUntil, chance }: RetryContext,
): NextTry | null {
  if (failed.kind !== 'text' && failed.kind !== 'broadcast') return null
  const { action } = reasonFor(failed.code)
  if (action.kind === 'resend_as_link')
    return failed.hasMedia && !failed.mediaAsLink ? { dueAt: now, reason: 'retry', asLink: true } : null
  if (action.kind === 'wait_for_carrier_day') {
    if (failed.retries >= CARRIER_DAYS_MAX) return null
    // Spread over five minutes, because every message capped that day becomes due at the same midnight.
    const midnight = new Date(nextCarrierDay(now).getTime() + chance * 300_000)
    return beforeEnd(failed, heldUntil(midnight) ?? midnight, 'carrier_cap')
  }
  if (action.kind !== 'retry') return null
  const delay = action.after[failed.retries]
  if (delay === undefined) return null
  const moment =
    delay === 'morning' ? nextMorning(now, zone, night) : new Date(now.getTime() + delay * (1 + chance / 10))
  return beforeEnd(failed, heldUntil(moment) ?? moment, 'retry')
}

function beforeEnd({ expiresAt }: Pick<Failed, 'expiresAt'>, dueAt: Date, reason: NextTry['reason']): NextTry | null {
  return expiresAt && expiresAt <= dueAt ? null : { dueAt, reason, asLink: false }
}

/**
 * Schedules retries for messages that just ended in a definite failure, if the table of reasons allows it. They stay
 * the same messages, and the table limits the number of retries. Texts of a date after which a later one left are not tried
 * again. Failures without a retry cost no statement.
 */
export async function tryLater(tx: Tx, failures: (Pick<Outcome, 'id' | 'errorCode'> | ReceiptOf)[]): Promise<void> {
  const worth = failures.filter((failure) => isWorthIt(failure.errorCode)).map((failure) => failure.id)
  if (worth.length === 0) return
  const locked = await lockFailed(tx, worth)
  const stopped = await amongStopped(
    tx,
    locked.map((message) => message.id),
  )
  const superseded = await supersededAmong(tx, locked)
  const failed = locked.filter((message) => !stopped.has(message.id) && !superseded.has(message.id))
  const { settings, at } = await restingOf(
    tx,
    failed.map((message) => message.contactId),
  )
  const now = tx.world.now()
  const retrying = failed.flatMap((message) => {
    const next = nextTry(message, {
      now,
      zone: message.timezone ?? tx.org.timezone,
      night: settings.quietHours,
      heldUntil: (moment) => {
        if (message.quietOverride) return null
        const contact = { id: message.contactId, timezone: message.timezone }
        return at(moment, contact, heldFor(message.kind, settings))?.until ?? null
      },
      chance: tx.world.chance(),
    })
    return next ? [{ ...message, ...next }] : []
  })
  const retryingIds = new Set(retrying.map((message) => message.id))
  const givenUp = failed.filter((message) => !retryingIds.has(message.id) && hasNoSignal(message))
  if (givenUp.length > 0)
    await noteUnreachable(
      tx,
      givenUp.map((message) => ({ contactId: message.contactId, phone: message.to })),
    )
  if (retrying.length === 0) return
  await restore(tx, retrying)
  for (const [lane, texts] of Map.groupBy(retrying, laneOf)) await pointLater(tx, lane, texts)
  tx.publish(MessageChanged, { ids: retrying.map((message) => message.id) })
  tx.wakeUp('texts')
}

/**
 * Whether a message failed because the phone was off or had no signal. Automatic answers are tried only once, which is
 * too weak a sign.
 */
function hasNoSignal({ code, kind }: Failed): boolean {
  const { class: failureClass, action } = reasonFor(code)
  return failureClass === 'phone' && action.kind === 'retry' && (kind === 'text' || kind === 'broadcast')
}

type ReceiptOf = { id: Receipt['messageId']; errorCode: string | null }

function isWorthIt(code: string | null): boolean {
  const { kind } = reasonFor(code).action
  return kind === 'retry' || kind === 'wait_for_carrier_day' || kind === 'resend_as_link'
}
