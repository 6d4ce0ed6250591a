// Reads dates and times of day as people text them, in the languages of contacts.
import { daysAfter } from '@crewline/contract/calendar'
import { formatDate } from '@crewline/contract/formats'
import { plainWords } from '../consent/index.ts'
import { listOf } from './list-rules.ts'

/** Countries that write the month before the day. */
const MONTH_FIRST = new Set(['US', 'CA', 'PH'])

const WORDS: readonly (readonly [daysFromNow: number, words: ReadonlySet<string>])[] = [
  [0, setOf('today, hoy, aujourdhui, aujourd hui, hoje, hom nay, 今天, 今日, jodi a, jodia, اليوم')],
  [1, setOf('tomorrow, tmrw, tomorow, manana, demain, amanha, ngay mai, mai, 明天, demen, غدا, بكره')],
  [-1, setOf('yesterday, ayer, hier, ontem, hom qua, 昨天, ye, امس')],
]
const NOON = setOf('noon, midday, mediodia, midi, meio dia, trua, 中午, الظهر')
const MIDNIGHT = setOf('midnight, medianoche, minuit, meia noite, nua dem, 午夜, منتصف الليل')
const MORNING =
  /(?<!\p{L})(a\.? ?m\b|de la manana|da manha|du matin|sang|dimaten|nan maten)|上午|早上|凌晨|صباح|(?:^|[\s\d])ص(?:$|\s)/u
const EVENING =
  /(?<!\p{L})(p\.? ?m\b|de la tarde|de la noche|da tarde|da noite|de lapres midi|du soir|chieu|toi|apremidi|diswa|aswe)|下午|晚上|مساء|(?:^|[\s\d])م(?:$|\s)/u

function setOf(words: string): ReadonlySet<string> {
  return new Set(listOf(words).map(plainWords))
}

/** The languages that write months as words; Haitian Creole has no locale in Intl. */
const NAMED = ['en', 'es', 'fr', 'pt', 'ar']

/** The number of each name of a month, in full and short. */
const MONTHS: ReadonlyMap<string, number> = new Map(
  NAMED.flatMap((language) =>
    Array.from({ length: 12 }, (_, month) => month).flatMap((month) => {
      const middle = Date.UTC(2026, month, 15)
      const names = [formatDate(middle, 'monthName', language, 'UTC'), formatDate(middle, 'day', language, 'UTC')]
      return names.map((name): [string, number] => [lastWord(plainWords(name)), month + 1])
    }),
  ),
)

/** The short form of a month stands next to its day: "15 de dez". */
function lastWord(words: string): string {
  return words.split(' ').findLast((word) => /^\p{Letter}{3,}$/u.test(word)) ?? words
}

const HAITIAN = listOf('janvye, fevriye, mas, avril, me, jen, jiye, out, septanm, oktob, novanm, desanm')

/**
 * Reads a calendar day: "12/24", "24 dic 2026", "2026-12-24" or "tomorrow". Where two numbers could be either, the country
 * decides which one is the month. Without a year it is the nearest such day. `today` is the day of the sender when they
 * sent it. Returns a day as 2026-12-24; undefined when the text is anything else.
 */
export function parseDay(body: string, { today, country }: { today: string; country: string }): string | undefined {
  const words = plainWords(body)
  const named = WORDS.find(([, known]) => known.has(words))
  if (named) return daysAfter(today, named[0])
  const text = body.normalize('NFKC').trim()
  const written = /^(\d{4})[-/.年 ]+(\d{1,2})[-/.月 ]+(\d{1,2})日?$/u.exec(text)
  if (written) return dayOf(Number(written[1]), Number(written[2]), Number(written[3]))
  const chinese = /^(\d{1,2})月(\d{1,2})[日号號]?$/u.exec(text)
  if (chinese) return nearest(Number(chinese[1]), Number(chinese[2]), today)
  const numbers = /^(\d{1,2})[-/. ]+(\d{1,2})(?:[-/. ]+(\d{4}|\d{2}))?$/.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    const isMonthFirst = second > 12 || (first <= 12 && MONTH_FIRST.has(country))
    const [month, day] = isMonthFirst ? [first, second] : [second, first]
    return numbers[3] === undefined ? nearest(month, day, today) : dayOf(yearOf(numbers[3]), month, day)
  }
  return withMonthName(words, today)
}

function withMonthName(words: string, today: string): string | undefined {
  const numbers = (words.match(/\d+/g) ?? []).map(Number)
  const month = words
    .split(' ')
    .map(monthOf)
    .find((number) => number !== undefined)
  const [day = 0, year] = numbers.length === 2 && (numbers[0] ?? 0) > 31 ? numbers.toReversed() : numbers
  const others = words
    .replace(/\d+/g, ' ')
    .split(' ')
    .filter((word) => word !== '' && monthOf(word) === undefined)
  const isPlain = others.every((word) => /^(st|nd|rd|th|er|de|del|of|the|le|o|el)$/.test(word))
  if (month === undefined || numbers.length === 0 || numbers.length > 2 || !isPlain) return undefined
  return year === undefined ? nearest(month, day, today) : dayOf(yearOf(String(year)), month, day)
}

function monthOf(word: string): number | undefined {
  const haitian = HAITIAN.indexOf(word)
  return MONTHS.get(word) ?? (haitian === -1 ? undefined : haitian + 1)
}

function yearOf(digits: string): number {
  return digits.length === 2 ? 2000 + Number(digits) : Number(digits)
}

/** Returns the day in the year in which it is nearest to today. */
function nearest(month: number, day: number, today: string): string | undefined {
  const years = [-1, 0, 1].map((more) => Number(today.slice(0, 4)) + more)
  const days = years.flatMap((year) => dayOf(year, month, day) ?? [])
  const distance = (date: string) => Math.abs(Date.parse(date) - Date.parse(today))
  return days.toSorted((a, b) => distance(a) - distance(b))[0]
}

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && year <= 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? iso(date)
    : undefined
}

function iso(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/**
 * Reads a time of day: "5:30 pm", "17h30", "noon". An hour up to 12 needs a word for the half of the day where clocks
 * have twelve hours. Returns it as 17:30; undefined when the text is anything else.
 */
export function parseClock(body: string, country: string): string | undefined {
  const words = plainWords(body)
  if (NOON.has(words)) return '12:00'
  if (MIDNIGHT.has(words)) return '00:00'
  const text = body.normalize('NFKC').trim()
  const found = /^(?:\D{0,8})(\d{1,2})(?: ?[:.h时時点點] ?(\d{2})?)?(?:分|min)?(\D{0,20})$/iu.exec(text)
  if (!found) return undefined
  const [hour, minute] = [Number(found[1]), Number(found[2] ?? '0')]
  const isMorning = MORNING.test(words)
  const isEvening = EVENING.test(words)
  if (hour > 23 || minute > 59 || (isMorning && isEvening)) return undefined
  if (isMorning || isEvening) {
    if (hour > 12) return isEvening ? clock(hour, minute) : undefined
    return clock((hour % 12) + (isEvening ? 12 : 0), minute)
  }
  // "5" alone could be anything; "5:30" is the morning only where clocks have 24 hours.
  const isWhole = found[2] === undefined && !/[h时時点點]/iu.test(text)
  if (isWhole || /\p{Letter}/u.test((found[3] ?? '').replace(/^h$/i, ''))) return undefined
  return hour >= 1 && hour <= 12 && MONTH_FIRST.has(country) ? undefined : clock(hour, minute)
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Returns how a date is written in a country, with a day that shows which number is the month. */
export function sampleDay(country: string, year: number): string {
  return MONTH_FIRST.has(country) ? `12/24/${year}` : `24/12/${year}`
}

/** Returns how a time is written in a country. */
export function sampleClock(country: string): string {
  return MONTH_FIRST.has(country) ? '5:30 PM' : '17:30'
}
