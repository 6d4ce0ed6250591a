import type { ContactHead } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { SCHEDULE_MAX_MS, SCHEDULE_MIN_MS } from '@crewline/contract/limits'
import type { sendMessage } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { ANSWER_AT_NIGHT_MS, nightEnd } from './quiet-hours.ts'
import type { Wait } from './rules.ts'
import { wroteSince } from './store/names.ts'

type Ask = Pick<
  BodyOf<typeof sendMessage>,
  'scheduledAt' | 'timeZone' | 'cancelIfReply' | 'undoSeconds' | 'quietOverride'
>

/** The chosen moment, refused when it is less than a minute or more than a year ahead. */
export function chosenMoment(now: Date, scheduledAt: string): Date {
  const at = new Date(scheduledAt)
  const ahead = at.getTime() - now.getTime()
  if (ahead < SCHEDULE_MIN_MS)
    fail('too_soon', {
      fieldErrors: {
        scheduledAt: {
          en: 'Pick a time at least one minute from now.',
          es: 'Elige una hora al menos un minuto después de ahora.',
        },
      },
    })
  if (ahead > SCHEDULE_MAX_MS)
    fail('too_late', {
      fieldErrors: { scheduledAt: { en: 'Pick a time within one year.', es: 'Elige una hora dentro de un año.' } },
    })
  return at
}

/**
 * Until when a text to this contact waits, and why; undefined when it goes at once. A moment in the contact's night becomes
 * the end of the night, or is refused with `quiet_now`, as the organization decided; not when a person says why it cannot
 * wait, nor for an answer to somebody who has just written.
 */
export async function waitOf(
  scope: Scope,
  contact: Pick<ContactHead, 'id' | 'timezone'>,
  ask: Ask,
): Promise<Wait | undefined> {
  const now = scope.world.now()
  const chosen = ask.scheduledAt === undefined ? undefined : chosenMoment(now, ask.scheduledAt)
  const morning = ask.quietOverride ? null : await nightFor(scope, contact, chosen)
  const zone = ask.scheduledAt === undefined ? null : (ask.timeZone ?? null)
  const wish = { zone, cancelIfReply: ask.cancelIfReply ?? false }
  if (morning) return { ...wish, state: 'scheduled', dueAt: morning, reason: 'quiet_hours' }
  if (chosen) return { ...wish, state: 'scheduled', dueAt: chosen, reason: 'scheduled' }
  if (!ask.undoSeconds) return undefined
  const dueAt = new Date(now.getTime() + ask.undoSeconds * 1000)
  return { state: 'held', dueAt, reason: 'undo', zone: null, cancelIfReply: false }
}

/** The end of the night that holds the moment, null by day; refuses where the organization wants to be asked. */
export async function nightFor(
  scope: Scope,
  contact: Pick<ContactHead, 'id' | 'timezone'>,
  chosen: Date | undefined,
): Promise<Date | null> {
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
