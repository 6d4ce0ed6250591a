import { msg } from '@crewline/contract/localized-text'
import type { ContactSummary } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '@crewline/contract/limits'
import type { sendMessage } from '@crewline/contract/messages'
import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { ANSWER_AT_NIGHT_MS, nightEnd } from './quiet-hours.ts'
import type { Wait } from './rules.ts'
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
 * contact's night is moved to the end of the night or refused with `quiet_now`, depending on the organization's
 * settings, unless the member gives a reason to override or the contact has just written.
 */
export async function waitOf(
  scope: Scope,
  contact: Pick<ContactSummary, 'id' | 'phone' | 'timezone'>,
  request: WaitRequest,
): Promise<Wait | undefined> {
  const now = scope.world.now()
  const chosen = request.scheduledAt === undefined ? undefined : chosenMoment(now, request.scheduledAt)
  const morning = request.quietOverride ? null : await nightFor(scope, contact, chosen)
  const zone = request.scheduledAt === undefined ? null : (request.timeZone ?? null)
  const wish = { zone, cancelIfReply: request.cancelIfReply ?? false }
  if (morning) return { ...wish, state: 'scheduled', dueAt: morning, reason: 'quiet_hours' }
  if (chosen) return { ...wish, state: 'scheduled', dueAt: chosen, reason: 'scheduled' }
  if (!request.undoSeconds) return undefined
  const dueAt = new Date(now.getTime() + request.undoSeconds * 1000)
  return { state: 'held', dueAt, reason: 'undo', zone: null, cancelIfReply: false }
}

/**
 * Returns the end of the night at this moment, or null by day. Fails with `quiet_now` in organizations that want to be
 * warned.
 */
export async function nightFor(
  scope: Scope,
  contact: Pick<ContactSummary, 'id' | 'phone' | 'timezone'>,
  chosen: Date | undefined,
): Promise<Date | null> {
  // The sample worker is no person who could be woken.
  if (contact.phone === SAMPLE_CONTACT_PHONE) return null
  const { quietHours } = await settingsOf(scope.db, scope.orgId)
  if (quietHours.mode === 'off') return null
  const now = scope.world.now()
  const morning = nightEnd(chosen ?? now, contact.timezone ?? scope.org.timezone, quietHours)
  if (!morning) return null
  const lately = new Date(now.getTime() - ANSWER_AT_NIGHT_MS)
  if (!chosen && (await wroteSince(scope.db, contact.id, lately))) return null
  if (quietHours.mode === 'warn') fail('quiet_now')
  return morning
}
