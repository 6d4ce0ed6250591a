import { analytics } from '@crewline/contract/analytics'
import { groupContacts } from '@crewline/contract/audience'
import { conversations } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  limitTo,
  makeGroup,
  makeOrg,
  makeUser,
  type Org,
  type TestUser,
  type TestContact,
} from '../../../test/kit/cast.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { announceLines } from '../delivery/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ roles: 'web' })
})
afterAll(() => t.close())

/** Builds an id with the given creation time. */
function idAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${t.process.kernel.world.id().slice(13)}`
}

interface Written {
  at: string
  contact: TestContact
  state?: string
  texts?: number
  /** Whether a carrier accepted it; an accepted message counts as sent. */
  isAccepted?: boolean
}

/** Inserts a past message; inbound when no state is given. */
async function write(
  org: Org,
  { at, contact, state = 'received', texts = 1, isAccepted = true }: Written,
): Promise<void> {
  const moment = new Date(at)
  const direction = state === 'received' ? 'in' : 'out'
  await sql`
    insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, carrier_id, at)
    values (${org.id}, ${idAt(moment)}, ${contact.id}, ${direction}, 'x', 'GSM-7', ${texts}, ${org.line.id}, 'a', 'b', ${state},
            ${direction === 'out' && isAccepted ? 'c' : null}, ${moment})`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
}
async function insertConsentEvent(
  org: Org,
  contact: TestContact,
  action: 'opt_out' | 'opt_in',
  at: string,
): Promise<void> {
  const moment = new Date(at)
  await sql`insert into consent_event (org_id, id, phone, action, method, wording, at)
    values (${org.id}, ${idAt(moment)}, ${contact.phone}, ${action}, 'keyword', 'STOP', ${moment})`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
}
const readAnalytics = async (user: TestUser, startDate?: string, endDate?: string) =>
  (
    await t.as(user).call(analytics, {
      query: { ...(startDate ? { startDate } : {}), ...(endDate ? { endDate } : {}) },
    })
  ).body

test('uses days of the organization time zone, including when its clocks change', async () => {
  const { acme } = t
  const { bob, cat, dan } = acme
  // In Chicago, March 8, 2026 has 23 hours, from 06:00Z to 05:00Z.
  for (const [at, contact] of [
    ['2026-03-08T05:59:59.999Z', bob],
    ['2026-03-08T06:00:00.000Z', bob],
    ['2026-03-09T04:59:59.999Z', cat],
    ['2026-03-09T05:00:00.000Z', dan],
  ] as const)
    await write(acme, { at, contact })
  const spring = await readAnalytics(acme.ann, '2026-03-07', '2026-03-09')
  expect(spring.range).toEqual({ start: '2026-03-07', end: '2026-03-09', timeZone: 'America/Chicago' })
  expect(spring.series.map((day) => [day.date, day.received])).toEqual([
    ['2026-03-07', 1],
    ['2026-03-08', 2],
    ['2026-03-09', 1],
  ])
  const sunday = await readAnalytics(acme.ann, '2026-03-08', '2026-03-08')
  expect(sunday.totals).toMatchObject({ received: 2, contactsWhoReplied: 2, activeConversations: 2 })
  expect(sunday.previous).toMatchObject({ received: 1, contactsWhoReplied: 1 })
  // November 1, 2026 has 25 hours, from 05:00Z to 06:00Z.
  for (const at of [
    '2026-11-01T04:59:59.999Z',
    '2026-11-01T05:00:00Z',
    '2026-11-02T05:59:59.999Z',
    '2026-11-02T06:00:00Z',
  ])
    await write(acme, { at, contact: bob })
  const autumn = await readAnalytics(acme.ann, '2026-10-31', '2026-11-02')
  expect(autumn.series.map((day) => day.received)).toEqual([1, 2, 1])
})

test('counts every message when clocks change at midnight', async () => {
  const org = await makeOrg(t.process.kernel, 'Habana', 4)
  await sql`update organization set timezone = 'America/Havana' where id = ${org.id}`.execute(
    t.process.kernel.database.ofOrg(org.id),
  )
  // In Havana, November 1, 2026 begins at 04:00Z, and its first hour occurs twice.
  for (const at of [
    '2026-11-01T03:59:59Z',
    '2026-11-01T04:00:00Z',
    '2026-11-01T05:00:00Z',
    '2026-11-02T04:59:59Z',
    '2026-11-02T05:00:00Z',
  ])
    await write(org, { at, contact: org.bob })
  const answer = await readAnalytics(org.ann, '2026-10-31', '2026-11-02')
  expect(answer.series.map((day) => day.received)).toEqual([1, 3, 1])
  expect(answer.totals.received).toBe(5)
})

test('counts sent, delivered, undelivered and answered messages for the requested days and as many days before', async () => {
  const { beta } = t
  const { bob, cat, dan } = beta
  const out = (at: string, contact: TestContact, state: string, more: Partial<Written> = {}) =>
    write(beta, { at, contact, state, ...more })
  await out('2026-05-10T12:00:00Z', bob, 'delivered', { texts: 3 })
  await out('2026-05-10T13:00:00Z', cat, 'sent')
  await out('2026-05-11T12:00:00Z', bob, 'undelivered', { texts: 2 })
  await out('2026-05-11T12:00:00Z', dan, 'failed', { isAccepted: false, texts: 5 })
  await out('2026-05-11T12:01:00Z', dan, 'suppressed', { isAccepted: false })
  await out('2026-05-11T12:02:00Z', dan, 'queued', { isAccepted: false })
  await out('2026-05-11T12:03:00Z', dan, 'unknown', { isAccepted: false })
  await write(beta, { at: '2026-05-11T15:00:00Z', contact: bob })
  await write(beta, { at: '2026-05-11T16:00:00Z', contact: bob })
  await out('2026-05-08T12:00:00Z', bob, 'delivered')
  await out('2026-05-09T12:00:00Z', bob, 'delivered', { texts: 4 })
  await write(beta, { at: '2026-05-09T15:00:00Z', contact: cat })
  await out('2026-05-09T16:00:00Z', dan, 'failed', { isAccepted: false })
  await out('2026-05-07T12:00:00Z', bob, 'delivered')
  await out('2026-05-12T12:00:00Z', bob, 'delivered')
  const answer = await readAnalytics(beta.vic, '2026-05-10', '2026-05-11')
  expect(answer.totals).toEqual({
    contacts: 3,
    reachable: 3,
    sent: 3,
    sentTexts: 6,
    delivered: 1,
    notDelivered: 3,
    received: 2,
    contactsWhoReplied: 1,
    activeConversations: 3,
    unanswered: 0,
    optOuts: 0,
  })
  expect(answer.previous).toEqual({
    sent: 2,
    delivered: 2,
    notDelivered: 1,
    received: 1,
    optOuts: 0,
    contactsWhoReplied: 1,
  })
  expect(answer.series).toEqual([
    { date: '2026-05-10', sent: 2, delivered: 1, notDelivered: 0, received: 0 },
    { date: '2026-05-11', sent: 1, delivered: 0, notDelivered: 3, received: 2 },
  ])
})

test('counts one opt-out per contact until they opt back in', async () => {
  const { acme } = t
  await insertConsentEvent(acme, acme.bob, 'opt_out', '2026-06-01T12:00:00Z')
  await insertConsentEvent(acme, acme.bob, 'opt_out', '2026-06-10T12:00:00Z')
  await insertConsentEvent(acme, acme.cat, 'opt_out', '2026-06-10T13:00:00Z')
  await insertConsentEvent(acme, acme.cat, 'opt_in', '2026-06-10T14:00:00Z')
  await insertConsentEvent(acme, acme.cat, 'opt_out', '2026-06-11T14:00:00Z')
  const answer = await readAnalytics(acme.ann, '2026-06-06', '2026-06-11')
  expect([answer.totals.optOuts, answer.previous.optOuts]).toEqual([1, 1])
})

test('reports the same current totals as the lists', async () => {
  const org = await makeOrg(t.process.kernel, 'Lists', 6)
  await announceLines(t.process.kernel)
  const db = t.process.kernel.database.ofOrg(org.id)
  await sql`insert into consent (org_id, phone, opted_out, changed_at) values (${org.id}, ${org.bob.phone}, true, now())`.execute(
    db,
  )
  await sql`update contact set archived_at = now() where id = ${org.cat.id}`.execute(db)
  await t.carrier.texts(org.dan.phone, 'Hello?', org.line.phone)
  await t.until(async () => (await t.as(org.ann).call(conversations, {})).body.unreadTotal === 1)
  const { totals } = await readAnalytics(org.ann)
  const count = async (reach?: 'can_text') =>
    (await t.as(org.ann).call(groupContacts, { query: reach ? { reach } : {} })).body.total
  expect([totals.contacts, totals.reachable]).toEqual([await count(), await count('can_text')])
  expect([totals.contacts, totals.reachable, totals.unanswered, totals.received]).toEqual([2, 1, 1, 1])
})

test('defaults to the last thirty days and includes the billing period', async () => {
  const answer = await readAnalytics(t.acme.ann)
  expect(answer.series).toHaveLength(30)
  expect(answer.series.at(-1)?.date).toBe(answer.range.end)
  expect(answer.billing).toMatchObject({ status: 'active', needBilling: false, usedTexts: 0, includedTexts: null })
  expect(answer.billing.periodStart < answer.billing.periodEnd).toBe(true)
})

test('refuses a range that is too long or reversed with an error at its field', async () => {
  const call = (query: { startDate?: string; endDate?: string }) => t.as(t.acme.ann).call(analytics, { query })
  const long = await call({ startDate: '2024-01-01', endDate: '2025-01-01' })
  expect([long.http, long.body.code, long.body.fieldErrors]).toEqual([
    400,
    'invalid',
    { startDate: 'Choose 366 days or fewer.' },
  ])
  const turned = await call({ startDate: '2026-02-02', endDate: '2026-02-01' })
  expect([turned.http, turned.body.fieldErrors]).toEqual([400, { endDate: "The end can't be before the start." }])
  for (const query of [{ startDate: '2026-02-30' }, { endDate: 'yesterday' }, { startDate: '0001-01-01' }])
    expect((await call(query)).http).toBe(400)
  expect((await call({ startDate: '2024-01-01', endDate: '2024-12-31' })).http).toBe(200)
  expect((await call({ startDate: '9999-12-01', endDate: '9999-12-31' })).http).toBe(200)
})

test('counts only own contacts for members with group scope and shares no cached counts with other members', async () => {
  const org = await makeOrg(t.process.kernel, 'Shares', 7)
  const { kernel } = t.process
  const limitedManager = await makeUser(kernel, org.id, { firstname: 'Nan', lastname: 'Shares', role: 'manager' })
  await limitTo(kernel, limitedManager, [await makeGroup(kernel, org.id, 'Nights', [org.bob.id])])
  for (const contact of [org.bob, org.cat, org.dan]) {
    await write(org, { at: '2026-07-01T12:00:00Z', contact, state: 'delivered' })
    await write(org, { at: '2026-07-01T13:00:00Z', contact })
    await insertConsentEvent(org, contact, 'opt_out', '2026-07-01T14:00:00Z')
  }
  const day = ['2026-07-01', '2026-07-01'] as const
  const [all, limited] = [await readAnalytics(org.ann, ...day), await readAnalytics(limitedManager, ...day)]
  const of = ({ totals }: typeof all) => [
    totals.contacts,
    totals.sent,
    totals.received,
    totals.activeConversations,
    totals.optOuts,
  ]
  expect([of(all), of(limited)]).toEqual([
    [3, 3, 3, 3, 3],
    [1, 1, 1, 1, 1],
  ])
})

test('caches counts for a minute', async () => {
  const range = ['2025-01-01', '2025-01-02'] as const
  expect((await readAnalytics(t.acme.ann, ...range)).totals.received).toBe(0)
  await write(t.acme, { at: '2025-01-01T12:00:00Z', contact: t.acme.bob })
  expect((await readAnalytics(t.acme.vic, ...range)).totals.received).toBe(0)
  expect((await readAnalytics(t.acme.vic, '2025-01-01', '2025-01-01')).totals.received).toBe(1)
})
