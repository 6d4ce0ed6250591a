import type { OptOut } from '@crewline/contract/consent'
import { expect, test } from 'vitest'
import { numbersOf } from './api.ts'
import { linesOf } from './list-size.ts'

test('lines that say something are counted, whatever ends them', () => {
  expect(linesOf('')).toBe(0)
  expect(linesOf('\n  \r\n')).toBe(0)
  expect(linesOf('1\n2\r\n\r\n3\r4\n')).toBe(4)
})

test('a number that moved to another page while pages were read is listed once', () => {
  const one = (phone: string) => ({ phone }) as OptOut
  const pages = [{ data: [one('+1'), one('+2')] }, { data: [one('+2'), one('+3')] }]
  expect(numbersOf(pages).map(({ phone }) => phone)).toEqual(['+1', '+2', '+3'])
})
