import { expect, test } from 'vitest'
import { makePoster } from './poster.ts'

test('posters are written one after the other, and refused when too many wait', async () => {
  const poster = {
    size: 'a4' as const,
    organization: 'Acme',
    headings: ['Join'],
    code: 'https://acme.example/join',
    notes: [],
    address: 'acme.example/join',
    at: new Date(0),
  }
  const made = await Promise.allSettled(Array.from({ length: 12 }, () => makePoster(poster)))
  expect(made.map(({ status }) => status)).toEqual([...Array(9).fill('fulfilled'), ...Array(3).fill('rejected')])
  expect(made.at(-1)).toMatchObject({ reason: { code: 'slow_down' } })
  expect((await makePoster(poster)).subarray(0, 5).toString()).toBe('%PDF-')
})
