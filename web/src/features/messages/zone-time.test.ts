import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenMoment, fieldsOf, laterTimes, momentOf, nightEnd, wallAt } from './zone-time.ts'

const chicago = 'America/Chicago'
const zones = [chicago, 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const at = (text: string) => new Date(text)

describe('the clocks where a worker is', () => {
  it('lead back to the moment they were read at', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z'), noInvalidDate: true }),
        (zone, moment) => {
          const { date, time } = fieldsOf(zone, moment)
          const found = chosenMoment(zone, date, time)
          // An hour that comes twice has one name for two moments.
          expect(found && fieldsOf(zone, found)).toEqual({ date, time })
        },
      ),
    )
  })
  it('skip an hour in spring: the time comes as much later', () => {
    const moment = momentOf(chicago, { year: 2026, month: 3, day: 8, hour: 2, minute: 30 })
    expect(moment.toISOString()).toBe('2026-03-08T08:30:00.000Z')
    expect(wallAt(chicago, moment)).toMatchObject({ hour: 3, minute: 30 })
  })
  it('show an hour twice in autumn: the first is meant', () => {
    expect(momentOf(chicago, { year: 2026, month: 11, day: 1, hour: 1, minute: 30 }).toISOString()).toBe(
      '2026-11-01T06:30:00.000Z',
    )
  })
  it('say nothing while the fields are not whole', () => {
    expect(chosenMoment(chicago, '', '08:00')).toBeUndefined()
    expect(chosenMoment(chicago, '2026-01-01', '')).toBeUndefined()
  })
})

describe('the times to send later', () => {
  it('are an hour ahead, tomorrow morning and Monday morning there', () => {
    const friday = at('2026-11-20T18:00:20Z')
    expect(laterTimes(chicago, friday).map(({ key, at: moment }) => [key, moment.toISOString()])).toEqual([
      ['hour', '2026-11-20T19:01:00.000Z'],
      ['tomorrow', '2026-11-21T14:00:00.000Z'],
      ['monday', '2026-11-23T14:00:00.000Z'],
    ])
  })
  it('leave Monday out on a Sunday, and mean the next one on a Monday', () => {
    expect(laterTimes(chicago, at('2026-11-22T18:00:00Z')).map(({ key }) => key)).toEqual(['hour', 'tomorrow'])
    expect(laterTimes(chicago, at('2026-11-23T18:00:00Z')).at(-1)?.at.toISOString()).toBe('2026-11-30T14:00:00.000Z')
  })
  it('offer the end of the night where an hour ahead is in it, once', () => {
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
  it('may lie within one day', () => {
    expect(nightEnd('UTC', at('2026-11-21T12:30:00Z'), { start: '12:00', end: '13:00' })?.toISOString()).toBe(
      '2026-11-21T13:00:00.000Z',
    )
    expect(nightEnd('UTC', at('2026-11-21T13:00:00Z'), { start: '12:00', end: '13:00' })).toBeNull()
  })
})
