import type { Conversation } from '@crewline/contract/inbox'
import { describe, expect, it } from 'vitest'
import { freezeRows } from './held-rows.ts'

const rows = (ids: string) => ids.split('').map((id) => ({ id }) as Conversation)
const held = (live: string, frozen: string) => {
  const { rows: visible, heldCount } = freezeRows(rows(live), frozen.split(''))
  return `${visible.map(({ id }) => id).join('')} ${heldCount}`
}

describe('a scrolled list', () => {
  it('keeps its order when nothing changes', () => expect(held('abcd', 'abcd')).toBe('abcd 0'))
  it('holds back a row that moves to the top', () => expect(held('cabd', 'abcd')).toBe('abcd 1'))
  it('holds back a new row', () => expect(held('xabcd', 'abcd')).toBe('abcd 1'))
  it('counts each row held back above', () => expect(held('xdabc', 'abcd')).toBe('abcd 2'))
  it('removes a row that left', () => expect(held('abd', 'abcd')).toBe('abd 0'))
  it('appends pages that were loaded meanwhile', () => expect(held('abcdef', 'abcd')).toBe('abcdef 0'))
})
