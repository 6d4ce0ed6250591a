import type { Db } from '../../kernel/db/pool.ts'
import { figuresOf, type RangeFigures } from './range-rules.ts'
import type { AnalyticsQuery } from './store/days.ts'
import { writeRange } from './store/ranges.ts'
import { areBeforeMessages } from './stored-range-views.ts'
import { daysOfParts, optOutsIn, readStored } from './views.ts'

/**
 * Stores the figures of days that are over, and returns them; undefined when some of their days must be read from messages.
 * Runs within a transaction that locks the figures of the organization, before the figures are read: no day can be counted
 * between the two, so a day that is counted later finds the row and deletes it.
 */
export async function storeRange(
  db: Db,
  query: AnalyticsQuery,
  { withSets }: { withSets: boolean },
): Promise<RangeFigures | undefined> {
  const { live, parts, people, sets } = await readStored(db, query, { withSets })
  if (!(await areBeforeMessages(db, query, live))) return undefined
  const figures = figuresOf(query, daysOfParts(parts), people, await optOutsIn(db, query))
  await writeRange(db, query, { figures: JSON.stringify(figures), sets })
  return figures
}
