import type { Locale } from '@crewline/contract/accounts'
import type { QueryOf } from '@crewline/contract/endpoint'
import {
  AnalyticsCut,
  CHILD_ROWS_MAX,
  CUT_ROWS_MAX,
  type ChildCells,
  type exportFigures,
  type ReplyTime,
} from '@crewline/contract/figures'
import { formatDate, languageName } from '@crewline/contract/formats'
import { EXPORTS_PER_HOUR } from '@crewline/contract/limits'
import type { LocalizedText } from '@crewline/contract/words'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, requireUserId, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { writeXlsx, XLSX_TYPE } from '../../kernel/spreadsheet/write-xlsx.ts'
import { childrenFigures } from './children.ts'
import { COLUMNS, FILE_NAME, PARTS, WORDS } from './export-words.ts'
import { cutsOf, hoursOf, replyTimesOf } from './figures.ts'
import { daysBefore } from './rules.ts'
import { analyticsOf, daysOf } from './service.ts'

/** January 4, 1970 was a Sunday. */
const SUNDAY = Date.UTC(1970, 0, 4)
const HOUR_MS = 3_600_000

/** The figures of a row by column; absent ones are empty, and null ones are hidden. */
type Figures = Partial<Record<(typeof COLUMNS)[number]['key'], number | null>>

/** What a file is written for. */
interface Writing {
  scope: Scope
  locale: Locale
  days: { startDate: string; endDate: string }
}

/**
 * Returns the figures of the dashboard as a spreadsheet with a row for each total, day, hour and value that is compared. Reads
 * what the dashboard reads, so scope and hidden figures are the same. Records who downloaded which days.
 */
export async function exportFile(
  scope: Scope,
  kernel: Kernel,
  { format, ...query }: QueryOf<typeof exportFigures>,
): Promise<Download> {
  const { range } = daysOf(scope, query)
  const userId = requireUserId(scope)
  await makeLimit(kernel, 'exports', EXPORTS_PER_HOUR, 3600).take(userId)
  const days = { startDate: range.start, endDate: range.end }
  await scope.tx(async (tx) => tx.audit('analytics.exported', null, { format, ...days }))
  const writing = { scope, locale: languageOf(scope), days }
  const write = (text: LocalizedText) => localize(text, writing.locale)
  const header = [PARTS.part, WORDS.name, WORDS.from, WORDS.to, ...COLUMNS.map(({ name }) => name)].map(write)
  const pages = pagesOf(writing, kernel)
  return {
    download: true,
    name: `${write(FILE_NAME)}-${range.start}-${range.end}.${format}`,
    type: format === 'xlsx' ? XLSX_TYPE : CSV_TYPE,
    content: format === 'xlsx' ? writeXlsx(header, pages) : writeCsv(header, pages),
  }
}

async function* pagesOf(writing: Writing, kernel: Kernel): AsyncGenerator<string[][]> {
  yield await totals(writing)
  yield await hours(writing)
  for (const by of AnalyticsCut.options) yield await cut(writing, by)
  yield await children(writing, kernel)
}

/** Writes one row; without other days, it is about the requested ones. */
function row(
  { locale, days }: Writing,
  part: LocalizedText,
  name: string,
  { figures, ...on }: { figures: Figures; from?: string; to?: string },
): string[] {
  const cellOf = (value: number | null | undefined) =>
    value === undefined ? '' : value === null ? localize(WORDS.hidden, locale) : String(value)
  const from = on.from ?? days.startDate
  return [
    localize(part, locale),
    name,
    from,
    on.to ?? on.from ?? days.endDate,
    ...COLUMNS.map(({ key }) => cellOf(figures[key])),
  ]
}

async function totals(writing: Writing): Promise<string[][]> {
  const { scope, locale, days } = writing
  const { totals: now, previous, series, range } = await analyticsOf(scope, days)
  const times = await replyTimesOf(scope, days)
  const before = daysBefore(range)
  return [
    row(writing, PARTS.total, localize(WORDS.requested, locale), { figures: { ...now, ...timesOf(times.now) } }),
    row(writing, PARTS.total, localize(WORDS.before, locale), {
      figures: { ...previous, ...timesOf(times.previous) },
      from: before.start,
      to: before.end,
    }),
    ...series.map(({ date, ...figures }) => row(writing, PARTS.day, date, { figures, from: date })),
  ]
}

const timesOf = ({ answers, medianMinutes, p90Minutes }: ReplyTime): Figures => ({
  answers,
  ...given({ medianMinutes, p90Minutes }),
})

/** Leaves out values that do not exist: only hidden ones are null in a row. */
function given<Key extends string>(values: Record<Key, number | null>): Partial<Record<Key, number>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<
    Record<Key, number>
  >
}

async function hours(writing: Writing): Promise<string[][]> {
  const { scope, locale, days } = writing
  const counted = await hoursOf(scope, days)
  return counted.hours.map(({ weekday, hour, received }) => {
    const moment = SUNDAY + (weekday * 24 + hour) * HOUR_MS
    const name = `${formatDate(moment, 'longWeekday', locale, 'UTC')} ${String(hour).padStart(2, '0')}:00`
    return row(writing, PARTS.hour, name, { figures: { received } })
  })
}

async function cut(writing: Writing, by: AnalyticsCut): Promise<string[][]> {
  const { scope, locale, days } = writing
  const { rows, hasMore } = await cutsOf(scope, { ...days, by })
  const nameOf = (key: string, label: string) =>
    key === '' ? localize(WORDS.notSet, locale) : by === 'language' ? languageName(key, locale) : label
  const written = rows.map(({ key, label, medianMinutes, received, contactsWhoReplied, ...figures }) =>
    row(writing, PARTS[by], nameOf(key, label), {
      figures: { ...figures, ...given({ medianMinutes, received, contactsWhoReplied }) },
    }),
  )
  const more = row(writing, PARTS[by], localize(WORDS.most(CUT_ROWS_MAX), locale), { figures: {} })
  return hasMore ? [...written, more] : written
}

async function children(writing: Writing, kernel: Kernel): Promise<string[][]> {
  const { scope, locale, days } = writing
  const { rows, totals: sums, hasMore } = await childrenFigures(scope, kernel, days)
  if (rows.length === 0) return []
  const of = (name: string, figures: ChildCells) => row(writing, PARTS.child, name, { figures })
  return [
    ...rows.map(({ name, ...cells }) => of(name, cells)),
    of(localize(WORDS.sum, locale), sums),
    ...(hasMore ? [row(writing, PARTS.child, localize(WORDS.most(CHILD_ROWS_MAX), locale), { figures: {} })] : []),
  ]
}
