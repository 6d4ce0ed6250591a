import {
  editBilling,
  invoiceFile,
  invoiceList,
  readBilling,
  startCheckout,
  startTopUp,
} from '@crewline/contract/billing'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, makeUser, type Org } from '../../../test/kit/cast.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { creditNow, watchUsage } from './cap.ts'
import { ProviderDown } from './provider.ts'
import { reportUsage } from './report-usage.ts'
import { systemScope } from './scope.ts'
import { accountOf } from './store/accounts.ts'
import { settleWebhooks, syncOrganization } from './sync.ts'

let t: TestApp
let stripe: TestStripe
let count = 30
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests use messages')
const sync = (org: Org) => syncOrganization(t.process.kernel, org.id)
const billingOf = async (org: Org) => (await t.as(org.ann).call(readBilling)).body.billing
const customerOf = async (org: Org) =>
  (await accountOf(t.process.kernel.database.ofOrg(org.id), org.id))?.customerId ?? ''
const begin = (org: Org, cents: 2_500 | 5_000 | 10_000 | 25_000) => t.as(org.ann).call(startTopUp, { body: { cents } })

/** An organization with a plan that includes 1,000 segments; more cost 3 cents each. */
async function subscribed(): Promise<Org> {
  count += 1
  const org = await makeOrg(t.process.kernel, `Org ${count}`, count)
  const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
  await stripe.enterCard(body.url, CARD.pays)
  await sync(org)
  return org
}

async function use(org: Org, texts: number): Promise<void> {
  await sql`
    insert into usage_month (org_id, month, texts)
    select id, date_trunc('month', now() at time zone timezone)::date, ${texts} from organization where id = ${org.id}
    on conflict (org_id, month) do update set texts = excluded.texts`.execute(system())
}

async function actions(org: Org, action: string): Promise<number> {
  const { rows } = await sql`select 1 from audit_entry where org_id = ${org.id} and action = ${action}`.execute(
    system(),
  )
  return rows.length
}

test('credit is bought on the page of the payment service, granted once, and pays for overage first', async () => {
  const org = await subscribed()
  const customer = await customerOf(org)
  expect(await billingOf(org)).toMatchObject({ creditCents: 0, nextInvoice: { cents: 4_900, creditCents: 0 } })
  const { body } = await begin(org, 2_500)
  await sync(org)
  expect(await stripe.grants(customer)).toEqual([])
  expect((await stripe.enterCard(body.url, CARD.declined)).html).toContain('Your card was declined.')
  expect(await stripe.enterCard(body.url, CARD.pays)).toMatchObject({
    http: 303,
    location: `${t.process.address}/dashboard/settings?tab=billing`,
  })
  await Promise.all([sync(org), sync(org)])
  await sync(org)
  expect((await stripe.grants(customer)).map(({ amount }) => amount.monetary.value)).toEqual([2_500])
  expect([await actions(org, 'billing.top-up-started'), await actions(org, 'billing.credit-added')]).toEqual([1, 1])

  // The payment has an invoice of its own.
  const paid = (await t.as(org.ann).call(invoiceList, {})).body.data
  expect(paid.find(({ cents, taxCents }) => cents - taxCents === 2_500)).toMatchObject({
    status: 'paid',
    owedCents: 0,
    creditCents: 0,
  })

  // 1,000 segments more than the plan includes, for $30.
  await use(org, 2_000)
  expect(await billingOf(org)).toMatchObject({
    creditCents: 2_500,
    usage: { overageCents: 3_000 },
    nextInvoice: { cents: 4_900 + 500, creditCents: 2_500 },
  })
  await reportUsage(t.process.kernel)
  const invoice = await stripe.endPeriod(customer)
  expect(invoice.subtotal - 2_500 + invoice.total_taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(
    invoice.total,
  )
  await sync(org)
  expect((await billingOf(org)).creditCents).toBe(0)
  const listed = (await t.as(org.ann).call(invoiceList, {})).body.data.find(({ number }) => number === invoice.number)
  expect(listed).toMatchObject({ cents: invoice.total, creditCents: 2_500 })
  const file = await fetch(`${t.process.address}/api${invoiceFile.path.replace('{id}', listed?.id ?? '')}`, {
    headers: { authorization: `Bearer ${org.ann.token}` },
  })
  expect((await file.text()).startsWith('%PDF')).toBe(true)
})

test('only the newest page can be paid, and what was paid on an earlier one counts against the largest credit', async () => {
  const org = await subscribed()
  for (let n = 0; n < 3; n++) await stripe.enterCard((await begin(org, 25_000)).body.url, CARD.pays)
  const first = (await begin(org, 25_000)).body.url
  const second = (await begin(org, 25_000)).body.url
  expect(await stripe.enterCard(first, CARD.pays)).toMatchObject({ http: 404 })
  // It is paid, and no webhook has said so yet.
  expect(await stripe.enterCard(second, CARD.pays)).toMatchObject({ http: 303 })
  expect((await begin(org, 2_500)).body.code).toBe('credit_full')
  expect((await billingOf(org)).creditCents).toBe(100_000)
})

test('while a page cannot be closed no other one opens, and the page that is open says what was chosen', async () => {
  const org = await subscribed()
  const customer = await customerOf(org)
  const pages = async () =>
    Object.values((await stripe.state()).sessions).filter(
      (page) => page.customer === customer && page.mode === 'payment' && page.status === 'open',
    )
  const { url } = (await begin(org, 2_500)).body
  await stripe.behaves({ keepPages: true })
  try {
    for (const cents of [5_000, 2_500] as const) {
      const refused = await begin(org, cents)
      expect([refused.http, refused.body.code]).toEqual([409, 'page_open'])
      expect((await pages()).map((page) => page.amount_subtotal)).toEqual([2_500])
    }
    // Of members who begin at once, at most one is led to a page.
    await stripe.behaves({ keepPages: false })
    const other = await subscribed()
    await stripe.behaves({ keepPages: true })
    const begun = await Promise.all([begin(other, 2_500), begin(other, 5_000), begin(other, 10_000)])
    expect(new Set(begun.filter(({ http }) => http === 200).map(({ body }) => body.url)).size).toBeLessThanOrEqual(1)
    expect(begun.filter(({ http }) => http === 409).length).toBeGreaterThanOrEqual(2)
  } finally {
    await stripe.behaves({ keepPages: false })
  }
  expect(await stripe.enterCard(url, CARD.pays)).toMatchObject({ http: 303 })
  const later = await begin(org, 5_000)
  expect(later.http).toBe(200)
  expect((await pages()).map((page) => page.amount_subtotal)).toEqual([5_000])
})

test('members who begin at once are led to one page', async () => {
  const org = await subscribed()
  const urls = (await Promise.all([5_000, 10_000, 2_500].map((cents) => begin(org, cents as 5_000)))).map(
    ({ body }) => body.url,
  )
  const paid = []
  for (const url of urls) if ((await stripe.enterCard(url, CARD.pays)).http === 303) paid.push(url)
  expect(paid).toHaveLength(1)
  await sync(org)
  expect(await stripe.grants(await customerOf(org))).toHaveLength(1)
})

test('the webhooks of a purchase make one grant in any order, and repeated', async () => {
  const org = await subscribed()
  const customer = await customerOf(org)
  const before = (await stripe.events()).length
  for (const cents of [2_500, 5_000] as const) await stripe.enterCard((await begin(org, cents)).body.url, CARD.pays)
  const ids = (await stripe.events()).slice(before).map(({ id }) => id)
  for (const order of [ids.toReversed(), ids, [...ids, ...ids]]) {
    await stripe.sendEvents(order)
    while (await settleWebhooks(t.process.kernel));
    expect(await stripe.grants(customer)).toHaveLength(2)
  }
  expect((await billingOf(org)).creditCents).toBe(7_500)
})

test('is refused without a plan, past due, above the limit, for other amounts, and to those who do not manage billing', async () => {
  count += 1
  const without = await makeOrg(t.process.kernel, `Org ${count}`, count)
  expect((await begin(without, 2_500)).body.code).toBe('plan_missing')
  const org = await subscribed()
  for (const cents of [1, 2_501, 0, -2_500, 100_000, 1e15])
    expect((await t.as(org.ann).call(startTopUp, { body: { cents: cents as 2_500 } })).body).toMatchObject({
      code: 'invalid',
      fieldErrors: { cents: expect.any(String) },
    })
  const gus = await makeUser(t.process.kernel, org.id, { firstname: 'Rob', lastname: 'Manager', role: 'manager' })
  expect((await t.as(gus).call(startTopUp, { body: { cents: 2_500 } })).body.code).toBe('not_permitted')
  for (let n = 0; n < 4; n++) await stripe.enterCard((await begin(org, 25_000)).body.url, CARD.pays)
  await sync(org)
  expect((await begin(org, 2_500)).body.code).toBe('credit_full')

  const customer = await customerOf(org)
  await stripe.setCard(customer, CARD.declined)
  await stripe.endPeriod(customer)
  await sync(org)
  const refused = await begin(org, 2_500)
  expect([refused.http, refused.body]).toMatchObject([
    422,
    { code: 'payment_due', message: 'Pay your open invoice first. Then you can buy credit.' },
  ])
})

test('a cap counts what is charged: credit is used first, and buying some lifts a cap that was reached', async () => {
  const org = await subscribed()
  await sql`update organization set included_texts = 1000, included_mms = 50 where id = ${org.id}`.execute(system())
  await t.as(org.ann).call(editBilling, { body: { spendingCapCents: 300 } })
  await use(org, 1_100)
  await watchUsage(t.process.kernel)
  expect((await billingOf(org)).isCapReached).toBe(true)
  await stripe.enterCard((await begin(org, 2_500)).body.url, CARD.pays)
  await sync(org)
  expect((await billingOf(org)).isCapReached).toBe(false)
  expect(await actions(org, 'billing.cap-lifted')).toBe(1)
  // $25 of credit and $3 of the cap pay for 934 segments.
  await use(org, 1_933)
  await watchUsage(t.process.kernel)
  expect((await billingOf(org)).isCapReached).toBe(false)
  await use(org, 1_934)
  await watchUsage(t.process.kernel)
  expect((await billingOf(org)).isCapReached).toBe(true)
})

test('a grant whose answer is lost is not made again, not even days later', async () => {
  const org = await subscribed()
  const customer = await customerOf(org)
  await stripe.enterCard((await begin(org, 5_000)).body.url, CARD.pays)
  await stripe.behaves({ loseAnswersOf: '/v1/billing/credit_grants' })
  await expect(sync(org)).rejects.toBeInstanceOf(ProviderDown)
  await stripe.behaves({ loseAnswersOf: null })
  // By now the payment service may have forgotten the key of the call.
  await stripe.setClock(new Date(Date.now() + 2 * 86_400_000))
  await sync(org)
  expect(await stripe.grants(customer)).toHaveLength(1)
  expect((await billingOf(org)).creditCents).toBe(5_000)
})

test('credit that an invoice of the last month used is not taken off twice', async () => {
  const org = await subscribed()
  const scope = await systemScope(t.process.kernel, org.id)
  const account = await accountOf(scope.db, org.id)
  if (!account) throw new Error('no account')
  const month = '2026-11-01'
  await sql`insert into usage_month (org_id, month, texts) values (${org.id}, '2026-10-01', 1100)`.execute(system())
  // In the first hours of a month.
  const now = new Date('2026-11-01T12:30:00Z')
  const reader = { ...scope, db: scope.db, orgId: org.id, org: scope.org, world: { ...scope.world, now: () => now } }
  expect(await creditNow(reader, { ...account, creditCents: 1_000 }, month)).toBe(700)
  await sql`
    insert into billing_invoice (org_id, id, external_id, kind, number, status, cents, tax_cents, owed_cents, currency, lines, taxes,
      billed_to, issued_at, credit_cents)
    values (${org.id}, ${scope.world.id()}, 'in_of_october', 'invoice', 'X-1', 'paid', 4900, 0, 0, 'usd', '[]', '[]', '', ${now}, 300)`.execute(
    system(),
  )
  expect(await creditNow(reader, { ...account, creditCents: 700 }, month)).toBe(700)
})
