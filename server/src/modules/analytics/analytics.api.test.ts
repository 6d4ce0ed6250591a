import { analytics } from '@crewline/contract/analytics'
import { groupContacts } from '@crewline/contract/groups'
import { conversations } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limitTo, makeGroup, makeOrg, makePerson, type Org, type Person, type Worker } from '../../../test/kit/cast.ts'
import { house, type House } from '../../../test/kit/house.ts'
import { announceLines } from '../delivery/index.ts'

let t: House
beforeAll(async () => {
  t = await house({ roles: 'web' })
})
afterAll(() => t.close())

/** An id as old as its moment. */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
}

interface Written {
  at: string
  worker: Worker
  state?: string
  texts?: number
  /** Whether a carrier took it; what it took is sent. */
  taken?: boolean
}

/** Writes a message as history has it; an incoming one where no state is given. */
async function write(org: Org, { at, worker, state = 'received', texts = 1, taken = true }: Written): Promise<void> {
  const moment = new Date(at)
  const direction = state === 'received' ? 'in' : 'out'
  await sql`
    insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, carrier_id, at)
    values (${org.id}, ${idAt(moment)}, ${worker.id}, ${direction}, 'x', 'GSM-7', ${texts}, ${org.line.id}, 'a', 'b', ${state},
            ${direction === 'out' && taken ? 'c' : null}, ${moment})`.execute(t.process.kernel.database.ofOrg(org.id))
}
async function said(org: Org, worker: Worker, action: 'opt_out' | 'opt_in', at: string): Promise<void> {
  const moment = new Date(at)
  await sql`insert into consent_event (org_id, id, phone, action, method, words, at)
    values (${org.id}, ${idAt(moment)}, ${worker.phone}, ${action}, 'keyword', 'STOP', ${moment})`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
}
const ask = async (person: Person, startDate?: string, endDate?: string) =>
  (
    await t.as(person).call(analytics, {
      query: { ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) },
    })
  ).body

test('the days begin and end where the organization is, also when its clocks change', async () => {
  const { acme } = t
  const { bob, cat, dan } = acme
  // In Chicago 8 March 2026 has 23 hours, from 06:00Z to 05:00Z.
  for (const [at, worker] of [
    ['2026-03-08T05:59:59.999Z', bob],
    ['2026-03-08T06:00:00.000Z', bob],
    ['2026-03-09T04:59:59.999Z', cat],
    ['2026-03-09T05:00:00.000Z', dan],
  ] as const)
    await write(acme, { at, worker })
  const spring = await ask(acme.ann, '2026-03-07', '2026-03-09')
  expect(spring.range).toEqual({ start: '2026-03-07', end: '2026-03-09', timeZone: 'America/Chicago' })
  expect(spring.series.map((day) => [day.date, day.received])).toEqual([
    ['2026-03-07', 1],
    ['2026-03-08', 2],
    ['2026-03-09', 1],
  ])
  const sunday = await ask(acme.ann, '2026-03-08', '2026-03-08')
  expect(sunday.totals).toMatchObject({ received: 2, peopleWhoReplied: 2, activeConversations: 2 })
  expect(sunday.previous).toMatchObject({ received: 1, peopleWhoReplied: 1 })
  // 1 November 2026 has 25 hours, from 05:00Z to 06:00Z.
  for (const at of [
    '2026-11-01T04:59:59.999Z',
    '2026-11-01T05:00:00Z',
    '2026-11-02T05:59:59.999Z',
    '2026-11-02T06:00:00Z',
  ])
    await write(acme, { at, worker: bob })
  const autumn = await ask(acme.ann, '2026-10-31', '2026-11-02')
  expect(autumn.series.map((day) => day.received)).toEqual([1, 2, 1])
})

test('where clocks change at midnight no message falls between two days', async () => {
  const org = await makeOrg(t.process.kernel, 'Habana', 4)
  await sql`update organization set timezone = 'America/Havana' where id = ${org.id}`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  // In Havana 1 November 2026 begins at 04:00Z, and its first hour comes twice.
  for (const at of [
    '2026-11-01T03:59:59Z',
    '2026-11-01T04:00:00Z',
    '2026-11-01T05:00:00Z',
    '2026-11-02T04:59:59Z',
    '2026-11-02T05:00:00Z',
  ])
    await write(org, { at, worker: org.bob })
  const found = await ask(org.ann, '2026-10-31', '2026-11-02')
  expect(found.series.map((day) => day.received)).toEqual([1, 3, 1])
  expect(found.totals.received).toBe(5)
})

test('what was sent, delivered, not delivered and answered, on the days asked for and on as many before', async () => {
  const { beta } = t
  const { bob, cat, dan } = beta
  const out = (at: string, worker: Worker, state: string, more: Partial<Written> = {}) =>
    write(beta, { at, worker, state, ...more })
  await out('2026-05-10T12:00:00Z', bob, 'delivered', { texts: 3 })
  await out('2026-05-10T13:00:00Z', cat, 'sent')
  await out('2026-05-11T12:00:00Z', bob, 'undelivered', { texts: 2 })
  await out('2026-05-11T12:00:00Z', dan, 'failed', { taken: false, texts: 5 })
  await out('2026-05-11T12:01:00Z', dan, 'suppressed', { taken: false })
  await out('2026-05-11T12:02:00Z', dan, 'queued', { taken: false })
  await out('2026-05-11T12:03:00Z', dan, 'unknown', { taken: false })
  await write(beta, { at: '2026-05-11T15:00:00Z', worker: bob })
  await write(beta, { at: '2026-05-11T16:00:00Z', worker: bob })
  await out('2026-05-08T12:00:00Z', bob, 'delivered')
  await out('2026-05-09T12:00:00Z', bob, 'delivered', { texts: 4 })
  await write(beta, { at: '2026-05-09T15:00:00Z', worker: cat })
  await out('2026-05-07T12:00:00Z', bob, 'delivered')
  await out('2026-05-12T12:00:00Z', bob, 'delivered')
  const found = await ask(beta.vic, '2026-05-10', '2026-05-11')
  expect(found.totals).toEqual({
    contacts: 3,
    reachable: 3,
    sent: 3,
    sentTexts: 6,
    delivered: 1,
    notDelivered: 3,
    received: 2,
    peopleWhoReplied: 1,
    activeConversations: 3,
    unanswered: 0,
    optOuts: 0,
  })
  expect(found.previous).toEqual({ sent: 2, delivered: 2, received: 1, optOuts: 0, peopleWhoReplied: 1 })
  expect(found.series).toEqual([
    { date: '2026-05-10', sent: 2, delivered: 1, received: 0 },
    { date: '2026-05-11', sent: 1, delivered: 0, received: 2 },
  ])
})

test('a person opts out once until they come back', async () => {
  const { acme } = t
  await said(acme, acme.bob, 'opt_out', '2026-06-01T12:00:00Z')
  await said(acme, acme.bob, 'opt_out', '2026-06-10T12:00:00Z')
  await said(acme, acme.cat, 'opt_out', '2026-06-10T13:00:00Z')
  await said(acme, acme.cat, 'opt_in', '2026-06-10T14:00:00Z')
  await said(acme, acme.cat, 'opt_out', '2026-06-11T14:00:00Z')
  const found = await ask(acme.ann, '2026-06-06', '2026-06-11')
  expect([found.totals.optOuts, found.previous.optOuts]).toEqual([1, 1])
})

test('numbers of now are what the lists count', async () => {
  const org = await makeOrg(t.process.kernel, 'Lists', 6)
  await announceLines(t.process.kernel)
  const db = t.process.kernel.database.ofOrg(org.id)
  await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${org.id}, ${org.bob.phone}, true, now())`.execute(
    db,
  )
  await sql`update contact set archived_at = now() where id = ${org.cat.id}`.execute(db)
  await t.carrier.texts(org.dan.phone, 'Hello?', org.line.phone)
  await t.until(async () => (await t.as(org.ann).call(conversations, {})).body.unreadTotal === 1)
  const { totals } = await ask(org.ann)
  const count = async (reach?: 'can_text') =>
    (await t.as(org.ann).call(groupContacts, { query: reach ? { reach } : {} })).body.total
  expect([totals.contacts, totals.reachable]).toEqual([await count(), await count('can_text')])
  expect([totals.contacts, totals.reachable, totals.unanswered, totals.received]).toEqual([2, 1, 1, 1])
})

test('without a range the last thirty days; billing says where the month stands', async () => {
  const found = await ask(t.acme.ann)
  expect(found.series).toHaveLength(30)
  expect(found.series.at(-1)?.date).toBe(found.range.end)
  expect(found.billing).toMatchObject({ status: 'active', needBilling: false, usedTexts: 0, includedTexts: null })
  expect(found.billing.periodStart < found.billing.periodEnd).toBe(true)
})

test('a range that is too long or turned around is refused in words at its field', async () => {
  const call = (query: { startDate?: string; endDate?: string }) => t.as(t.acme.ann).call(analytics, { query })
  const long = await call({ startDate: '2024-01-01', endDate: '2025-01-01' })
  expect([long.http, long.body.code, long.body.fieldErrors]).toEqual([
    400,
    'invalid',
    { startDate: 'Choose 366 days or fewer.' },
  ])
  const turned = await call({ startDate: '2026-02-02', endDate: '2026-02-01' })
  expect([turned.http, turned.body.fieldErrors]).toEqual([
    400,
    { endDate: 'Choose an end that is not before the start.' },
  ])
  for (const query of [{ startDate: '2026-02-30' }, { endDate: 'yesterday' }, { startDate: '0001-01-01' }])
    expect((await call(query)).http).toBe(400)
  expect((await call({ startDate: '2024-01-01', endDate: '2024-12-31' })).http).toBe(200)
  expect((await call({ startDate: '9999-12-01', endDate: '9999-12-31' })).http).toBe(200)
})

test('who sees some groups only counts their own workers, and never another member’s remembered numbers', async () => {
  const org = await makeOrg(t.process.kernel, 'Shares', 7)
  const { kernel } = t.process
  const narrow = await makePerson(kernel, org.id, { firstname: 'Nan', lastname: 'Shares', role: 'manager' })
  await limitTo(kernel, narrow, [await makeGroup(kernel, org.id, 'Nights', [org.bob.id])])
  for (const worker of [org.bob, org.cat, org.dan]) {
    await write(org, { at: '2026-07-01T12:00:00Z', worker, state: 'delivered' })
    await write(org, { at: '2026-07-01T13:00:00Z', worker })
    await said(org, worker, 'opt_out', '2026-07-01T14:00:00Z')
  }
  const day = ['2026-07-01', '2026-07-01'] as const
  const [all, own] = [await ask(org.ann, ...day), await ask(narrow, ...day)]
  const of = ({ totals }: typeof all) => [
    totals.contacts,
    totals.sent,
    totals.received,
    totals.activeConversations,
    totals.optOuts,
  ]
  expect([of(all), of(own)]).toEqual([
    [3, 3, 3, 3, 3],
    [1, 1, 1, 1, 1],
  ])
})

test('counts are remembered for a minute', async () => {
  const range = ['2025-01-01', '2025-01-02'] as const
  expect((await ask(t.acme.ann, ...range)).totals.received).toBe(0)
  await write(t.acme, { at: '2025-01-01T12:00:00Z', worker: t.acme.bob })
  expect((await ask(t.acme.vic, ...range)).totals.received).toBe(0)
  expect((await ask(t.acme.vic, '2025-01-01', '2025-01-01')).totals.received).toBe(1)
})
