import type { DateOrder } from '@crewline/contract/imports'

const SLASHED = /^(\d{1,2})[./-](\d{1,2})(?:[./-](\d{4}|\d{2}))?(?:[ T].*)?$/

/** Determines the date order of a column from its unambiguous dates; without any, from the country. */
export function dateOrderOf(cells: string[], country: string): DateOrder {
  let [months, days] = [0, 0]
  for (const cell of cells) {
    const [, first, second] = SLASHED.exec(cell) ?? []
    if (Number(first) > 12) days += 1
    if (Number(second) > 12) months += 1
  }
  if (months !== days) return months > days ? 'mdy' : 'dmy'
  return ['US', 'PR', 'PH', 'GU', 'VI'].includes(country) ? 'mdy' : 'dmy'
}

/**
 * Finds the columns with mixed dates, row by row: some dates begin with the month, others with the day, and some can be
 * read both ways.
 */
export function mixedDatesFinder(): { count(cells: string[]): void; isMixed(index: number): boolean } {
  const seen: { isMonthFirst?: boolean; isDayFirst?: boolean; isOpen?: boolean }[] = []
  return {
    count: (cells) => {
      for (const [index, cell] of cells.entries()) {
        const [, first, second] = SLASHED.exec(cell.trim()) ?? []
        if (first === undefined || second === undefined) continue
        const column = (seen[index] ??= {})
        if (Number(first) > 12) column.isDayFirst = true
        else if (Number(second) > 12) column.isMonthFirst = true
        else if (Number(first) !== Number(second)) column.isOpen = true
      }
    },
    isMixed: (index) => {
      const { isMonthFirst = false, isDayFirst = false, isOpen = false } = seen[index] ?? {}
      return isMonthFirst && isDayFirst && isOpen
    },
  }
}

const MONTHS = [
  'jan|ene',
  'feb',
  'mar',
  'apr|abr',
  'may',
  'jun',
  'jul',
  'aug|ago',
  'sep|set',
  'oct',
  'nov',
  'dec|dic',
].map((names) => new RegExp(`^(${names})`, 'i'))

interface Parts {
  year: number | undefined
  month: number
  day: number
}

/** Returns a day as YYYY-MM-DD, or undefined; `pivot` is the last year that two digits can mean. */
export function readDate(text: string, order: DateOrder, pivot: number): string | undefined {
  const parts = partsOf(text, order, pivot)
  if (!parts || parts.year === undefined || !exists(parts)) return undefined
  return `${String(parts.year).padStart(4, '0')}-${two(parts.month)}-${two(parts.day)}`
}

/** Returns a birthday as YYYY-MM-DD, or MM-DD when there is no year. */
export function readBirthday(text: string, order: DateOrder, thisYear: number): string | undefined {
  const parts = partsOf(text, order, thisYear)
  if (!parts || !exists(parts)) return undefined
  if (parts.year === undefined) return `${two(parts.month)}-${two(parts.day)}`
  if (parts.year < thisYear - 120 || parts.year > thisYear) return undefined
  return `${parts.year}-${two(parts.month)}-${two(parts.day)}`
}

function partsOf(text: string, order: DateOrder, pivot: number): Parts | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[ T].*)?$/.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) }
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text)
  if (compact) return { year: Number(compact[1]), month: Number(compact[2]), day: Number(compact[3]) }
  if (/^\d{4,5}(\.\d+)?$/.test(text)) return serial(Number(text))
  const slashed = SLASHED.exec(text)
  if (slashed) {
    const [, a, b, year] = slashed
    const [month, day] = order === 'mdy' ? [Number(a), Number(b)] : [Number(b), Number(a)]
    const turned = month > 12 && day <= 12
    return { year: yearOf(year, pivot), month: turned ? day : month, day: turned ? month : day }
  }
  return named(text, pivot)
}

/** "23 Apr 1990", "Apr 23, 1990", "23 de abril de 1990". */
function named(text: string, pivot: number): Parts | undefined {
  const parts = text
    .replace(/\b(de|del|of|the)\b|(?<=\d)(st|nd|rd|th|º)/gi, ' ')
    .split(/[\s,./-]+/)
    .filter(Boolean)
  const at = parts.findIndex((part) => /^\p{Letter}{3,}$/u.test(part))
  const month = MONTHS.findIndex((name) => name.test(parts[at] ?? '')) + 1
  const numbers = parts.filter((_, nth) => nth !== at)
  if (month === 0 || numbers.length === 0 || numbers.length > 2 || numbers.some((part) => !/^\d+$/.test(part)))
    return undefined
  const [day = '', year] = numbers
  return { year: yearOf(year, pivot), month, day: Number(day) }
}

/** Reads a spreadsheet serial number, for files that lost the date format. */
function serial(number: number): Parts | undefined {
  if (number < 3_000 || number > 80_000) return undefined
  const day = new Date(Date.UTC(1899, 11, 30) + Math.floor(number) * 86_400_000)
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, day: day.getUTCDate() }
}

function yearOf(text: string | undefined, pivot: number): number | undefined {
  if (text === undefined) return undefined
  const year = Number(text)
  if (text.length > 2) return year
  const full = Math.floor(pivot / 100) * 100 + year
  return full > pivot ? full - 100 : full
}

function exists({ year = 2000, month, day }: Parts): boolean {
  const made = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && year <= 2200 && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
