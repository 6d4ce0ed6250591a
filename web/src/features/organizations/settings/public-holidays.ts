/** Public holidays with known rules; the page supplies their names. */
export type PublicHolidayKey =
  | 'newYear'
  | 'martinLutherKing'
  | 'washington'
  | 'memorial'
  | 'juneteenth'
  | 'independenceUs'
  | 'labor'
  | 'columbus'
  | 'veterans'
  | 'thanksgiving'
  | 'christmas'
  | 'constitutionMx'
  | 'juarez'
  | 'workers'
  | 'independenceMx'
  | 'revolution'

/** A public holiday of the coming year. */
export interface PublicHoliday {
  key: PublicHolidayKey
  /** A day as 2026-12-25. */
  day: string
  /** Whether it is on the same date each year. */
  isFixed: boolean
}

const JAN = 1
const MON = 1
const THU = 4

/** A day of a month, or its nth weekday; -1 is the last one. */
type Rule = { month: number; day: number } | { month: number; weekday: number; nth: 1 | 2 | 3 | 4 | -1 }

const newYear: Rule = { month: JAN, day: 1 }
const christmas: Rule = { month: 12, day: 25 }

/** By law: 5 U.S.C. 6103 and article 74 of the Mexican Ley Federal del Trabajo. */
const rules: Record<string, Partial<Record<PublicHolidayKey, Rule>>> = {
  US: {
    newYear,
    martinLutherKing: { month: JAN, weekday: MON, nth: 3 },
    washington: { month: 2, weekday: MON, nth: 3 },
    memorial: { month: 5, weekday: MON, nth: -1 },
    juneteenth: { month: 6, day: 19 },
    independenceUs: { month: 7, day: 4 },
    labor: { month: 9, weekday: MON, nth: 1 },
    columbus: { month: 10, weekday: MON, nth: 2 },
    veterans: { month: 11, day: 11 },
    thanksgiving: { month: 11, weekday: THU, nth: 4 },
    christmas,
  },
  MX: {
    newYear,
    constitutionMx: { month: 2, weekday: MON, nth: 1 },
    juarez: { month: 3, weekday: MON, nth: 3 },
    workers: { month: 5, day: 1 },
    independenceMx: { month: 9, day: 16 },
    revolution: { month: 11, weekday: MON, nth: 3 },
    christmas,
  },
}

/** Returns whether the public holidays of a country are known. */
export function hasPublicHolidays(country: string): boolean {
  return country in rules
}

/** Returns the public holidays of a country for one year from a day on, in order; empty for an unknown country. */
export function publicHolidays(country: string, today: string): PublicHoliday[] {
  const year = Number(today.slice(0, 4))
  const end = `${year + 1}${today.slice(4)}`
  return Object.entries(rules[country] ?? {})
    .flatMap(([key, rule]) =>
      [year, year + 1].map((of) => ({ key: key as PublicHolidayKey, day: dayIn(of, rule), isFixed: 'day' in rule })),
    )
    .filter(({ day }) => day >= today && day < end)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

function dayIn(year: number, rule: Rule): string {
  const textOf = (day: number) => new Date(Date.UTC(year, rule.month - 1, day)).toISOString().slice(0, 10)
  if ('day' in rule) return textOf(rule.day)
  const { month, weekday, nth } = rule
  // Day 0 is the last day of the previous month.
  const from = nth === -1 ? new Date(Date.UTC(year, month, 0)) : new Date(Date.UTC(year, month - 1, 1))
  const ahead = (weekday - from.getUTCDay() + 7) % 7
  return nth === -1 ? textOf(from.getUTCDate() - ((7 - ahead) % 7)) : textOf(1 + ahead + 7 * (nth - 1))
}
