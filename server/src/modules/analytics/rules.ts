import type { Words } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'

/** Most days in one answer. */
const MOST_DAYS = 366
/** Days answered when nobody asks for others. */
const USUAL_DAYS = 30
/** Nobody texted from here before. */
const FIRST_DAY = '2000-01-01'

const DAY_MS = 24 * 3_600_000

/** Calendar days from `start` to `end`, both included. */
export interface Days {
  start: string
  end: string
  count: number
}

/** The calendar day it is somewhere. */
export function dayAt(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(moment)
}

/** A calendar day so many days later; days have no hours, so clocks that change do not matter. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The days asked for; the last thirty, or thirty up to the end, where the ask is silent. Refuses others in words. */
export function daysAsked(ask: { startDate?: string | undefined; endDate?: string | undefined }, today: string): Days {
  for (const [field, day] of Object.entries(ask))
    if (day !== undefined && day < FIRST_DAY)
      refuse(field, { en: 'Choose a day after the year 2000.', es: 'Elige un día posterior al año 2000.' })
  const end = ask.endDate ?? today
  const start = ask.startDate ?? daysLater(end, 1 - USUAL_DAYS)
  if (start > end) {
    if (ask.endDate === undefined)
      refuse('startDate', { en: 'Choose a day that has begun.', es: 'Elige un día que ya haya empezado.' })
    refuse('endDate', {
      en: 'Choose an end that is not before the start.',
      es: 'Elige un final que no sea anterior al inicio.',
    })
  }
  const count = (Date.parse(end) - Date.parse(start)) / DAY_MS + 1
  if (count > MOST_DAYS)
    refuse(ask.startDate === undefined ? 'endDate' : 'startDate', {
      en: 'Choose 366 days or fewer.',
      es: 'Elige 366 días o menos.',
    })
  return { start, end, count }
}

function refuse(field: string, words: Words): never {
  fail('invalid', { fieldErrors: { [field]: words } })
}
