import { startCheckout, startTopUp } from '@crewline/contract/billing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg } from '../../../test/kit/cast.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Invoice } from '../../simulators/stripe/objects.ts'
import { planOf } from './plan-rules.ts'
import { ProviderDown } from './provider.ts'
import { reportUsage } from './report-usage.ts'
import { accountOf } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'

// What is used in random months, zones and amounts, with crashes and lost answers between, is on the invoices exactly:
// nothing twice, nothing missing, and the overage of each period costs what the plan says. Each top-up is granted once, and
// pays for overage before anything is charged.

let t: TestApp
let stripe: TestStripe
let count = 20
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
})
afterAll(() => t.close())

const HOUR_MS = 3_600_000
const PLAN = planOf('starter')

const creditOf = (invoice: Invoice) => invoice.total_pretax_credit_amounts.reduce((sum, { amount }) => sum + amount, 0)
const issuedAt = (invoice: Invoice) => invoice.status_transitions.finalized_at ?? 0

const step = fc.record({
  /** Hours until the next step. */
  hours: fc.integer({ min: 1, max: 200 }),
  segments: fc.integer({ min: 0, max: 900 }),
  mms: fc.integer({ min: 0, max: 40 }),
  /** The usage is counted for the month before, as when a text waited over the end of its month. */
  isLate: fc.boolean(),
  topUp: fc.constantFrom(0, 0, 0, 2_500, 5_000),
  grantTrouble: fc.constantFrom('none', 'lost answer', 'two reads', 'later'),
  trouble: fc.constantFrom(
    'none',
    'none',
    'down',
    'lost answer',
    'lost for days',
    'crash before marking',
    'two processes',
  ),
})

const scenario = fc.record({
  zone: fc.constantFrom('America/Chicago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kolkata', 'Europe/Berlin'),
  steps: fc.array(step, { minLength: 5, maxLength: 16 }),
})

test('invoices equal usage, whatever happens between', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ zone, steps }) => {
      const { kernel } = t.process
      const system = kernel.database.asSystem('tests use messages')
      count += 1
      const org = await makeOrg(kernel, `Org ${count}`, count)
      await sql`update organization set timezone = ${zone} where id = ${org.id}`.execute(system)
      // Each run begins where the clock of the simulator is: it only moves ahead.
      let now = new Date((await stripe.state()).aheadS * 1_000 + Date.now())
      const at = (): Kernel => ({ ...kernel, world: { ...kernel.world, now: () => now } })
      const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
      // The product's own clock is that of today: the simulator bills from its own moment on.
      await stripe.enterCard(body.url, CARD.pays)
      await syncOrganization(at(), org.id)
      const customer = (await stripe.customers()).find(({ metadata }) => metadata['organization'] === org.id)?.id ?? ''
      const use = async (kind: 'texts' | 'mms', n: number, monthsAgo: number) => {
        if (n === 0) return
        const month = sql`(date_trunc('month', ${now}::timestamptz at time zone ${zone}) - ${monthsAgo}::int * interval '1 month')::date`
        await sql`
          insert into usage_month (org_id, month, ${sql.ref(kind)}) values (${org.id}, ${month}, ${n})
          on conflict (org_id, month) do update set ${sql.ref(kind)} = usage_month.${sql.ref(kind)} + ${n}`.execute(
          system,
        )
      }
      const total = { segments: 0, mms: 0 }
      const report = async (trouble: string): Promise<void> => {
        if (trouble === 'down') await stripe.behaves({ isDown: true })
        if (trouble === 'lost answer' || trouble === 'lost for days') await stripe.behaves({ loseAnswers: true })
        await Promise.all(trouble === 'two processes' ? [reportUsage(at()), reportUsage(at())] : [reportUsage(at())])
        await stripe.behaves({ isDown: false, loseAnswers: false })
        if (trouble === 'crash before marking')
          await sql`update billing_report set state = 'pending' where org_id = ${org.id} and state = 'sent'
            and billed_at > ${new Date(now.getTime() - 72 * HOUR_MS)}`.execute(system)
        // Otherwise the next report is that of the next step, which can be a week later.
        if (trouble !== 'lost for days') await reportUsage(at())
      }
      let bought = 0
      const topUp = async (cents: number, how: string): Promise<void> => {
        if (cents === 0) return
        const page = await t.as(org.ann).call(startTopUp, { body: { cents: cents === 2_500 ? 2_500 : 5_000 } })
        expect(await stripe.enterCard(page.body.url, CARD.pays)).toMatchObject({ http: 303 })
        bought += cents
        if (how === 'later') return
        if (how === 'lost answer') {
          await stripe.behaves({ loseAnswersOf: '/v1/billing/credit_grants' })
          await expect(syncOrganization(at(), org.id)).rejects.toBeInstanceOf(ProviderDown)
          await stripe.behaves({ loseAnswersOf: null })
        }
        await Promise.all(Array.from({ length: how === 'two reads' ? 2 : 1 }, () => syncOrganization(at(), org.id)))
      }
      let hoursUnsent = 0
      for (const { hours, segments, mms, isLate, trouble, topUp: cents, grantTrouble } of steps) {
        hoursUnsent += hours
        now = new Date(now.getTime() + hours * HOUR_MS)
        await stripe.setClock(now)
        await use('texts', segments, isLate ? 1 : 0)
        await use('mms', mms, isLate ? 1 : 0)
        total.segments += segments
        total.mms += mms
        // The payment service refuses usage that is older than 35 days: an outage ends before.
        const happens = trouble === 'lost for days' && hoursUnsent > 400 ? 'lost answer' : trouble
        await report(happens)
        if (happens !== 'lost for days') hoursUnsent = 0
        await topUp(cents, grantTrouble)
      }
      await report('none')
      await syncOrganization(at(), org.id)
      // Two more closings: the usage of a month that began before its closing is reported after it.
      for (let n = 0; n < 2; n++) {
        now = new Date(now.getTime() + 32 * 24 * HOUR_MS)
        await stripe.setClock(now)
        await report('none')
      }
      now = new Date(now.getTime() + 32 * 24 * HOUR_MS)
      await stripe.setClock(now)
      const invoices = (await stripe.invoices()).filter((one) => one.customer === customer && one.status !== 'draft')
      const lines = invoices.flatMap((invoice) => invoice.lines.data)
      const billed = (product: string) => lines.filter((line) => line.pricing.price_details.product === product)
      const quantityOf = (product: string) => billed(product).reduce((sum, line) => sum + line.quantity, 0)
      expect({ segments: quantityOf('crewline_segments'), mms: quantityOf('crewline_mms') }).toEqual(total)
      for (const line of billed('crewline_segments'))
        expect(line.amount).toBe(Math.max(0, line.quantity - PLAN.segments) * PLAN.segmentCents)
      for (const line of billed('crewline_mms'))
        expect(line.amount).toBe(Math.max(0, line.quantity - PLAN.mms) * PLAN.mmsCents)
      const grants = await stripe.grants(customer)
      const sessions = Object.values((await stripe.state()).sessions).filter(
        (one) => one.customer === customer && one.payment_status === 'paid' && one.mode === 'payment',
      )
      expect(grants).toHaveLength(sessions.length)
      expect(new Set(grants.map(({ metadata }) => metadata['top_up']))).toEqual(new Set(sessions.map(({ id }) => id)))
      expect(grants.reduce((sum, grant) => sum + grant.amount.monetary.value, 0)).toBe(bought)
      let spent = 0
      for (const invoice of invoices.toSorted((a, b) => issuedAt(a) - issuedAt(b))) {
        const overage = ['crewline_segments', 'crewline_mms']
          .flatMap((product) => invoice.lines.data.filter((line) => line.pricing.price_details.product === product))
          .reduce((sum, { amount }) => sum + amount, 0)
        const granted = grants
          .filter(({ created }) => created <= issuedAt(invoice))
          .reduce((sum, grant) => sum + grant.amount.monetary.value, 0)
        expect(creditOf(invoice)).toBe(Math.min(overage, granted - spent))
        spent += creditOf(invoice)
      }
      await syncOrganization(at(), org.id)
      const account = await accountOf(kernel.database.ofOrg(org.id), org.id)
      expect(account).toMatchObject({ creditCents: bought - spent, creditBoughtCents: bought })
      for (const invoice of invoices) {
        expect(Number.isInteger(invoice.total)).toBe(true)
        const taxes = invoice.total_taxes.reduce((sum, { amount }) => sum + amount, 0)
        expect(invoice.total).toBe(invoice.subtotal - creditOf(invoice) + taxes)
      }
    }),
    { numRuns: Number(process.env['BILLING_RUNS'] ?? 8), endOnFailure: true },
  )
})
