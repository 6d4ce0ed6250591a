import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { consumeEvents } from './durable.ts'
import { readEventsAfter } from './read.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests follow events')

/** Writes events at positions far in the past, so that no running transaction hides them. */
async function write(positions: [xid: number, seq: number][]): Promise<void> {
  for (const [xid, seq] of positions)
    await sql`insert into event_log (seq, xid, org_id, name, payload, at) overriding system value
      values (${seq}, ${String(xid)}::xid8, ${t.acme.id}, 'tested', '{}', now())`.execute(system())
}

test('reads events by transaction id, then sequence number, in steps without gaps or repeats', async () => {
  const positions: [number, number][] = [
    [9, 8],
    [9, 9],
    [9, 10],
    [9, 100],
    [10, 3],
    [99, 1],
    [100, 2],
    [101, 5],
  ]
  await write([...positions].reverse())
  const read: string[] = []
  let position = { xid: '0', seq: '0' }
  for (;;) {
    const step = await readEventsAfter(system(), position, 3)
    if (step.events.length === 0) break
    read.push(...step.events.filter((event) => event.name === 'tested').map((event) => event.position))
    position = step.position
  }
  expect(read).toEqual(positions.map((entry) => entry.join('.')))
})

test('keeps the position of a follower that fails, and lets only one process advance it', async () => {
  await sql`insert into event_cursor values ('tests', '9'::xid8, 9, now())`.execute(system())
  const most = { follower: 'tests', most: 2, now: new Date() }
  const dealt: string[] = []
  const deal = () =>
    consumeEvents(system(), most, async (_db, events) => {
      dealt.push(...events.map((event) => event.position))
    })
  await expect(
    consumeEvents(system(), most, async () => {
      expect(await deal()).toBe(0)
      throw new Error('died')
    }),
  ).rejects.toThrow('died')
  expect(dealt).toEqual([])
  expect([await deal(), await deal()]).toEqual([2, 2])
  expect(dealt).toEqual(['9.10', '9.100', '10.3', '99.1'])
})
