import { expect, test } from 'vitest'
import { EDITS_MAX, nextFlight, putBack, withCorrection, type Waiting } from './corrections.ts'

const none: Waiting = new Map()

test('corrections of one row travel together, and of one cell the newer value counts', () => {
  let waiting = withCorrection(none, { row: 17, values: { 3: '555' } })
  waiting = withCorrection(waiting, { row: 17, values: { 1: 'Ana' } })
  waiting = withCorrection(waiting, { row: 17, values: { 3: '5550102233' } })
  waiting = withCorrection(waiting, { row: 17, skip: false })
  expect(nextFlight(waiting).edits).toEqual([{ row: 17, values: { 1: 'Ana', 3: '5550102233' }, skip: false }])
})

test('what did not arrive goes again, but not over what was written since', () => {
  const since = withCorrection(none, { row: 17, values: { 3: 'newer' } })
  const again = putBack(since, [
    { row: 17, values: { 3: 'older', 1: 'Ana' } },
    { row: 18, skip: true },
  ])
  expect([...again.values()]).toEqual([
    { row: 17, values: { 3: 'newer', 1: 'Ana' } },
    { row: 18, skip: true },
  ])
})

test('a request takes no more than the server does, and the rest follows', () => {
  let waiting = none
  for (let row = 1; row <= EDITS_MAX + 5; row += 1) waiting = withCorrection(waiting, { row, skip: true })
  const { edits, rest } = nextFlight(waiting)
  expect(edits).toHaveLength(EDITS_MAX)
  expect([...rest.keys()]).toEqual([201, 202, 203, 204, 205])
})
