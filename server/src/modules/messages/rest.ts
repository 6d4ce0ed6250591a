import type { ShiftHours } from '@crewline/contract/shifts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { settingsOf } from '../organizations/index.ts'
import { shiftsOf } from '../shifts/index.ts'
import { restAt, type Heeds, type Rest, type RestSettings } from './resting.ts'

/** When people rest, as read in one transaction. */
export interface Resting {
  settings: RestSettings
  /** Returns why a text at this moment finds a contact at rest, or null. A contact without a zone has the organization's. */
  at: (moment: Date, contact: { id: string; timezone: string | null }, heeds?: Heeds) => Rest | null
  /** The same for people in a zone with these shifts. */
  withShifts: (moment: Date, people: { zone: string; shifts: readonly ShiftHours[] }, heeds?: Heeds) => Rest | null
}

/** Reads when these contacts rest: the settings of the organization and, when they matter, the shifts. */
export async function restingOf(
  { db, orgId, org }: Pick<Scope | Tx, 'db' | 'orgId' | 'org'>,
  contactIds: string[],
): Promise<Resting> {
  const settings = await settingsOf(db, orgId)
  const hasShifts = settings.offClockGuard !== 'off' && contactIds.length > 0
  const shifts = hasShifts ? await shiftsOf(db, contactIds) : new Map<string, ShiftHours[]>()
  const withShifts: Resting['withShifts'] = (moment, people, heeds) => restAt(moment, people, settings, heeds)
  return {
    settings,
    withShifts,
    at: (moment, { id, timezone }, heeds) =>
      withShifts(moment, { zone: timezone ?? org.timezone, shifts: shifts.get(id) ?? [] }, heeds),
  }
}
