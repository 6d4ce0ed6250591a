import type { ShiftHours } from '@crewline/contract/shifts'
import type { Db } from '../../kernel/db/pool.ts'
import type { DemoGroup } from './groups.ts'
import { idAt } from './moments.ts'
import { insertRows, instant, type Row } from './rows.ts'

interface DemoShift {
  name: string
  hours: ShiftHours
}

const onWeekdays = (from: string, to: string): ShiftHours =>
  Object.fromEntries((['mon', 'tue', 'wed', 'thu', 'fri'] as const).map((day) => [day, { from, to }]))

/** The shifts of groups by the name of the group. The guard is off, so that texts arrive when the demo is tried. */
const SHIFTS: Readonly<Record<string, DemoShift>> = {
  'Day shift': { name: 'Days', hours: onWeekdays('06:00', '14:00') },
  'Second shift': { name: 'Evenings', hours: onWeekdays('14:00', '22:00') },
  'Night shift': { name: 'Nights', hours: onWeekdays('22:00', '06:00') },
  'Weekend crew': {
    name: 'Weekends',
    hours: { sat: { from: '06:00', to: '18:00' }, sun: { from: '06:00', to: '18:00' } },
  },
}

/** Writes the shifts of an organization, and which groups work them. */
export async function writeShifts(db: Db, orgId: string, groups: DemoGroup[]): Promise<void> {
  const shifts = groups.flatMap((group) => {
    const shift = SHIFTS[group.name]
    return shift ? [{ id: idAt(group.createdAt), group, ...shift }] : []
  })
  await insertRows(
    db,
    'shift',
    { org_id: 'uuid', id: 'uuid', name: 'text', hours: 'jsonb', created_at: 'timestamptz' },
    shifts.map(({ id, group, name, hours }): Row => ({
      org_id: orgId,
      id,
      name,
      hours: JSON.stringify(hours),
      created_at: instant(group.createdAt),
    })),
  )
  await insertRows(
    db,
    'group_shift',
    { org_id: 'uuid', group_id: 'uuid', shift_id: 'uuid' },
    shifts.map(({ id, group }): Row => ({ org_id: orgId, group_id: group.id, shift_id: id })),
  )
}
