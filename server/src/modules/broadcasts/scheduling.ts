import { occurrencesAfter, instantOf, type Occurrence } from '@crewline/contract/schedule-rules'
import type { Schedule } from '@crewline/contract/schedule'
import type { Tx } from '../../kernel/scope.ts'
import { contactZones } from './views/zones.ts'

/**
 * Returns the next occurrence after a moment, at the time its run begins: for contacts who each get it at the same time
 * on their own clock, when the first of their zones reaches that time. Undefined when the series is over.
 */
export async function planNext(tx: Tx, schedule: Schedule, after: Date): Promise<Occurrence | undefined> {
  if (schedule.mode === 'now') return undefined
  if (!schedule.inContactZone) return occurrencesAfter(schedule, after, 1)[0]
  const zones = [schedule.timeZone, ...(await contactZones(tx.db))]
  const firstIn = (local: string) => new Date(Math.min(...zones.map((zone) => instantOf(local, zone).getTime())))
  // The run of a date begins up to a day before the date in the zone of the schedule.
  const candidates = occurrencesAfter(schedule, new Date(after.getTime() - 26 * 3_600_000), 4)
  return candidates.map(({ local }) => ({ local, at: firstIn(local) })).find(({ at }) => at > after)
}
