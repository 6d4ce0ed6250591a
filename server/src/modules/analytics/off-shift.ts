import type { QueryOf } from '@crewline/contract/endpoint'
import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import { msg } from '@crewline/contract/localized-text'
import { OFF_SHIFT_ROWS_MAX, type analyticsOffShift, type OffShiftCut } from '@crewline/contract/off-shift'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, requireUserId, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { hiddenRows, periodsOf, sharedIn, shownCells, shownTotals } from './off-shift-rules.ts'
import {
  countOffShift,
  countOffShiftBy,
  countOffShiftCells,
  countOffShiftShared,
  periodName,
  type OffShiftCounts,
} from './off-shift-views.ts'
import { remembered } from './remembered.ts'
import { daysOf } from './service.ts'
import type { AnalyticsQuery } from './store/days.ts'

type OffShiftQuery = QueryOf<typeof analyticsOffShift>

const NONE: OffShiftCounts = { people: 0, sent: 0, received: 0, minutes: 0 }

/** Returns the texts off shift of the requested days by period and by group or member, up to a minute old. */
export async function offShiftOf(scope: Scope, { by, per, ...query }: OffShiftQuery) {
  const { days, range } = daysOf(scope, query)
  const [{ totals, periods }, { counted, hidden }] = await Promise.all([
    remembered(scope, ['off-shift', per, days.start, days.end], () => countOffShift(scope.db, days, per)),
    rowsOf(scope, days, by),
  ])
  const countsByPeriod = new Map(periods.map(({ period, ...counts }) => [period, counts]))
  const rows = counted.slice(0, OFF_SHIFT_ROWS_MAX).map((row) => shownCells(row, hidden.has(row.key)))
  return {
    range,
    totals: shownTotals(totals),
    periods: periodsOf(range, per).map(({ name, start, end }) => ({
      start,
      end,
      ...shownCells(countsByPeriod.get(name) ?? NONE),
    })),
    rows: rows.map((row) => ({ ...row, received: by === 'member' ? null : row.received })),
    hasMore: counted.length > OFF_SHIFT_ROWS_MAX,
  }
}

/** Counts the rows, and names those that would reveal a figure about a few people; up to a minute old. */
function rowsOf(scope: Scope, days: AnalyticsQuery, by: OffShiftCut) {
  return remembered(scope, ['off-shift-rows', by, days.start, days.end], async () => {
    const [counted, shared] = await Promise.all([
      countOffShiftBy(scope.db, days, by),
      countOffShiftShared(scope.db, days, by),
    ])
    return { counted, shared, hidden: hiddenRows(counted.slice(0, OFF_SHIFT_ROWS_MAX), shared, by) }
  })
}

/** Whether the report hides a row because it would reveal another. */
export async function isRowHidden(scope: Scope, days: AnalyticsQuery, by: OffShiftCut, key: string): Promise<boolean> {
  return (await rowsOf(scope, days, by)).hidden.has(key)
}

const HEADERS = {
  from: msg({ message: 'From', context: 'day' }),
  to: msg({ message: 'To', context: 'day' }),
  group: msg({ message: 'Group' }),
  member: msg({ message: 'Teammate' }),
  people: msg({ message: 'People' }),
  sent: msg({ message: 'Texts sent' }),
  received: msg({ message: 'Texts received' }),
  minutes: msg({ message: 'Minutes' }),
}

/**
 * Returns the report as CSV, one row for each period and group or member; figures about a few people, or that would reveal
 * them, are empty. Records who downloaded which days.
 */
export async function exportOffShiftFile(
  scope: Scope,
  kernel: Kernel,
  { by, per, ...query }: OffShiftQuery,
): Promise<Download> {
  const { days, range } = daysOf(scope, query)
  await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(requireUserId(scope))
  await scope.tx(async (tx) =>
    tx.audit('analytics.off-shift-exported', null, { by, per, startDate: range.start, endDate: range.end }),
  )
  const [cells, { shared, hidden }] = await Promise.all([
    countOffShiftCells(scope.db, days, { by, per }),
    rowsOf(scope, days, by),
  ])
  const cellsByPeriod = Map.groupBy(cells, ({ period }) => period)
  const columns = [
    'from',
    'to',
    by,
    'people',
    'sent',
    ...(by === 'group' ? ['received' as const] : []),
    'minutes',
  ] as const
  const lines = periodsOf(range, per).flatMap(({ name, start, end }) => {
    const within = cellsByPeriod.get(name) ?? []
    const shown = within.filter(({ key }) => !hidden.has(key))
    const revealing = hiddenRows(shown, sharedIn(shared, periodName(per, name)), by)
    return within.map((counts) => {
      const cell = shownCells(counts, hidden.has(counts.key) || revealing.has(counts.key))
      const text = (count: number | null) => (count === null ? '' : String(count))
      const values = { from: start, to: end, group: cell.label, member: cell.label }
      return columns.map((column) =>
        column in values ? values[column as keyof typeof values] : text(cell[column as keyof OffShiftCounts]),
      )
    })
  })
  return {
    download: true,
    name: `off-shift-${range.start}-${range.end}.csv`,
    type: CSV_TYPE,
    content: writeCsv(
      columns.map((column) => localize(HEADERS[column], languageOf(scope))),
      (async function* () {
        yield lines
      })(),
    ),
  }
}
