import { localTimeAt } from '@crewline/contract/calendar'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenMoment, fieldsOf, laterTimes, momentOf, nightEnd } from './zone-time.ts'

const chicago = 'America/Chicago'
const zones = [chicago, 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const at = (text: string) => new Date(text)

describe('the local time of a contact', () => {
  it('converts back to the same instant', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z'), noInvalidDate: true }),
        (zone, moment) => {
          const { date, time } = fieldsOf(zone, moment)
          const instant = chosenMoment(zone, date, time)
          // An hour that occurs twice has one name for two instants.
          expect(instant && fieldsOf(zone, instant)).toEqual({ date, time })
        },
      ),
    )
  })
  it('moves a time in the skipped hour of spring later by that hour', () => {
    const moment = momentOf(chicago, { year: 2026, month: 3, day: 8, hour: 2, minute: 30 })
    expect(moment.toISOString()).toBe('2026-03-08T08:30:00.000Z')
    expect(localTimeAt(chicago, moment)).toMatchObject({ hour: 3, minute: 30 })
  })
  it('uses the first of the repeated hours in autumn', () => {
    expect(momentOf(chicago, { year: 2026, month: 11, day: 1, hour: 1, minute: 30 }).toISOString()).toBe(
      '2026-11-01T06:30:00.000Z',
    )
  })
  it('is undefined while the fields are incomplete', () => {
    expect(chosenMoment(chicago, '', '08:00')).toBeUndefined()
    expect(chosenMoment(chicago, '2026-01-01', '')).toBeUndefined()
  })
})

describe('the times to send later', () => {
  it('are an hour ahead, tomorrow morning and Monday morning of the contact', () => {
    const friday = at('2026-11-20T18:00:20Z')
    expect(laterTimes(chicago, friday).map(({ key, at: moment }) => [key, moment.toISOString()])).toEqual([
      ['hour', '2026-11-20T19:01:00.000Z'],
      ['tomorrow', '2026-11-21T14:00:00.000Z'],
      ['monday', '2026-11-23T14:00:00.000Z'],
    ])
  })
  it('omit Monday on a Sunday, and mean the next one on a Monday', () => {
    expect(laterTimes(chicago, at('2026-11-22T18:00:00Z')).map(({ key }) => key)).toEqual(['hour', 'tomorrow'])
    expect(laterTimes(chicago, at('2026-11-23T18:00:00Z')).at(-1)?.at.toISOString()).toBe('2026-11-30T14:00:00.000Z')
  })
  it('offer the end of the night once when an hour ahead is within it', () => {
    const night = { start: '21:00', end: '08:00' }
    const offered = (now: string, end = night.end) =>
      laterTimes(chicago, at(now), { ...night, end }).map(({ key, at: moment }) => [key, moment.toISOString()])
    expect(offered('2026-11-20T09:09:00Z')[0]).toEqual(['morning', '2026-11-20T14:00:00.000Z'])
    expect(offered('2026-11-21T03:30:00Z')[0]).toEqual(['tomorrow', '2026-11-21T14:00:00.000Z'])
    expect(offered('2026-11-21T03:30:00Z', '07:30')[0]).toEqual(['morning', '2026-11-21T13:30:00.000Z'])
    expect(offered('2026-11-20T18:00:00Z')[0]).toEqual(['hour', '2026-11-20T19:00:00.000Z'])
  })
})

describe('the night', () => {
  const night = { start: '21:00', end: '08:00' }
  it.each([
    ['2026-11-21T02:59:00Z', null],
    ['2026-11-21T03:00:00Z', '2026-11-21T14:00:00.000Z'],
    ['2026-11-21T13:59:00Z', '2026-11-21T14:00:00.000Z'],
    ['2026-11-21T14:00:00Z', null],
  ])('at %s ends at %s', (now, end) => {
    expect(nightEnd(chicago, at(now), night)?.toISOString() ?? null).toBe(end)
  })
  it('may be within one day', () => {
    expect(nightEnd('UTC', at('2026-11-21T12:30:00Z'), { start: '12:00', end: '13:00' })?.toISOString()).toBe(
      '2026-11-21T13:00:00.000Z',
    )
    expect(nightEnd('UTC', at('2026-11-21T13:00:00Z'), { start: '12:00', end: '13:00' })).toBeNull()
  })
  it('lasts through a weekday that is quiet as a whole', () => {
    const week = { start: '21:00', end: '08:00', days: { sun: { start: '00:00', end: '00:00' } } }
    expect(nightEnd('UTC', at('2026-11-22T12:00:00Z'), week)?.toISOString()).toBe('2026-11-23T08:00:00.000Z')
    expect(nightEnd('UTC', at('2026-11-21T12:00:00Z'), week)).toBeNull()
  })
})
