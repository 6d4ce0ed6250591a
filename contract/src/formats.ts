// How dates, numbers, lists and names of languages read: the one place, for server and web. `npm test` rejects other
// uses of Intl for these.

/**
 * The regional form of each language: dates and numbers as the workforce reads them ("Apr 4", "1,016", "8:05 p.m.").
 * The pseudo language of the browser tests writes its dates in Greek, so that Latin letters show a text that bypassed
 * this file or the catalogs.
 */
const REGIONAL: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-US', 'en-XA': 'el' }

const DEFAULT = 'en-US'

const SHAPES = {
  /** 9:41 AM */
  time: { timeStyle: 'short' },
  /** 9 AM */
  hour: { hour: 'numeric' },
  /** Apr 4 */
  day: { month: 'short', day: 'numeric' },
  /** Apr 4, 2026 */
  date: { month: 'short', day: 'numeric', year: 'numeric' },
  /** Apr 4, 9:41 AM */
  dayTime: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** Apr 4, 2026, 9:41 AM */
  dateTime: { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** April 4 */
  longDay: { month: 'long', day: 'numeric' },
  /** April */
  monthName: { month: 'long' },
  /** April 2026 */
  month: { month: 'long', year: 'numeric' },
  /** Sat */
  weekday: { weekday: 'short' },
  /** Saturday */
  longWeekday: { weekday: 'long' },
  /** Sat 9:41 AM */
  weekdayTime: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
  /** Saturday 9:41 AM */
  longWeekdayTime: { weekday: 'long', hour: 'numeric', minute: '2-digit' },
  /** Sat, Apr 4 */
  weekdayDay: { weekday: 'short', month: 'short', day: 'numeric' },
  /** Sat, Apr 4, 2026 */
  weekdayDate: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
  /** Saturday, April 4 */
  longWeekdayDay: { weekday: 'long', month: 'long', day: 'numeric' },
  /** Saturday, April 4, 2026 */
  longWeekdayDate: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  /** Saturday, April 4, 2026 at 9:41 AM */
  full: { dateStyle: 'full', timeStyle: 'short' },
  /** Saturday, April 4, 2026 at 9:41:30 AM */
  exact: { dateStyle: 'full', timeStyle: 'medium' },
  /** Saturday, April 4, 2026 at 9:41 AM EDT */
  fullWithZone: {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The shape of a date; each is shown beside its name above. */
export type DateShape = keyof typeof SHAPES

/** Returns the tag that Intl and plural rules get for a language; the default for a tag that Intl does not accept. */
export function regionalTag(language: string): string {
  const known = REGIONAL[language]
  if (known) return known
  try {
    return Intl.getCanonicalLocales(language)[0] ?? DEFAULT
  } catch {
    return DEFAULT
  }
}

const cache = new Map<string, unknown>()

/** Creating a format costs a hundred times as much as using it, and a list shows many. */
function cached<Format>(key: string, create: () => Format): Format {
  const known = cache.get(key) as Format | undefined
  if (known) return known
  const format = create()
  cache.set(key, format)
  return format
}

function dateFormat(shape: DateShape, language: string, timeZone: string | undefined): Intl.DateTimeFormat {
  return cached(
    `date ${shape} ${language} ${timeZone ?? ''}`,
    () => new Intl.DateTimeFormat(regionalTag(language), { ...SHAPES[shape], ...(timeZone && { timeZone }) }),
  )
}

/** Formats a moment in a language and an IANA time zone; in the zone of the device when there is none. */
export function formatDate(at: Date | string | number, shape: DateShape, language: string, timeZone?: string): string {
  return dateFormat(shape, language, timeZone).format(new Date(at))
}

/** Formats a calendar day such as 2026-04-04, or a birthday without its year (04-04); returns other texts unchanged. */
export function formatDay(value: string, shape: DateShape, language: string): string {
  const [, year, month, day] = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/.exec(value) ?? []
  if (!month || !day) return value
  // A day has no time zone: it is parsed and formatted in UTC, where no clock change moves it.
  const at = Date.UTC(Number(year ?? 2000), Number(month) - 1, Number(day))
  return formatDate(at, year === undefined && shape === 'date' ? 'day' : shape, language, 'UTC')
}

/** Returns the day on which weeks begin where a language is read: 1 for Monday to 7 for Sunday. */
export function firstWeekday(language: string): number {
  const locale = new Intl.Locale(regionalTag(language)) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } }
  return locale.getWeekInfo?.().firstDay ?? 7
}

/** Formats the days from one to another, both included: "Dec 24 – 26, 2026"; one day when they are the same. */
export function formatDays(from: string, to: string, shape: DateShape, language: string): string {
  if (from === to) return formatDay(from, shape, language)
  return dateFormat(shape, language, 'UTC').formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`))
}

/** Formats an amount in the smallest unit of its currency: $1,016.00. */
export function formatMoney(cents: number, currency: string, language: string): string {
  const options = { style: 'currency', currency } as const
  const { maximumFractionDigits: digits = 2 } = cached(
    `digits ${currency}`,
    () => new Intl.NumberFormat(DEFAULT, options),
  ).resolvedOptions()
  return formatNumber(cents / 10 ** digits, language, options)
}

/** Formats a number: 1,016. */
export function formatNumber(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  return cached(
    `number ${language} ${JSON.stringify(options)}`,
    () => new Intl.NumberFormat(regionalTag(language), options),
  ).format(value)
}

/** Formats a share from 0 to 1 as a percentage: 99.6%. */
export function formatPercent(share: number, language: string, digits = 0): string {
  return formatNumber(share, language, { style: 'percent', maximumFractionDigits: digits })
}

/** Formats an amount of a unit in its shortest form: 5m, 2h. */
export function formatUnit(value: number, unit: 'minute' | 'hour' | 'day', language: string): string {
  return formatNumber(value, language, { style: 'unit', unit, unitDisplay: 'narrow' })
}

/** Formats a relative time within a sentence: "2 min. ago", "yesterday"; "now" for 0 seconds. */
export function formatRelative(
  amount: number,
  unit: 'second' | 'minute' | 'hour' | 'day',
  language: string,
  style: 'short' | 'long' = 'short',
): string {
  return cached(
    `relative ${language} ${style}`,
    () => new Intl.RelativeTimeFormat(regionalTag(language), { numeric: 'auto', style }),
  ).format(amount, unit)
}

/** Joins parts: "A, B, and C", or "A, B, or C". */
export function formatList(
  parts: Iterable<string>,
  language: string,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  return cached(`list ${language} ${type}`, () => new Intl.ListFormat(regionalTag(language), { type })).format(parts)
}

/** Returns the name of a language with a capital letter: "Spanish"; the tag itself when it has none. */
export function languageName(tag: string, language: string): string {
  const name = nameOf(tag, 'language', language)
  return name === undefined ? tag : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

/** Returns the name of a country: "Mexico"; the code itself when it has none. */
export function countryName(code: string, language: string): string {
  return nameOf(code, 'region', language) ?? code
}

function nameOf(code: string, type: 'language' | 'region', language: string): string | undefined {
  try {
    return cached(
      `name ${type} ${language}`,
      () => new Intl.DisplayNames([regionalTag(language)], { type, fallback: 'none' }),
    ).of(code)
  } catch {
    return undefined
  }
}
