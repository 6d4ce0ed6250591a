import { expect, test } from 'vitest'
import { fetchedAtLast } from './lazy-part.ts'

/** Code that loads after this many failures. */
function code(failures: number) {
  const attempts = { count: 0 }
  const waited: number[] = []
  return {
    tries: attempts,
    waited,
    load: () => (attempts.count++ < failures ? Promise.reject(new Error('no network')) : Promise.resolve('code')),
    wait: (ms: number) => Promise.resolve(void waited.push(ms)),
  }
}

test('fetches code once when it loads at once', async () => {
  const { load, wait, tries, waited } = code(0)
  expect(await fetchedAtLast(load, wait)).toBe('code')
  expect([tries.count, waited.length]).toEqual([1, 0])
})

test('fetches code again after a failure, with growing delays', async () => {
  const { load, wait, waited } = code(3)
  expect(await fetchedAtLast(load, wait)).toBe('code')
  expect(waited).toEqual(waited.toSorted((a, b) => a - b))
  expect(waited).toHaveLength(3)
})

test('fails when code never loads', async () => {
  const { load, wait, tries } = code(Infinity)
  await expect(fetchedAtLast(load, wait)).rejects.toThrow('no network')
  expect(tries.count).toBeGreaterThan(3)
})
