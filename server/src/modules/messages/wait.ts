import { msg } from '@crewline/contract/localized-text'
import type { ContactSummary } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '@crewline/contract/limits'
import type { sendMessage } from '@crewline/contract/messages'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { ANSWER_AT_NIGHT_MS } from './quiet-hours.ts'
import { restingOf } from './rest.ts'
import { heldBy, type Rest } from './resting.ts'
import type { Wait } from './rules.ts'
import { sendingStatusesOf, type Later } from './store/later.ts'
import { wroteSince } from './store/names.ts'

type WaitRequest = Pick<
  BodyOf<typeof sendMessage>,
  'scheduledAt' | 'timeZone' | 'cancelIfReply' | 'undoSeconds' | 'quietOverride'
>

/** Returns the chosen moment. Fails with `too_soon` less than a minute ahead and `too_late` more than a year ahead. */
export function chosenMoment(now: Date, scheduledAt: string): Date {
  const at = new Date(scheduledAt)
  const ahead = at.getTime() - now.getTime()
  if (ahead < SCHEDULE_MIN_MS)
    fail('too_soon', {
      fieldErrors: {
        scheduledAt: msg({ message: 'Pick a time at least one minute from now.' }),
      },
    })
  if (ahead > SCHEDULE_MAX_MS)
    fail('too_late', {
      fieldErrors: { scheduledAt: msg({ message: 'Pick a time within one year.' }) },
    })
  return at
}

/**
 * Returns until when a message to this contact waits and why, or undefined when it is sent at once. A moment in the
 * contact's night, or while they are off shift, is moved to its end or refused with `quiet_now` or `off_shift_now`,
 * depending on the organization's settings, unless the member gives a reason to override or the contact has just written.
 */
export async function waitOf(
  scope: Scope,
  contact: Pick<ContactSummary, 'id' | 'phone' | 'timezone'>,
  request: WaitRequest,
): Promise<Wait | undefined> {
  const now = scope.world.now()
  const chosen = request.scheduledAt === undefined ? undefined : chosenMoment(now, request.scheduledAt)
  const rest = request.quietOverride ? null : await restFor(scope, contact, chosen)
  const zone = request.scheduledAt === undefined ? null : (request.timeZone ?? null)
  const wish = { zone, cancelIfReply: request.cancelIfReply ?? false }
  if (rest)
    return { ...wish, state: 'scheduled', dueAt: rest.until, reason: rest.reason, ...(chosen && { wantedAt: chosen }) }
  if (chosen) return { ...wish, state: 'scheduled', dueAt: chosen, reason: 'scheduled' }
  if (!request.undoSeconds) return undefined
  const dueAt = new Date(now.getTime() + request.undoSeconds * 1000)
  return { state: 'held', dueAt, reason: 'undo', zone: null, cancelIfReply: false }
}

/**
 * Returns the rest of a contact at the chosen moment or now, or null. Fails with `quiet_now` or `off_shift_now` in
 * organizations that want to be warned.
 */
export async function restFor(
  scope: Scope,
  contact: Pick<ContactSummary, 'id' | 'phone' | 'timezone'>,
  chosen: Date | undefined,
): Promise<Rest | null> {
  // The sample worker is no person who could be woken.
  if (contact.phone === SAMPLE_CONTACT_PHONE) return null
  const { settings, at } = await restingOf(scope, [contact.id])
  const now = scope.world.now()
  const rest = at(chosen ?? now, contact)
  if (!rest) return null
  const lately = new Date(now.getTime() - ANSWER_AT_NIGHT_MS)
  if (!chosen && (await wroteSince(scope.db, contact.id, lately))) return null
  if (rest.reason === 'off_shift' && settings.offClockGuard === 'warn') fail('off_shift_now')
  if (rest.reason === 'quiet_hours' && settings.quietHours.mode === 'warn') fail('quiet_now')
  return rest
}

/** Returns the chosen time, or the end of the rest of the contact at that time if messages are held for it. */
export async function dayFor(
  tx: Tx,
  text: Pick<Later, 'contactId' | 'quietOverride'>,
  chosen: Date,
): Promise<Pick<Later, 'reason' | 'wantedAt'> & { dueAt: Date }> {
  const { settings, at } = await restingOf(tx, [text.contactId])
  const timezone = (await sendingStatusesOf(tx.db, [text])).get(text.contactId)?.timezone ?? null
  const rest = text.quietOverride ? null : at(chosen, { id: text.contactId, timezone }, heldBy(settings))
  return rest
    ? { dueAt: rest.until, reason: rest.reason, wantedAt: chosen }
    : { dueAt: chosen, reason: 'scheduled', wantedAt: null }
}
