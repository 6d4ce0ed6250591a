import type { Conversation } from '@crewline/contract/inbox'
import { describe, expect, test } from 'vitest'
import { nextWaiting } from './next-waiting.ts'

const row = (id: string, assignee?: string, isWaiting = true) =>
  ({
    id,
    shared: {
      assignee: assignee ? { userId: assignee } : null,
      waitingSince: isWaiting ? '2026-03-02T12:00:00Z' : null,
    },
  }) as Conversation

describe('the next conversation of the waiting queue', () => {
  test('is the next one below the open one', () => {
    expect(nextWaiting({ rows: [row('a'), row('b'), row('c')], nextIds: ['a', 'b'], current: 'b', me: 'me' })).toBe('c')
  })
  test('is the first one when none is open', () => {
    expect(nextWaiting({ rows: [row('a'), row('b')], nextIds: [], current: '', me: 'me' })).toBe('a')
  })
  test('starts again at the top after the last', () => {
    expect(nextWaiting({ rows: [row('a'), row('b')], nextIds: [], current: 'b', me: 'me' })).toBe('a')
  })
  test('skips those of teammates and those that were just answered', () => {
    const rows = [row('a'), row('b', 'gus'), row('c', undefined, false), row('d', 'me')]
    expect(nextWaiting({ rows, nextIds: [], current: 'a', me: 'me' })).toBe('d')
  })
  test('is one of a teammate when the server names no other', () => {
    expect(nextWaiting({ rows: [row('a'), row('b', 'gus')], nextIds: ['a', 'b'], current: 'a', me: 'me' })).toBe('b')
  })
  test('does not exist when only the open one waits', () => {
    expect(nextWaiting({ rows: [row('a')], nextIds: ['a'], current: 'a', me: 'me' })).toBeUndefined()
  })
})
