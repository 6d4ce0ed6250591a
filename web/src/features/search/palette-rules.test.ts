import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arranged, highlightAt, matchedRanges, matches, wantedBy, type Row } from './palette-rules.ts'

const row = (kind: Row['kind'], label: string, path = `/${label}`): Row => ({
  key: `${kind}-${label}`,
  kind,
  label,
  path,
})

describe('what is asked for', () => {
  it.each([
    ['mari', { words: 'mari', only: undefined }],
    ['@mari', { words: 'mari', only: 'person' }],
    ['> mark', { words: 'mark', only: 'action' }],
    ['#', { words: '', only: 'group' }],
  ])('reads %s', (typed, wanted) => {
    expect(wantedBy(typed)).toEqual(wanted)
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
  ])('%s by %s: %s', (label, words, expected) => {
    expect(matches(label, words)).toBe(expected)
  })
  it('never fails, finds every word of the label, and marks what is there', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (label, words) => {
        matches(label, words)
        for (const word of label.split(/[\s·,/-]+/).filter(Boolean)) expect(matches(label, word)).toBe(true)
        for (const [from, to] of matchedRanges(label, words)) expect(from <= to && to <= label.length).toBe(true)
      }),
    )
  })
})

describe('the list', () => {
  it('keeps its order and shows nothing twice', () => {
    const rows = [
      row('page', 'Inbox'),
      row('person', 'Maria'),
      row('recent', 'Maria', '/Maria'),
      row('action', 'Mark all read'),
    ]
    expect(arranged(rows, wantedBy('m')).map((one) => one.key)).toEqual([
      'recent-Maria',
      'action-Mark all read',
      'page-Inbox',
    ])
    expect(arranged(rows, wantedBy('@m')).map((one) => one.key)).toEqual(['person-Maria'])
  })
  it('offers to add somebody last, also among many', () => {
    const add: Row = { key: 'add', kind: 'add', label: 'Add' }
    const many = Array.from({ length: 50 }, (_, at) => row('person', `Ana ${at}`))
    const shown = arranged([add, ...many], wantedBy('@ana'))
    expect([shown.length, shown[0]?.key, shown.at(-1)?.key]).toEqual([41, 'person-Ana 0', 'add'])
  })
  it('keeps the highlight where the person put it, also when rows come in above', () => {
    const before = [row('person', 'Ana'), row('person', 'Ben')]
    const after = [row('action', 'Add'), ...before]
    expect([highlightAt(before, 'person-Ben'), highlightAt(after, 'person-Ben'), highlightAt(after, 'gone')]).toEqual([
      1, 2, 0,
    ])
  })
  it('marks what was typed', () => {
    expect(matchedRanges('Maria Lopez', 'lop ma')).toEqual([
      [0, 2],
      [6, 9],
    ])
  })
})
