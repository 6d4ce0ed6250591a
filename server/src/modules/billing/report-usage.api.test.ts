import { startCheckout } from '@crewline/contract/billing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { reportUsage } from './report-usage.ts'
import { accountOf } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'

let t: TestApp
let stripe: TestStripe
let count = 40
// Early in the next month, so that the days of these tests lie in one month whenever they run.
let now = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 3, 12))
const HOUR_MS = 3_600_000
const METER_EVENTS = '/v1/billing/meter_events'
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
  await stripe.setClock(now)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests use messages')
const at = (): Kernel => ({ ...t.process.kernel, world: { ...t.process.kernel.world, now: () => now } })

async function later(hours: number): Promise<void> {
  now = new Date(now.getTime() + hours * HOUR_MS)
  await stripe.setClock(now)
}

async function subscribed(): Promise<Org> {
  count += 1
  const org = await makeOrg(t.process.kernel, `Org ${count}`, count)
  const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
  await stripe.enterCard(body.url, CARD.pays)
  await syncOrganization(at(), org.id)
  return org
}

async function use(org: Org, counts: { texts: number; mms: number }): Promise<void> {
  await sql`
    insert into usage_month (org_id, month, texts, mms)
    select id, date_trunc('month', ${now}::timestamptz at time zone timezone)::date, ${counts.texts}, ${counts.mms}
    from organization where id = ${org.id}
    on conflict (org_id, month) do update
      set texts = usage_month.texts + excluded.texts, mms = usage_month.mms + excluded.mms`.execute(system())
}

/** What the payment service has of an organization. */
async function reported(org: Org): Promise<{ texts: number; mms: number }> {
  const customer = (await accountOf(t.process.kernel.database.ofOrg(org.id), org.id))?.customerId
  const events = (await stripe.usage()).filter(({ payload }) => payload['stripe_customer_id'] === customer)
  const sum = (name: string) =>
    events
      .filter((event) => event.event_name === name)
      .reduce((total, { payload }) => total + Number(payload['value']), 0)
  return { texts: sum('crewline_segments'), mms: sum('crewline_mms') }
}

async function pending(org: Org): Promise<number> {
  const { rows } = await sql`select 1 from billing_report where org_id = ${org.id} and state = 'pending'`.execute(
    system(),
  )
  return rows.length
}

test('a report whose answer was lost two days ago is not counted twice, and what never arrived is sent', async () => {
  const org = await subscribed()
  await use(org, { texts: 40, mms: 7 })
  await stripe.behaves({ loseAnswersOf: METER_EVENTS })
  await reportUsage(at())
  await stripe.behaves({ loseAnswersOf: null })
  // One of the two arrived: after the first lost answer nothing more is tried.
  const before = await reported(org)
  expect([before.texts > 0, before.mms > 0].filter(Boolean)).toHaveLength(1)
  expect(await pending(org)).toBe(2)
  await later(48)
  await reportUsage(at())
  expect(await reported(org)).toEqual({ texts: 40, mms: 7 })
  expect(await pending(org)).toBe(0)
  await use(org, { texts: 2, mms: 0 })
  await reportUsage(at())
  await reportUsage(at())
  expect(await reported(org)).toEqual({ texts: 42, mms: 7 })
})

test('the simulator forgets identifiers as Stripe may: without the look at what arrived, usage would count twice', async () => {
  const org = await subscribed()
  const customer = (await accountOf(t.process.kernel.database.ofOrg(org.id), org.id))?.customerId ?? ''
  const send = async () =>
    (
      await fetch(`${t.process.address}/dev/stripe${METER_EVENTS}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${t.process.kernel.config.stripe?.secretKey ?? ''}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          event_name: 'crewline_mms',
          identifier: `again-${org.id}`,
          'payload[stripe_customer_id]': customer,
          'payload[value]': '1',
        }),
      })
    ).status
  expect([await send(), await send()]).toEqual([200, 400])
  await later(25)
  expect(await send()).toBe(200)
})

test('usage that arrived and is none of the reports is left for a person, not sent again', async () => {
  const org = await subscribed()
  await use(org, { texts: 40, mms: 0 })
  await stripe.behaves({ loseAnswersOf: METER_EVENTS })
  await reportUsage(at())
  await stripe.behaves({ loseAnswersOf: null })
  await sql`update billing_report set to_count = 41 where org_id = ${org.id}`.execute(system())
  await later(48)
  await reportUsage(at())
  expect(await reported(org)).toEqual({ texts: 40, mms: 0 })
  expect(await pending(org)).toBe(1)
})

test('a report that cannot be judged keeps no later report back', async () => {
  const [stuck, other] = [await subscribed(), await subscribed()]
  await use(stuck, { texts: 40, mms: 0 })
  await stripe.behaves({ loseAnswersOf: METER_EVENTS })
  await reportUsage(at())
  await stripe.behaves({ loseAnswersOf: null })
  await sql`update billing_report set to_count = 41 where org_id = ${stuck.id}`.execute(system())
  await later(48)
  await use(other, { texts: 5, mms: 0 })
  // One report is read at a time, and the oldest comes first.
  await reportUsage(at(), 1)
  expect(await reported(other)).toEqual({ texts: 5, mms: 0 })
  expect(await pending(stuck)).toBe(1)
})
