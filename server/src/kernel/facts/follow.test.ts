import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house, type House } from '../../../test/kit/house.ts'
import { dealWithFacts } from './durable.ts'
import { factsAfter } from './follow.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests follow facts')

/** Writes facts at places of the log long gone, so that no transaction of now stands in the way. */
async function write(places: [xid: number, seq: number][]): Promise<void> {
  for (const [xid, seq] of places)
    await sql`insert into fact (seq, xid, org_id, name, payload, at) overriding system value
      values (${seq}, ${String(xid)}::xid8, ${t.acme.id}, 'tested', '{}', now())`.execute(system())
}

test('facts come by the number of their transaction, then by their own, and in steps none is left out or told twice', async () => {
  const places: [number, number][] = [
    [9, 8],
    [9, 9],
    [9, 10],
    [9, 100],
    [10, 3],
    [99, 1],
    [100, 2],
    [101, 5],
  ]
  await write([...places].reverse())
  const read: string[] = []
  let place = { xid: '0', seq: '0' }
  for (;;) {
    const step = await factsAfter(system(), place, 3)
    if (step.facts.length === 0) break
    read.push(...step.facts.filter((fact) => fact.name === 'tested').map((fact) => fact.place))
    place = step.place
  }
  expect(read).toEqual(places.map((one) => one.join('.')))
})

test('a follower that fails stays where it was, and one that holds the place keeps the others out', async () => {
  await sql`insert into fact_cursor values ('tests', '9'::xid8, 9, now())`.execute(system())
  const most = { follower: 'tests', most: 2, now: new Date() }
  const dealt: string[] = []
  const deal = () =>
    dealWithFacts(system(), most, async (_db, facts) => {
      dealt.push(...facts.map((fact) => fact.place))
    })
  await expect(
    dealWithFacts(system(), most, async () => {
      expect(await deal()).toBe(0)
      throw new Error('died')
    }),
  ).rejects.toThrow('died')
  expect(dealt).toEqual([])
  expect([await deal(), await deal()]).toEqual([2, 2])
  expect(dealt).toEqual(['9.10', '9.100', '10.3', '99.1'])
})
