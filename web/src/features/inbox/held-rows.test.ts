import type { Conversation } from '@crewline/contract/inbox'
import { describe, expect, it } from 'vitest'
import { holdRows } from './held-rows.ts'

const rows = (ids: string) => ids.split('').map((id) => ({ id }) as Conversation)
const held = (live: string, frozen: string) => {
  const { rows: shown, heldCount } = holdRows(rows(live), frozen.split(''))
  return `${shown.map(({ id }) => id).join('')} ${heldCount}`
}

describe('a scrolled list', () => {
  it('stands still when nothing happens', () => expect(held('abcd', 'abcd')).toBe('abcd 0'))
  it('holds a row that moves to the top', () => expect(held('cabd', 'abcd')).toBe('abcd 1'))
  it('holds a new row', () => expect(held('xabcd', 'abcd')).toBe('abcd 1'))
  it('counts each that came above', () => expect(held('xdabc', 'abcd')).toBe('abcd 2'))
  it('lets a row go that left', () => expect(held('abd', 'abcd')).toBe('abd 0'))
  it('appends pages that were loaded meanwhile', () => expect(held('abcdef', 'abcd')).toBe('abcdef 0'))
})
