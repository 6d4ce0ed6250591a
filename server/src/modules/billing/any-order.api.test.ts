import { readBilling, startCheckout } from '@crewline/contract/billing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { settleWebhooks, syncOrganization } from './sync.ts'

// Webhooks of one history, shuffled, repeated, partly lost, with outages between, always lead to the state that Stripe
// has.

/** How many histories are played. Many are faster in batches of 60: the state of the simulator grows with each. */
const RUNS = Number(process.env['BILLING_RUNS'] ?? 15)

let t: TestApp
let stripe: TestStripe
let count = 60
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
})
afterAll(() => t.close())

const system = () => t.process.kernel.database.asSystem('tests look at billing')

/** Everything that is stored about billing, without ids and times of our own. */
async function stateOf(org: Org): Promise<unknown> {
  const account = await sql`
    select subscription_status, plan, extra_seats, card_last4, cancel_at, past_due_since, blocked_at is not null as blocked
    from billing_account where org_id = ${org.id}`.execute(system())
  const invoices = await sql`
    select external_id, status, cents, tax_cents, owed_cents, tries, next_try_at, paid_at from billing_invoice
    where org_id = ${org.id} order by external_id`.execute(system())
  const organization = await sql`
    select status, need_billing, included_texts, included_mms from organization where id = ${org.id}`.execute(system())
  return { account: account.rows, invoices: invoices.rows, organization: organization.rows }
}

const act = fc.constantFrom('decline', 'accept', 'end period', 'end period long ago', 'retry', 'pay', 'credit')

const history = fc.record({
  acts: fc.array(act, { minLength: 2, maxLength: 8 }),
  order: fc.array(fc.nat(1_000), { minLength: 5, maxLength: 60 }),
  outages: fc.array(fc.nat(59), { maxLength: 4 }),
})

test(
  'webhooks in any order, repeated, lost and with outages end in the state of the payment service',
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ acts, order, outages }) => {
        count += 1
        const { kernel } = t.process
        const org = await makeOrg(kernel, `Org ${count}`, count)
        const from = (await stripe.events()).length
        const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'team' } })
        await stripe.enterCard(body.url, CARD.pays)
        const customer =
          (await stripe.customers()).find(({ metadata }) => metadata['organization'] === org.id)?.id ?? ''
        const open = async () =>
          (await stripe.invoices()).find((one) => one.customer === customer && one.status === 'open')
        const run: Record<
          typeof act extends fc.Arbitrary<infer Name extends string> ? Name : never,
          () => Promise<unknown>
        > = {
          decline: () => stripe.setCard(customer, CARD.declined),
          accept: () => stripe.setCard(customer, CARD.pays),
          'end period': () => stripe.endPeriod(customer),
          'end period long ago': () => stripe.endPeriod(customer, 9),
          retry: async () => stripe.retry((await open())?.id ?? '').catch(() => false),
          pay: async () => {
            const owed = await open()
            if (owed) await stripe.enterCard(owed.hosted_invoice_url ?? '', CARD.pays)
          },
          credit: async () => {
            const invoice = (await stripe.invoices()).find((one) => one.customer === customer)
            if (invoice) await stripe.credit(invoice.id, 500)
          },
        }
        const events = async () => (await stripe.events()).slice(from).map(({ id }) => id)
        for (const name of acts) await run[name]()
        const ids = await events()
        // Some arrive several times, some never, in any order; between some of them Stripe is away.
        const arriving = order.map((n) => ids[n % ids.length] ?? '')
        for (const [nth, id] of arriving.entries()) {
          expect(await stripe.sendEvents([id])).toEqual([200])
          const isAway = outages.includes(nth)
          if (isAway) await stripe.behaves({ isDown: true })
          if (isAway || nth % 3 === 0) await settleWebhooks(kernel)
          if (isAway) await stripe.behaves({ isDown: false })
        }
        // The last one arrives at some time; what was postponed is due then.
        await stripe.sendEvents([ids.at(-1) ?? ''])
        await sql`update billing_event set retry_at = null where settled_at is null`.execute(system())
        // Two processes at once.
        await Promise.all([settleWebhooks(kernel), settleWebhooks(kernel)])
        while (await settleWebhooks(kernel));
        const settled = await stateOf(org)
        await syncOrganization(kernel, org.id)
        expect(await stateOf(org)).toEqual(settled)
        const owed = (await stripe.invoices()).filter((one) => one.customer === customer && one.status === 'open')
        const { billing } = (await t.as(org.ann).call(readBilling)).body
        expect(billing.pastDue === null).toBe(owed.length === 0)
        if (owed.length === 0) expect(billing.status).toBe('active')
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  120_000 + RUNS * 6_000,
)
