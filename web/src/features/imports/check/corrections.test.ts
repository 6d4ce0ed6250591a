import { expect, test } from 'vitest'
import { EDITS_MAX, nextFlight, putBack, withCorrection, type Waiting } from './corrections.ts'

const none: Waiting = new Map()

test('merges corrections of one row and keeps the newer value of a cell', () => {
  let waiting = withCorrection(none, { row: 17, values: { 3: '555' } })
  waiting = withCorrection(waiting, { row: 17, values: { 1: 'Ana' } })
  waiting = withCorrection(waiting, { row: 17, values: { 3: '5550102233' } })
  waiting = withCorrection(waiting, { row: 17, skip: false })
  expect(nextFlight(waiting).edits).toEqual([{ row: 17, values: { 1: 'Ana', 3: '5550102233' }, skip: false }])
})

test('resends failed corrections without overwriting newer values', () => {
  const since = withCorrection(none, { row: 17, values: { 3: 'newer' } })
  const restored = putBack(since, [
    { row: 17, values: { 3: 'older', 1: 'Ana' } },
    { row: 18, skip: true },
  ])
  expect([...restored.values()]).toEqual([
    { row: 17, values: { 3: 'newer', 1: 'Ana' } },
    { row: 18, skip: true },
  ])
})

test('sends at most as many corrections as the server accepts and keeps the rest', () => {
  let waiting = none
  for (let row = 1; row <= EDITS_MAX + 5; row += 1) waiting = withCorrection(waiting, { row, skip: true })
  const { edits, rest } = nextFlight(waiting)
  expect(edits).toHaveLength(EDITS_MAX)
  expect([...rest.keys()]).toEqual([201, 202, 203, 204, 205])
})
