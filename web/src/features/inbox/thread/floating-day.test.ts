import { expect, it } from 'vitest'
import type { Bubble, ThreadRow } from '../../messages/index.ts'
import { floatingDay } from './floating-day.ts'

const line = (at: string): ThreadRow => ({ kind: 'day', key: `day-${at}`, at })
const message = (at: string): ThreadRow => ({
  kind: 'bubble',
  key: at,
  bubble: { at } as Bubble,
  startsGroup: true,
  endsGroup: true,
  isLast: false,
})
const rows: ThreadRow[] = [
  line('2026-11-20T08:00'),
  message('2026-11-20T08:00'),
  message('2026-11-20T09:00'),
  { kind: 'new', key: 'new' },
  line('2026-11-21T08:00'),
  message('2026-11-21T08:00'),
]
const dayOf = (at: string) => at.slice(0, 10)
const dayAt = (top: number, isLineCut = false) =>
  floatingDay({ rows, top, dayOf, isInView: (index) => (isLineCut ? index > top : index >= top) })

it('names the day of the messages at the top edge once the line of that day is out of view', () => {
  expect(dayAt(1)).toBe('2026-11-20T08:00')
  expect(dayAt(2)).toBe('2026-11-20T09:00')
  expect(dayAt(5)).toBe('2026-11-21T08:00')
})

it('names no day beside the line of the same day', () => {
  expect(dayAt(0)).toBeUndefined()
  expect(dayAt(3)).toBeUndefined()
  expect(dayAt(4)).toBeUndefined()
})

it('names the day again when its line has just left the view', () => expect(dayAt(4, true)).toBe('2026-11-21T08:00'))

it('names no day in an empty thread', () =>
  expect(floatingDay({ rows: [], top: 0, dayOf, isInView: () => true })).toBeUndefined())
