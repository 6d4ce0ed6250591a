import { expect, test } from 'vitest'
import {
  freeId,
  localTime,
  momentOf,
  moved,
  newQuestion,
  withCopy,
  withJump,
  withoutQuestion,
  withPasted,
} from './form-rules.ts'

const first = newQuestion('choice', [])
const second = newQuestion('short_text', [first])

test('ids are never used twice', () => {
  expect([first.id, second.id, freeId('q', [{ id: 'q9' }, { id: 'x' }])]).toEqual(['q1', 'q2', 'q10'])
})

test('a question moves by one place, and not beyond the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})

test('a copy follows its question, under an id of its own', () => {
  expect(withCopy([first, second], 0).map(({ id }) => id)).toEqual(['q1', 'q3', 'q2'])
})

test('a removed question is no longer the target of an answer', () => {
  const jumping = withJump(first, 'o1', 'q2')
  expect(jumping.jumps).toEqual([{ on: 'o1', to: 'q2' }])
  expect(withJump(jumping, 'o1', '').jumps).toEqual([])
  expect(withoutQuestion([jumping, second], 'q2')).toEqual([first])
})

test('a pasted list becomes options', () => {
  const pasted = withPasted(first, 1, 'Friday\r\n\nSaturday\nSunday', 'en')
  expect(pasted.options.map(({ id, label }) => [id, label.en])).toEqual([
    ['o1', undefined],
    ['o2', 'Friday'],
    ['o3', 'Saturday'],
    ['o4', 'Sunday'],
  ])
})

test('a time of a date input is read as it was shown', () => {
  const at = '2026-12-01T09:30:00.000Z'
  expect(momentOf(localTime(at))).toBe(at)
  expect([localTime(null), momentOf('')]).toEqual(['', null])
})
