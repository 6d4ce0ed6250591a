import { expect, test } from 'vitest'
import { keyInCell, keyOnCell, type Extent, type Pressed } from './grid-keys.ts'

const extent: Extent = { rows: 3, columns: 2 }
const press = (key: string, more: Partial<Pressed> = {}): Pressed => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

test('arrows move and stop at the edges', () => {
  expect(keyOnCell(press('ArrowDown'), { row: 0, column: 1 }, extent)).toEqual({
    action: 'move',
    to: { row: 1, column: 1 },
  })
  expect(keyOnCell(press('ArrowUp'), { row: 0, column: 1 }, extent)).toEqual({
    action: 'move',
    to: { row: 0, column: 1 },
  })
  expect(keyOnCell(press('End', { ctrlKey: true }), { row: 0, column: 0 }, extent)).toEqual({
    action: 'move',
    to: { row: 2, column: 1 },
  })
})

test('the left arrow moves to the next column on a right-to-left page', () => {
  const action = keyOnCell(press('ArrowLeft'), { row: 0, column: 0 }, extent, true)
  expect(action).toEqual({ action: 'move', to: { row: 0, column: 1 } })
})

test('Enter and F2 edit the cell, a letter of any script replaces its value, Delete empties it', () => {
  const at = { row: 1, column: 0 }
  for (const key of ['Enter', 'F2']) expect(keyOnCell(press(key), at, extent)).toEqual({ action: 'write', keep: true })
  for (const key of ['a', '5', 'ñ', '李', '😀'])
    expect(keyOnCell(press(key), at, extent)).toEqual({ action: 'write', keep: false })
  expect(keyOnCell(press('Delete'), at, extent)).toEqual({ action: 'clear' })
})

test('Tab leaves the grid, and browser shortcuts keep working', () => {
  const at = { row: 1, column: 0 }
  expect(keyOnCell(press('Tab'), at, extent)).toBeUndefined()
  expect(keyOnCell(press('c', { ctrlKey: true }), at, extent)).toBeUndefined()
  expect(keyOnCell(press('ArrowLeft', { altKey: true }), at, extent)).toBeUndefined()
  expect(keyOnCell(press('Escape'), at, extent)).toBeUndefined()
})

test('while editing, Enter moves down, Tab moves to the next cell, Escape restores the value', () => {
  expect(keyInCell(press('Enter'), { row: 0, column: 1 }, extent)).toEqual({
    action: 'commit',
    to: { row: 1, column: 1 },
  })
  expect(keyInCell(press('Tab'), { row: 0, column: 1 }, extent)).toEqual({
    action: 'commit',
    to: { row: 1, column: 0 },
  })
  expect(keyInCell(press('Tab', { shiftKey: true }), { row: 0, column: 0 }, extent)).toEqual({
    action: 'commit',
    to: { row: 0, column: 0 },
  })
  expect(keyInCell(press('Tab'), { row: 2, column: 1 }, extent)).toEqual({
    action: 'commit',
    to: { row: 2, column: 1 },
  })
  expect(keyInCell(press('Escape'), { row: 0, column: 1 }, extent)).toEqual({ action: 'cancel' })
  expect(keyInCell(press('ArrowLeft'), { row: 0, column: 1 }, extent)).toBeUndefined()
})
