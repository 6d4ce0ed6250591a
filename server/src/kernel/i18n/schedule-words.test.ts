import { describe, expect, it } from 'vitest'
import { Schedule } from '@crewline/contract/schedule'
import { describeSchedule } from '@crewline/contract/schedule-words'
import { localize } from './localize.ts'

const words = (fields: object, language: string) => {
  const schedule = Schedule.parse({ timeZone: 'America/New_York', start: '2027-03-01T06:30', ...fields })
  // Intl separates the time from AM by a narrow space.
  return describeSchedule(schedule, { language, write: (text) => localize(text, language) }).replace(/\s/g, ' ')
}

describe('a schedule reads', () => {
  const recurring = { mode: 'recurring', frequency: 'daily' }
  it.each<[object, string, string]>([
    [{ ...recurring, frequency: 'weekly' }, 'Every Monday at 6:30 AM', 'Cada lunes, 6:30 a.m.'],
    [
      { ...recurring, frequency: 'weekly', interval: 2, weekdays: ['fri', 'mon', 'wed'] },
      'Every 2 weeks on Mon, Wed, and Fri at 6:30 AM',
      'Cada 2 semanas, lun, mié y vie, 6:30 a.m.',
    ],
    [
      { ...recurring, frequency: 'weekly', weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'] },
      'Every weekday at 6:30 AM',
      'De lunes a viernes, 6:30 a.m.',
    ],
    [
      { ...recurring, frequency: 'monthly', onDay: 'last_day', end: { type: 'on', date: '2027-09-01' } },
      'On the last day of every month at 6:30 AM, until Sep 1, 2027',
      'El último día de cada mes, 6:30 a.m., hasta el 1 sept 2027',
    ],
    [
      { ...recurring, frequency: 'monthly', start: '2027-01-31T13:00', end: { type: 'after', count: 6 } },
      'On day 31 (or the last day) of every month at 1:00 PM, 6 times',
      'El día 31 (o el último) de cada mes, 1:00 p.m., 6 veces',
    ],
    [
      { ...recurring, frequency: 'monthly', onDay: 'nth_weekday', inContactZone: true },
      "On the first Monday of every month at 6:30 AM (each contact's local time)",
      'El primer lunes de cada mes, 6:30 a.m. (hora local de cada contacto)',
    ],
    [
      { ...recurring, frequency: 'yearly', interval: 2, start: '2028-02-29T09:00' },
      'Every 2 years on February 29 (or the day before) at 9:00 AM',
      'Cada 2 años el 29 de febrero (o el día anterior), 9:00 a.m.',
    ],
    [{ ...recurring, interval: 3 }, 'Every 3 days at 6:30 AM', 'Cada 3 días, 6:30 a.m.'],
  ])('%j', (fields, english, spanish) => {
    expect([words(fields, 'en'), words(fields, 'es')]).toEqual([english, spanish])
  })

  it('once or now', () => {
    const once = { mode: 'once', at: '2027-03-01T06:30', timeZone: 'America/New_York' }
    const write = (schedule: object) =>
      describeSchedule(Schedule.parse(schedule), { language: 'en', write: (text) => localize(text, 'en') })
    expect(write(once).replace(/\s/g, ' ')).toBe('Mar 1, 2027, 6:30 AM')
    expect(write({ mode: 'now' })).toBe('Right away')
  })
})
