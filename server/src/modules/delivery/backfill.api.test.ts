import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeContact, type TestContact } from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { backfill } from './backfill.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
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
const receivedFrom = async (contact: TestContact) =>
  (
    await sql<{
      body: string
    }>`select body from message where contact_id = ${contact.id} and direction = 'in' order by id`.execute(
      t.process.kernel.database.ofOrg(t.acme.id),
    )
  ).rows.map((row) => row.body)

test.each([
  [1, '+14155558101'],
  [30, '+14155558102'],
  [100, '+14155558103'],
])('with %i of 100 webhooks lost, backfills what is missing once', async (share, phone) => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Swept', phone)
  const bodies = Array.from({ length: 30 }, (_, n) => `Swept ${n}`)
  await lost(share)
  for (const body of bodies) await t.carrier.texts(phone, body, t.acme.line.phone)
  await lost(0)
  // A webhook in flight during the backfill is a repeat. A backfill leaves what it could not list to the next one.
  await t.until(async () => {
    await backfill(t.process.kernel, HALF_AN_HOUR)
    return (await receivedFrom(contact)).length >= bodies.length
  })
  expect(await backfill(t.process.kernel, HALF_AN_HOUR)).toBe(0)
  expect((await receivedFrom(contact)).toSorted()).toEqual(bodies.toSorted())
})

test('applies a STOP whose webhook was lost as soon as it is backfilled', async () => {
  const contact = await makeContact(t.process.kernel, t.acme.id, 'Gone', '+14155558104')
  await lost(100)
  await t.carrier.texts(contact.phone, 'STOP', t.acme.line.phone)
  await lost(0)
  const count = await t.until(() => backfill(t.process.kernel, HALF_AN_HOUR))
  expect(count).toBe(1)
  const result = await sql`select from consent where phone = ${contact.phone} and opted_out`.execute(
    t.process.kernel.database.ofOrg(t.acme.id),
  )
  expect(result.rows).toHaveLength(1)
  await t.drain()
  expect((await t.carrier.sent()).filter((sent) => sent.to === contact.phone)).toHaveLength(1)
})
