import { describe, expect, it } from 'vitest'
import {
  countryName,
  formatDate,
  formatDay,
  formatDays,
  formatList,
  formatNumber,
  formatPercent,
  formatRelative,
  formatUnit,
  languageName,
  regionalTag,
} from './formats.ts'

const at = '2026-04-04T20:05:00Z'
/** Intl puts narrow spaces before AM and around dashes, which differ between versions. */
const plain = (text: string) => text.replace(/[\s\u2009\u202F]/g, ' ')
const date = (shape: Parameters<typeof formatDate>[1], language: string) =>
  plain(formatDate(at, shape, language, 'UTC'))

describe('dates', () => {
  it('name the month first in English and use a 12-hour clock in both languages', () => {
    expect(date('day', 'en')).toBe('Apr 4')
    expect(date('date', 'en')).toBe('Apr 4, 2026')
    expect(date('time', 'en')).toBe('8:05 PM')
    expect(date('day', 'es')).toBe('4 abr')
    expect(date('time', 'es')).toBe('8:05 p.m.')
    expect(date('weekdayTime', 'es')).toBe('sáb 8:05 p.m.')
  })
  it('use the time zone they get', () => {
    expect(plain(formatDate(new Date(at), 'dayTime', 'en', 'Asia/Tokyo'))).toBe('Apr 5, 5:05 AM')
  })
  it('have no time zone when they are calendar days', () => {
    expect(formatDay('2026-04-04', 'date', 'en')).toBe('Apr 4, 2026')
    expect(formatDay('2026-01-01', 'longWeekday', 'en')).toBe('Thursday')
    expect(plain(formatDays('2026-12-24', '2027-01-02', 'date', 'en'))).toBe('Dec 24, 2026 – Jan 2, 2027')
    expect(formatDays('2026-12-24', '2026-12-24', 'weekdayDate', 'en')).toBe('Thu, Dec 24, 2026')
  })
  it('leave out the year of a birthday that has none, and keep other texts', () => {
    expect(formatDay('04-03', 'date', 'en')).toBe('Apr 3')
    expect(formatDay('soon', 'date', 'en')).toBe('soon')
  })
  it('follow any language, and fall back to English for a tag that is none', () => {
    expect(formatDay('2026-04-04', 'day', 'fr')).toBe('4 avr.')
    expect(formatDay('2026-04-04', 'day', 'not a tag')).toBe('Apr 4')
    expect(regionalTag('pt-br')).toBe('pt-BR')
  })
  it('are relative within a sentence', () => {
    expect(formatRelative(0, 'second', 'en')).toBe('now')
    expect(formatRelative(-2, 'minute', 'es')).toBe('hace 2 min')
  })
})

describe('numbers', () => {
  it('are grouped from four digits on, with a decimal point and no space before %', () => {
    for (const language of ['en', 'es']) {
      expect(formatNumber(1016, language)).toBe('1,016')
      expect(formatPercent(0.996, language, 1)).toBe('99.6%')
    }
    expect(formatPercent(0.996, 'en')).toBe('100%')
  })
  it('carry units', () => {
    expect(formatUnit(5, 'minute', 'en')).toBe('5m')
  })
})

describe('names', () => {
  it('are in the language of the reader, with a capital letter', () => {
    expect(languageName('es', 'es')).toBe('Español')
    expect(languageName('es', 'en')).toBe('Spanish')
    expect(countryName('MX', 'es')).toBe('México')
  })
  it('are the code itself when there is none', () => {
    expect(languageName('not a tag', 'en')).toBe('not a tag')
    expect(countryName('none', 'en')).toBe('none')
  })
  it('are joined as a sentence', () => {
    expect(formatList(['Ann', 'Bo', 'Cy'], 'en')).toBe('Ann, Bo, and Cy')
    expect(formatList(['Ann', 'Iris'], 'es')).toBe('Ann e Iris')
    expect(formatList(['Ann', 'Bo'], 'en', 'disjunction')).toBe('Ann or Bo')
  })
})
