import { occurrencesAfter, instantOf, type Occurrence } from '@crewline/contract/schedule-rules'
import type { Schedule } from '@crewline/contract/schedule'
import type { Tx } from '../../kernel/scope.ts'
import { BroadcastChanged } from './events.ts'
import { lockBroadcast, saveState } from './store/broadcasts.ts'
import { contactZones, plannedInZones, zonesOf } from './views/zones.ts'

/**
 * Returns the next occurrence after a moment or after another occurrence, at the time its run begins: for contacts who each
 * get it at the same time on their own clock, when the first of their zones reaches that time. The zone of the schedule
 * decides whether an occurrence is still ahead of a moment, so that one which began elsewhere is not lost for everyone; its
 * run then begins at that moment. Undefined when the series is over.
 */
export async function planNext(tx: Tx, schedule: Schedule, after: Date | string): Promise<Occurrence | undefined> {
  if (schedule.mode === 'now') return undefined
  const since = typeof after === 'string' ? instantOf(after, schedule.timeZone) : after
  const [next] = occurrencesAfter(schedule, since, 1)
  if (!next || !schedule.inContactZone) return next
  const first = firstOf(next.local, [schedule.timeZone, ...(await contactZones(tx.db))])
  return { local: next.local, at: typeof after !== 'string' && first < after ? after : first }
}

/**
 * Lets the next dates of broadcasts that are sent at a time on each person's clock begin earlier when that time comes earlier
 * for one of these contacts, who are new or in another time zone. Repeating it changes nothing.
 */
export async function beginEarlier(tx: Tx, contactIds: string[]): Promise<void> {
  const planned = await plannedInZones(tx)
  if (planned.length === 0) return
  const zones = await zonesOf(tx, contactIds)
  if (zones.length === 0) return
  const now = tx.world.now()
  const earlier = (local: string, nextAt: Date) => {
    const first = firstOf(local, zones)
    const at = first < now ? now : first
    return at < nextAt ? at : undefined
  }
  const ids: string[] = []
  for (const { id, local, nextAt } of planned) {
    if (!earlier(local, nextAt)) continue
    const stored = await lockBroadcast(tx, id)
    const at = stored?.nextAt && stored.nextLocal ? earlier(stored.nextLocal, stored.nextAt) : undefined
    if (!stored || !at) continue
    await saveState(tx, id, { state: stored.state, nextAt: at })
    ids.push(id)
  }
  if (ids.length > 0) tx.publish(BroadcastChanged, { ids })
}

function firstOf(local: string, zones: string[]): Date {
  return new Date(Math.min(...zones.map((zone) => instantOf(local, zone).getTime())))
}
