import {
  editBilling,
  invoiceFile,
  invoiceList,
  openPortal,
  pastDueNotice,
  payInvoice,
  readBilling,
  startCheckout,
} from '@crewline/contract/billing'
import { me } from '@crewline/contract/accounts'
import { conversations } from '@crewline/contract/inbox'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { signatureOf } from '../../simulators/stripe/webhooks.ts'
import { reviewAccounts } from './jobs.ts'
import { accountOf } from './store/accounts.ts'
import { settleWebhooks } from './sync.ts'

let t: TestApp
let stripe: TestStripe
let count = 10
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at billing')
/** Waits for the webhooks on their way, and deals with them. */
async function settle(): Promise<void> {
  const { events } = await stripe.state()
  const ids = events.map((event) => event.id)
  await t.until(async () => {
    const { rows } = await sql<{
      n: number
    }>`select count(*)::int as n from billing_event where id = any(${ids}::text[])`.execute(system())
    return rows[0]?.n === ids.length
  })
  while (await settleWebhooks(t.process.kernel));
}
const newOrg = () => makeOrg(t.process.kernel, `Org ${(count += 1)}`, count)
const billingOf = async (org: Org) => (await t.as(org.ann).call(readBilling)).body.billing
const customerOf = async (org: Org) =>
  (await accountOf(t.process.kernel.database.ofOrg(org.id), org.id))?.customerId ?? ''

/** An organization with a paid plan. */
async function subscribed(plan: 'starter' | 'team' = 'starter', card = CARD.pays): Promise<Org> {
  const org = await newOrg()
  const { body } = await t.as(org.ann).call(startCheckout, { body: { plan } })
  expect(await stripe.enterCard(body.url, card)).toMatchObject({ http: 303 })
  await settle()
  return org
}

describe('a plan', () => {
  test('is bought on the page of the payment service, and shows with its invoice', async () => {
    const org = await newOrg()
    expect(await billingOf(org)).toMatchObject({ isSetUp: true, status: 'none', plan: null, paymentMethod: null })
    const checkout = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
    const after = await stripe.enterCard(checkout.body.url, CARD.pays)
    expect(after.location).toBe(`${t.process.address}/dashboard/settings?tab=billing`)
    await settle()
    const billing = await billingOf(org)
    expect(billing).toMatchObject({
      status: 'active',
      plan: { key: 'starter', monthlyCents: 4900 },
      seats: { used: 3, included: 3 },
      usage: { segments: { used: 0, included: 1000, overage: 0 }, mms: { included: 50 }, overageCents: 0 },
      paymentMethod: { brand: 'visa', last4: '4242' },
      contacts: [{ email: org.ann.email }],
      nextInvoice: { cents: 4900 },
      pastDue: null,
    })
    const { body } = await t.as(org.ann).call(invoiceList, {})
    expect(body).toMatchObject({ total: 1, data: [{ kind: 'invoice', status: 'paid', owedCents: 0, currency: 'usd' }] })
    const [invoice] = body.data
    expect(invoice?.cents).toBeGreaterThan(invoice?.taxCents ?? 0)
    expect((await t.as(org.ann).call(startCheckout, { body: { plan: 'team' } })).body.code).toBe('plan_exists')
  })

  test('stays unbought when the card is declined', async () => {
    const org = await newOrg()
    const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
    expect((await stripe.enterCard(body.url, CARD.declined)).html).toContain('Your card was declined.')
    await settle()
    expect((await billingOf(org)).plan).toBeNull()
    expect(await stripe.enterCard(body.url, CARD.authentication)).toMatchObject({ http: 303 })
    await settle()
    expect((await billingOf(org)).plan?.key).toBe('starter')
  })

  test('becomes one customer and one subscription when two members begin at once', async () => {
    const org = await newOrg()
    const both = await Promise.all([
      t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } }),
      t.as(org.ann).call(startCheckout, { body: { plan: 'team' } }),
    ])
    expect(both.map(({ http }) => http)).toEqual([200, 200])
    expect((await stripe.customers()).filter(({ metadata }) => metadata['organization'] === org.id)).toHaveLength(1)
    // Only one of the pages can be paid, and none that is opened before the purchase is known here.
    const paid = []
    for (const { body } of both) paid.push((await stripe.enterCard(body.url, CARD.pays)).http)
    expect(paid.toSorted((a, b) => a - b)).toEqual([303, 404])
    expect((await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })).body.code).toBe('plan_exists')
    const mine = Object.values((await stripe.state()).subscriptions).filter(
      ({ metadata }) => metadata['organization'] === org.id,
    )
    expect(mine).toHaveLength(1)
  })

  test('is changed and ended by a member with a recent proof, and kept again', async () => {
    const org = await subscribed()
    const ann = t.as(org.ann)
    expect((await ann.call(editBilling, { body: { plan: 'team' } })).body.code).toBe('proof_needed')
    expect((await ann.call(openPortal)).body.code).toBe('proof_needed')
    await sql`update session set proved_at = now() where user_id = ${org.ann.id}`.execute(system())
    const changed = await ann.call(editBilling, { body: { plan: 'team' } })
    expect(changed.body.billing).toMatchObject({ plan: { key: 'team' }, usage: { segments: { included: 5000 } } })
    const ended = await ann.call(editBilling, { body: { isCanceled: true } })
    expect(ended.body.billing.cancelAt).not.toBeNull()
    expect(ended.body.billing.nextInvoice).toBeNull()
    expect((await ann.call(editBilling, { body: { isCanceled: false } })).body.billing.cancelAt).toBeNull()
    expect((await ann.call(openPortal)).body.url).toContain('/dev/stripe/portal/')
  })

  test('is needed after the trial, until it is bought', async () => {
    const org = await newOrg()
    const { kernel } = t.process
    await sql`insert into billing_account (org_id, trial_ends_at, created_at) values (${org.id}, now() + interval '1 day', now())`.execute(
      system(),
    )
    await reviewAccounts(kernel)
    expect((await t.as(org.ann).call(me)).body.needBilling).toBe(false)
    expect((await billingOf(org)).status).toBe('trialing')
    await sql`update billing_account set trial_ends_at = now() - interval '1 minute' where org_id = ${org.id}`.execute(
      system(),
    )
    await reviewAccounts(kernel)
    expect((await t.as(org.gus).call(me)).body.needBilling).toBe(true)
    expect((await billingOf(org)).status).toBe('canceled')
    const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
    await stripe.enterCard(body.url, CARD.pays)
    await settle()
    expect((await t.as(org.gus).call(me)).body.needBilling).toBe(false)
  })
})

describe('a failed payment', () => {
  test('is announced by email, blocks after a week, and ends with the payment, in every open page', async () => {
    const org = await subscribed()
    const customer = await customerOf(org)
    await stripe.setCard(customer, CARD.declined)
    const invoice = await stripe.endPeriod(customer)
    await settle()
    const ann = t.as(org.ann)
    expect(await billingOf(org)).toMatchObject({
      status: 'past_due',
      pastDue: { invoiceNumber: invoice.number, cents: invoice.total, stage: 1 },
    })
    expect((await ann.call(conversations, {})).http).toBe(200)
    expect(await t.mailsTo(org.ann.email)).toMatchObject([{ subject: `Payment failed for ${org.name}` }])
    expect(await t.mailsTo(org.gus.email)).toEqual([])

    // A week later.
    const page = await t.connectClient(org.gus)
    const other = await t.connectClient(org.ann)
    await stripe.retry(invoice.id)
    const late = await stripe.endPeriod(customer, 8)
    await settle()
    for (const client of [page, other]) await client.next('organization-status', { status: 'past_due' })
    const refused = await ann.call(conversations, {})
    expect({ http: refused.http, message: refused.body.message }).toEqual({ http: 401, message: 'past_due' })
    expect((await billingOf(org)).status).toBe('blocked')
    expect((await ann.call(pastDueNotice)).body).toMatchObject({ isBlocked: true, pastDue: { cents: late.total } })
    expect((await t.as(org.gus).call(pastDueNotice)).body).toMatchObject({ isBlocked: true, pastDue: null })
    expect((await t.mailsTo(org.ann.email))[0]?.subject).toBe(`${org.name} is on hold`)

    // A socket that connects meanwhile stays connected.
    const waiting = await t.connectClient(org.vic)
    for (const owed of [late, invoice]) {
      const { body } = await ann.call(payInvoice)
      expect(body.url).toBe(owed.hosted_invoice_url)
      expect((await stripe.enterCard(body.url, CARD.pays)).html).toContain('This invoice is paid.')
      await settle()
    }
    for (const client of [page, waiting]) await client.next('organization-status', { status: 'active' })
    expect((await ann.call(conversations, {})).http).toBe(200)
    expect((await billingOf(org)).status).toBe('active')
    expect((await t.mailsTo(org.ann.email))[0]?.subject).toBe(`Payment received for ${org.name}`)
    expect((await ann.call(payInvoice)).body.code).toBe('nothing_to_pay')
  })

  test('blocks no one while the payment service is away', async () => {
    const org = await subscribed()
    const customer = await customerOf(org)
    await stripe.setCard(customer, CARD.declined)
    await stripe.endPeriod(customer, 6)
    await settle()
    expect((await billingOf(org)).status).toBe('past_due')
    await sql`update billing_account set past_due_since = now() - interval '8 days' where org_id = ${org.id}`.execute(
      system(),
    )
    await stripe.behaves({ isDown: true })
    await reviewAccounts(t.process.kernel)
    await stripe.behaves({ isDown: false })
    expect((await billingOf(org)).status).toBe('past_due')
    // The account says again what the payment service says: six days, so it is blocked a day later.
    await reviewAccounts(t.process.kernel)
    expect((await billingOf(org)).status).toBe('past_due')
    const { kernel } = t.process
    const now = () => new Date(kernel.world.now().getTime() + 25 * 3_600_000)
    await reviewAccounts({ ...kernel, world: { ...kernel.world, now } })
    expect((await billingOf(org)).status).toBe('blocked')
  })
})

describe('webhooks', () => {
  const post = async (body: string, signature: string) =>
    (
      await fetch(`${t.process.address}/hooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
      })
    ).status
  const nowS = () => Math.floor(Date.now() / 1000)
  const stored = async (id: string) =>
    (await sql`select from billing_event where id = ${id}`.execute(system())).rows.length

  test('are refused with a wrong, missing or old signature', async () => {
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'invoice.paid',
      created: 1,
      data: { object: {} },
    })
    expect(await post(body, '')).toBe(400)
    expect(await post(body, signatureOf(body, 'whsec_other', nowS()))).toBe(400)
    expect(await post(`${body} `, signatureOf(body, 'whsec_simulator', nowS()))).toBe(400)
    expect(await post(body, signatureOf(body, 'whsec_simulator', nowS() - 600))).toBe(400)
    expect(await stored('evt_forged')).toBe(0)
  })

  test('are stored once and change nothing about an unknown customer', async () => {
    const about = { object: 'invoice', id: 'in_x', customer: 'cus_of_others', status: 'paid' }
    const body = JSON.stringify({
      id: 'evt_x',
      object: 'event',
      type: 'invoice.paid',
      created: 1,
      data: { object: about },
    })
    for (let n = 0; n < 3; n++) expect(await post(body, signatureOf(body, 'whsec_simulator', nowS()))).toBe(200)
    expect(await stored('evt_x')).toBe(1)
    expect(await settleWebhooks(t.process.kernel)).toBe(false)
  })

  test('with a valid signature but no event are refused, not answered with 500', async () => {
    for (const body of ['', 'null', '[]', '{}', '"x"', '{"id":"evt_y","object":"event","data":null}'])
      expect(await post(body, signatureOf(body, 'whsec_simulator', nowS()))).toBe(400)
  })
})

describe('access', () => {
  test('owners and admins see and change billing, everyone else nothing', async () => {
    const org = await subscribed()
    for (const role of ['admin', 'manager', 'agent', 'author', 'viewer'] as const) {
      const user = t.as(await makeUser(t.process.kernel, org.id, { firstname: 'Rob', lastname: role, role }))
      const expected = role === 'admin' ? 200 : 422
      expect((await user.call(readBilling)).http).toBe(expected)
      expect((await user.call(invoiceList, {})).http).toBe(expected)
      expect((await user.call(editBilling, { body: { spendingCapCents: 500 } })).http).toBe(expected)
      const pay = await user.call(payInvoice)
      expect(pay.body.code).toBe(role === 'admin' ? 'nothing_to_pay' : 'not_permitted')
    }
  })

  test('the invoices of another organization do not exist', async () => {
    const org = await subscribed()
    const { body } = await t.as(org.ann).call(invoiceList, {})
    const id = body.data[0]?.id ?? ''
    const file = (token: string) =>
      fetch(`${t.process.address}/api${invoiceFile.path.replace('{id}', id)}`, {
        headers: { authorization: `Bearer ${token}` },
      })
    const mine = await file(org.ann.token)
    expect([mine.status, mine.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect((await mine.text()).startsWith('%PDF')).toBe(true)
    expect((await file(t.beta.ann.token)).status).toBe(404)
    expect((await t.as(t.beta.ann).call(invoiceList, {})).body.data).toEqual([])
  })
})

test('a credit note shows as an invoice of a negative amount', async () => {
  const org = await subscribed()
  const customer = await customerOf(org)
  const invoice = (await stripe.invoices()).find((one) => one.customer === customer)
  await stripe.credit(invoice?.id ?? '', 1000, 'Outage on Monday')
  await settle()
  const { body } = await t.as(org.ann).call(invoiceList, {})
  expect(body.data.find(({ kind }) => kind === 'credit_note')).toMatchObject({
    cents: -1063,
    taxCents: -63,
    status: 'paid',
  })
})
