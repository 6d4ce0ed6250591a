import { describe, expect, it } from 'vitest'
import { readFilter } from '../filters/index.ts'
import {
  clockTime,
  exampleOf,
  languagesOf,
  offsetChoice,
  offsetDaysOf,
  withField,
  withoutDateAudience,
  withoutDatePath,
  withText,
  writtenTexts,
  yearsFrom,
} from './celebration-rules.ts'

describe('the texts of a celebration', () => {
  it('name each of their languages once', () => {
    expect(languagesOf([{ en: 'A' }, { es: 'B', en: 'C' }])).toEqual(['en', 'es'])
  })

  it('get a field in place of what is selected, with the caret after it', () => {
    expect(withField('Happy day, you!', 'first_name', [11, 14])).toEqual({
      body: 'Happy day, {first_name}!',
      caret: 23,
    })
  })

  it('change in one language only', () => {
    expect(withText([{ en: 'A' }, { en: 'B' }], 1, 'es', 'C')).toEqual([{ en: 'A' }, { en: 'B', es: 'C' }])
  })

  it('are sent without empty ones', () => {
    expect(writtenTexts([{ en: ' ' }, { en: 'B', es: '' }])).toEqual([{ en: 'B' }])
  })

  it('are shown with example values', () => {
    const example = { firstname: 'Maria', organization: 'Acme', years: 5 }
    expect(exampleOf('{years} years, {first_name|there}! {organization}', example)).toBe('5 years, Maria! Acme')
  })
})

it.each([
  ['1, 5 10', [1, 5, 10]],
  ['10,5,5', [5, 10]],
  ['0, 100, x', []],
  ['', []],
])('reads the years of %j', (text, years) => {
  expect(yearsFrom(text)).toEqual(years)
})

it('shows a time as the language writes it', () => {
  expect(clockTime('14:05', 'en').replaceAll(/\s/gu, ' ')).toBe('2:05 PM')
  expect(clockTime('09:00', 'de')).toBe('09:00')
})

it('links to the contacts without a date', () => {
  const filters = new URLSearchParams(withoutDatePath({ kind: 'anniversary', field: null }).split('?')[1]).get(
    'filters',
  )
  expect(readFilter(filters)).toMatchObject({
    filter: { children: [{ field: 'hireDate', cmp: 'empty' }] },
    dropped: [],
    isBroken: false,
  })
})

it('asks the people of the celebration who have no date, and no one who is left out', () => {
  const audience = { everyone: false, groupIds: ['a'], excludeGroupIds: ['b'] }
  expect(withoutDateAudience({ kind: 'date', field: 'citizen', audience })).toEqual({
    filter: {
      op: 'and',
      children: [
        { field: 'group', cmp: 'member_of', value: ['a'] },
        { field: 'custom.citizen', cmp: 'empty' },
      ],
    },
    exclude: { groupIds: ['b'], contactIds: [] },
  })
  expect(
    withoutDateAudience({ kind: 'birthday', field: null, audience: { ...audience, everyone: true } }).filter,
  ).toEqual({ op: 'and', children: [{ field: 'birthday', cmp: 'empty' }] })
})

describe('how far the text is from the date', () => {
  it.each([
    [0, { side: 'on', count: 0, unit: 'days' }],
    [-3, { side: 'before', count: 3, unit: 'days' }],
    [14, { side: 'after', count: 2, unit: 'weeks' }],
    [-60, { side: 'before', count: 60, unit: 'days' }],
  ] as const)('%i days are chosen as %j, and back', (days, choice) => {
    expect(offsetChoice(days)).toEqual(choice)
    expect(offsetDaysOf(choice)).toBe(days)
  })

  it('is at least a day, and at most the limit', () => {
    expect(offsetDaysOf({ side: 'before', count: 0, unit: 'days' })).toBe(-1)
    expect(offsetDaysOf({ side: 'after', count: 40, unit: 'weeks' })).toBe(60)
  })
})
