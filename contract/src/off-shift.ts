// The report on texts to and from people who are off shift, which can be paid time.
import { z } from 'zod'
import { OFF_SHIFT_GAP_MINUTES, SMALLEST_CELL } from './analytics-limits.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'

/** A calendar day such as 2026-11-21. */
const Day = z.iso.date()

/** What the report is divided by. A member is the one who wrote a text. */
export const OffShiftCut = z.enum(['group', 'member'])
export type OffShiftCut = z.infer<typeof OffShiftCut>

/** The periods of the report; weeks begin on Monday. */
export const OffShiftPeriod = z.enum(['week', 'month'])
export type OffShiftPeriod = z.infer<typeof OffShiftPeriod>

/** The most groups or members that are listed. */
export const OFF_SHIFT_ROWS_MAX = 100

const Cell = z.number().int().nullable()
const cells = {
  people: Cell.describe(
    `Null where it is about 1 to ${SMALLEST_CELL - 1} people, or where such a figure would follow from it; then the others are too.`,
  ),
  sent: Cell.describe('Texts to them, without automatic replies.'),
  received: Cell.describe('Texts from them; null by member.'),
  minutes: Cell.describe(
    `The sum over exchanges, each from its first to its last text and at least one minute. Texts at most ${OFF_SHIFT_GAP_MINUTES} minutes apart are one exchange.`,
  ),
}
const OffShiftCells = z.object(cells)
export type OffShiftCells = z.infer<typeof OffShiftCells>

const query = z.object({
  startDate: Day.optional(),
  endDate: Day.optional(),
  by: OffShiftCut.default('group'),
  per: OffShiftPeriod.default('week'),
})

export const analyticsOffShift = endpoint({
  method: 'GET',
  path: '/user/analytics/off-shift',
  summary: `Returns the texts to and from people who were off shift, by week or month and by group or member; at most ${OFF_SHIFT_ROWS_MAX} rows. Judged by the shifts that people have now, on their own clock. Figures about fewer than ${SMALLEST_CELL} people are hidden, and rows from which they would follow.`,
  can: 'analytics.view',
  query,
  reply: ok({
    range: z.object({ start: Day, end: Day, timeZone: z.string() }),
    totals: OffShiftCells.describe('Without hidden periods that are about a few people even together.'),
    periods: z.array(OffShiftCells.extend({ start: Day, end: Day })).describe('Every period of the range, in order.'),
    rows: z.array(OffShiftCells.extend({ key: z.string(), label: z.string() })),
    hasMore: z.boolean(),
  }),
})

export const exportOffShift = endpoint({
  method: 'GET',
  path: '/user/analytics/off-shift/export',
  summary: 'Exports the report on texts off shift as CSV: one row for each period and group or member.',
  can: 'analytics.view',
  plan: 'owner',
  answers: 'file',
  query,
  reply: z.unknown(),
})
