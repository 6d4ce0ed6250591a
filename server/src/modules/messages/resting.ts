import type { OrganizationSettings } from '@crewline/contract/organizations'
import type { ShiftHours } from '@crewline/contract/shifts'
import { nextShiftStart } from '../shifts/index.ts'
import { nightEnd } from './quiet-hours.ts'

/** What an organization decided about texts to people who rest. */
export type RestSettings = Pick<OrganizationSettings, 'quietHours' | 'offClockGuard'>

/** Why a person rests, and until when. */
export interface Rest {
  reason: 'off_shift' | 'quiet_hours'
  until: Date
}

/** Which reasons to rest a text heeds. */
export interface Heeds {
  shifts: boolean
  nights: boolean
}

/**
 * Returns why a text at this moment finds a person at rest, or null. With the guard on, the shifts of people who have any
 * decide: on shift they are awake, at night too. Everyone else has the quiet hours.
 */
export function restAt(
  moment: Date,
  { zone, shifts }: { zone: string; shifts: readonly ShiftHours[] },
  { quietHours, offClockGuard }: RestSettings,
  heeds: Heeds = { shifts: true, nights: true },
): Rest | null {
  if (offClockGuard !== 'off' && shifts.length > 0) {
    const start = nextShiftStart(moment, zone, shifts)
    if (!start) return null
    if (heeds.shifts) return { reason: 'off_shift', until: start }
  }
  const end = heeds.nights && quietHours.mode !== 'off' ? nightEnd(moment, zone, quietHours) : null
  return end && { reason: 'quiet_hours', until: end }
}

/** What texts heed that wait without a question: what the organization only wants to be warned of does not hold them. */
export function heldBy({ quietHours, offClockGuard }: RestSettings): Heeds {
  return { shifts: offClockGuard === 'hold', nights: quietHours.mode === 'hold' }
}

/**
 * What a text of this kind heeds. A broadcast was reviewed as a whole, so that also nights hold it of which the organization
 * only wants to be asked.
 */
export function heldFor(kind: string, settings: RestSettings): Heeds {
  const held = heldBy(settings)
  return kind === 'broadcast' ? { ...held, nights: true } : held
}
