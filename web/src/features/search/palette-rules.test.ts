import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arranged, highlightAt, matchedRanges, matches, parseQuery, type Row } from './palette-rules.ts'

const row = (kind: Row['kind'], label: string, path = `/${label}`): Row => ({
  key: `${kind}-${label}`,
  kind,
  label,
  path,
})

describe('the query', () => {
  it.each([
    ['mari', { terms: 'mari', only: undefined }],
    ['@mari', { terms: 'mari', only: 'person' }],
    ['> mark', { terms: 'mark', only: 'action' }],
    ['#', { terms: '', only: 'group' }],
  ])('parses %s', (typed, expected) => {
    expect(parseQuery(typed)).toEqual(expected)
  })
})

describe('matching', () => {
  it.each([
    ['Maria Lopez', 'lop mar', true],
    ['María López', 'maria', true],
    ['Maria Lopez', 'mria', true],
    ['Maria Lopez', 'marai', true],
    ['Maria Lopez', 'mx', false],
    ['Night shift', 'shift', true],
    ['Night shift', 'ift', false],
  ])('%s by %s: %s', (label, terms, expected) => {
    expect(matches(label, terms)).toBe(expected)
  })
  it('never fails, finds every word of the label, and marks the matches', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (label, terms) => {
        matches(label, terms)
        for (const word of label.split(/[\s·,/-]+/).filter(Boolean)) expect(matches(label, word)).toBe(true)
        for (const [from, to] of matchedRanges(label, terms)) expect(from <= to && to <= label.length).toBe(true)
      }),
    )
  })
})

describe('the list', () => {
  it('keeps its order and lists nothing twice', () => {
    const rows = [
      row('page', 'Inbox'),
      row('person', 'Maria'),
      row('recent', 'Maria', '/Maria'),
      row('action', 'Mark all as read'),
    ]
    expect(arranged(rows, parseQuery('m')).map((item) => item.key)).toEqual([
      'recent-Maria',
      'action-Mark all as read',
      'page-Inbox',
    ])
    expect(arranged(rows, parseQuery('@m')).map((item) => item.key)).toEqual(['person-Maria'])
  })
  it('offers to add a contact last, also in a long list', () => {
    const add: Row = { key: 'add', kind: 'add', label: 'Add' }
    const contacts = Array.from({ length: 50 }, (_, at) => row('person', `Ana ${at}`))
    const result = arranged([add, ...contacts], parseQuery('@ana'))
    expect([result.length, result[0]?.key, result.at(-1)?.key]).toEqual([41, 'person-Ana 0', 'add'])
  })
  it('keeps the highlight on the row chosen by the user, also when rows are inserted above', () => {
    const before = [row('person', 'Ana'), row('person', 'Ben')]
    const after = [row('action', 'Add'), ...before]
    expect([highlightAt(before, 'person-Ben'), highlightAt(after, 'person-Ben'), highlightAt(after, 'gone')]).toEqual([
      1, 2, 0,
    ])
  })
  it('marks the typed text', () => {
    expect(matchedRanges('Maria Lopez', 'lop ma')).toEqual([
      [0, 2],
      [6, 9],
    ])
  })
})
