import type { OptOut } from '@crewline/contract/consent'
import { expect, test } from 'vitest'
import { numbersOf } from './api.ts'
import { linesOf } from './list-size.ts'

test('counts lines that are not blank, with any line ending', () => {
  expect(linesOf('')).toBe(0)
  expect(linesOf('\n  \r\n')).toBe(0)
  expect(linesOf('1\n2\r\n\r\n3\r4\n')).toBe(4)
})

test('lists a number once that moved to another page during paging', () => {
  const makeOptOut = (phone: string) => ({ phone }) as OptOut
  const pages = [{ data: [makeOptOut('+1'), makeOptOut('+2')] }, { data: [makeOptOut('+2'), makeOptOut('+3')] }]
  expect(numbersOf(pages).map(({ phone }) => phone)).toEqual(['+1', '+2', '+3'])
})
