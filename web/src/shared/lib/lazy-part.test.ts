import { expect, test } from 'vitest'
import { fetchedAtLast } from './lazy-part.ts'

/** Code that arrives after so many failures. */
function code(failures: number) {
  const tries = { count: 0 }
  const waited: number[] = []
  return {
    tries,
    waited,
    load: () => (tries.count++ < failures ? Promise.reject(new Error('no network')) : Promise.resolve('code')),
    wait: (ms: number) => Promise.resolve(void waited.push(ms)),
  }
}

test('code that comes at once is fetched once', async () => {
  const { load, wait, tries, waited } = code(0)
  expect(await fetchedAtLast(load, wait)).toBe('code')
  expect([tries.count, waited.length]).toEqual([1, 0])
})

test('code that did not come is fetched again, later each time', async () => {
  const { load, wait, waited } = code(3)
  expect(await fetchedAtLast(load, wait)).toBe('code')
  expect(waited).toEqual(waited.toSorted((a, b) => a - b))
  expect(waited).toHaveLength(3)
})

test('code that never comes is said to have failed', async () => {
  const { load, wait, tries } = code(Infinity)
  await expect(fetchedAtLast(load, wait)).rejects.toThrow('no network')
  expect(tries.count).toBeGreaterThan(3)
})
