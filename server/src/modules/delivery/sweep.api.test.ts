import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorker, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { sweep } from './sweep.ts'

let t: House
beforeAll(async () => {
  t = await house()
})
afterAll(() => t.close())

const lost = async (share: number) => {
  const answer = await fetch(`${t.carrier.url}/control/carrier`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ lostCallbacksPct: share }),
  })
  expect(answer.status).toBe(200)
}
const HALF_AN_HOUR = 30 * 60_000
const receivedFrom = async (worker: Worker) =>
  (
    await sql<{
      body: string
    }>`select body from message where contact_id = ${worker.id} and direction = 'in' order by id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map((row) => row.body)

test.each([
  [1, '+14155558101'],
  [30, '+14155558102'],
  [100, '+14155558103'],
])('with %i of 100 calls lost, one sweep receives what is missing and nothing twice', async (share, phone) => {
  const worker = await makeWorker(t.process.kernel, t.acme.id, 'Swept', phone)
  const bodies = Array.from({ length: 30 }, (_, n) => `Swept ${n}`)
  await lost(share)
  for (const body of bodies) await t.carrier.texts(phone, body, t.acme.line.phone)
  await lost(0)
  await sweep(t.process.kernel, HALF_AN_HOUR)
  // A call that was under way during the sweep is a repeat.
  await t.until(async () => (await receivedFrom(worker)).length >= bodies.length)
  expect(await sweep(t.process.kernel, HALF_AN_HOUR)).toBe(0)
  expect((await receivedFrom(worker)).toSorted()).toEqual(bodies.toSorted())
})

test('a STOP whose call was lost holds as soon as it is found', async () => {
  const worker = await makeWorker(t.process.kernel, t.acme.id, 'Gone', '+14155558104')
  await lost(100)
  await t.carrier.texts(worker.phone, 'STOP', t.acme.line.phone)
  await lost(0)
  expect(await sweep(t.process.kernel, HALF_AN_HOUR)).toBe(1)
  const found = await sql`select from consent where phone = ${worker.phone} and opted_out`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(found.rows).toHaveLength(1)
  await t.drain()
  expect((await t.carrier.sent()).filter((sent) => sent.to === worker.phone)).toHaveLength(1)
})
