import { expect, test } from 'vitest'
import { findHastyTests } from './check-tests.ts'
import { onPlanted } from './planted.ts'

const problems = (text: string) => onPlanted({ 'server/src/a.test.ts': text }, findHastyTests)

test('reports a limit on the time that something took', async () => {
  const limit = 'limits the time that something took; allow 10 s or measure computing time'
  expect(
    await problems(`
const since = performance.now()
expect(performance.now() - since).toBeLessThan(500)
expect((await closed) - since).toBeLessThanOrEqual(1_000)
`),
  ).toEqual([`server/src/a.test.ts:3 ${limit}`, `server/src/a.test.ts:4 ${limit}`])
  expect(
    await problems(`
const since = performance.now()
expect(performance.now() - since).toBeLessThan(10_000)
expect(performance.now() - since).toBeGreaterThan(200)
expect(size - used).toBeLessThan(500)
`),
  ).toEqual([])
})

test('reports waits that give up early', async () => {
  const short = 'gives up waiting within 10 s; a busy machine needs longer'
  expect(
    await problems(`
await expect.poll(() => count, { timeout: 5_000 }).toBe(1)
await vi.waitFor(() => expect(count).toBe(1))
await vi.waitFor(() => expect(count).toBe(1), 500)
setTimeout(() => reject(new Error('late')), 1_000)
`),
  ).toEqual([2, 3, 4, 5].map((line) => `server/src/a.test.ts:${line} ${short}`))
  expect(
    await problems(`
await expect.poll(() => count).toBe(1)
await expect.poll(() => count, { timeout: 20_000 }).toBe(1)
await vi.waitFor(() => expect(count).toBe(1), { timeout: 20_000 })
await vi.waitFor(() => expect(count).toBe(1), 10_000)
setTimeout(() => reject(new Error('late')), 30_000)
setTimeout(resolve, 50)
`),
  ).toEqual([])
})

test('reports queued in the response to a sent message while a sender runs', async () => {
  const expectations = `
expect(sent).toMatchObject({ http: 200, body: { message: { state: 'queued' } } })
expect((await send(bob)).body.message.state).toBe('queued')
`
  const queued = 'expects queued in a response; the sender may be faster than the response'
  const expected = [`server/src/a.test.ts:2 ${queued}`, `server/src/a.test.ts:3 ${queued}`]
  expect(await problems(`${expectations}await testApp()`)).toEqual(expected)
  expect(await problems(`${expectations}await testApp({ roles: 'web,sender' })`)).toEqual(expected)
  expect(await problems(`${expectations}await testApp({ roles: 'web' })`)).toEqual([])
})

test('reports passes of a follower that end when no event is visible yet', async () => {
  const follower = `
export async function follow(kernel) {
  return (await consumeEvents(kernel, {}, async () => {})) > 0
}`
  const loops = `
while (await follow(kernel));
while (await fetchPending(kernel));
await t.until(async () => {
  while (await follow(kernel));
  return isThere()
})
await followUntilNow(t, 'tests', follow)
`
  const files = { 'server/src/follow.ts': follower, 'server/src/a.test.ts': loops }
  expect(await onPlanted(files, findHastyTests)).toEqual([
    'server/src/a.test.ts:2 ends when no event is visible yet; wait with followUntilNow or until',
  ])
})
