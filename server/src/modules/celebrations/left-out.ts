import type { CelebrationContent } from '@crewline/contract/celebrations'
import type { Tx } from '../../kernel/scope.ts'
import { chosenContacts } from '../broadcasts/index.ts'
import { audienceOf } from './audience.ts'
import { zonesOfContacts } from './contacts-views.ts'
import { DATED } from './people-views.ts'
import { countUnsent } from './reach-views.ts'
import { clocksOf, timesLeftOut } from './rules.ts'

/**
 * Counts, among everyone, the people whom a change of the timing leaves out: their text was still to come, and by the new timing its time
 * passed too long ago to be made up for. When the clock changes from that of each person to that of the organization or
 * back, the time before is taken from the organization's clock.
 */
export async function countLeftOut(
  tx: Tx,
  { id, onSince }: { id: string; onSince: Date },
  { before, after }: { before: CelebrationContent; after: CelebrationContent },
): Promise<number> {
  const timing = ['time', 'zone', 'offsetDays', 'weekend', 'feb29'] as const
  if (timing.every((key) => before[key] === after[key])) return 0
  const { timezone } = tx.org
  const now = tx.world.now()
  const times = clocksOf(after, timezone, await zonesOfContacts(tx.db))
    .flatMap((zone) => {
      const zoneBefore = before.zone === 'org' ? timezone : zone
      return timesLeftOut({ timing: before, zone: zoneBefore }, { timing: after, zone }, now)
    })
    // What is before the celebration was turned on is never made up for.
    .filter(({ at }) => at > onSince)
  const where = { celebrationId: id, content: after, orgId: tx.orgId, timeZone: timezone, times }
  return countUnsent(tx.db, where, await chosenContacts(tx, audienceOf(after), DATED))
}
