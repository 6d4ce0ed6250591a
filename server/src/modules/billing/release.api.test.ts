import { pastDueNotice, readBilling, startCheckout } from '@crewline/contract/billing'
import { buyLine, lines, searchNumbers } from '@crewline/contract/lines'
import { displayPhone } from '@crewline/contract/phone'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOrg, type Org } from '../../../test/kit/cast.ts'
import { TELNYX_PUBLIC_KEY } from '../../../test/kit/hooks.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { reviewAccounts } from './jobs.ts'
import { accountOf } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'
import { oldestOwed } from './views.ts'

let t: TestApp
let stripe: TestStripe
let count = 10
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
})
afterAll(() => t.close())

const DAY_MS = 86_400_000
const ACCOUNTS = {
  twilio: { account: `AC${'7'.repeat(32)}`, key: '8'.repeat(32) },
  telnyx: { key: `KEY${'B'.repeat(32)}_secret`, publicKey: TELNYX_PUBLIC_KEY },
  simulated: { account: 'crewline-release', key: 'a'.repeat(32) },
}

/** An organization that owes since now, with a number that it brought and one bought at each of these carriers. */
async function owing(carriers: (keyof typeof ACCOUNTS)[]) {
  const org = await makeOrg(t.process.kernel, `Org ${(count += 1)}`, count)
  const { body } = await t.as(org.ann).call(startCheckout, { body: { plan: 'starter' } })
  await stripe.enterCard(body.url, CARD.pays)
  await syncOrganization(t.process.kernel, org.id)
  const bought: string[] = []
  for (const carrier of carriers) {
    const buyer = { carrier, ...ACCOUNTS[carrier] }
    const [offer] = (await t.as(org.ann).call(searchNumbers, { body: { areaCode: '602', ...buyer } })).body.numbers
    const phone = offer?.phone ?? ''
    const { body: sold } = await t.as(org.ann).call(buyLine, { body: { phone, label: 'Bought', ...buyer } })
    expect(sold.line).toMatchObject({ phone, carrier })
    bought.push(phone)
  }
  const customer = (await accountOf(t.process.kernel.database.ofOrg(org.id), org.id))?.customerId ?? ''
  await stripe.setCard(customer, CARD.declined)
  const invoice = await stripe.endPeriod(customer)
  await syncOrganization(t.process.kernel, org.id)
  return { org, bought, customer, invoice, since: (invoice.status_transitions.finalized_at ?? 0) * 1_000 }
}

/** The scheduled review, some days and ms after the first failed payment. */
async function review(since: number, days: number, ms = 0): Promise<void> {
  const { kernel } = t.process
  const now = () => new Date(since + days * DAY_MS + ms)
  await reviewAccounts({ ...kernel, world: { ...kernel.world, now } })
}
const suspensionOf = async (org: Org) => accountOf(t.process.kernel.database.ofOrg(org.id), org.id)
const atCarrier = async () => {
  const { numbers } = (await (await fetch(`${t.carrier.url}/control/numbers`)).json()) as {
    numbers: { number: string }[]
  }
  return numbers.map(({ number }) => number)
}
const auditOf = async (org: Org) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where org_id = ${org.id} and (action like 'billing.%' or action = 'line.given-back') order by id`.execute(
    t.process.kernel.database.asSystem('tests look at the audit log'),
  )
  return rows.map(({ action }) => action)
}
/** The subjects of all emails to the owner, also of those from days to come: due a second ago, for a process whose clock has no microseconds. */
async function subjectsTo(org: Org): Promise<string[]> {
  await sql`update mail set due_at = now() - interval '1 second' where due_at > now()`.execute(
    t.process.kernel.database.asSystem('tests send emails of days to come'),
  )
  return (await t.mailsTo(org.ann.email)).map(({ subject }) => subject).sort()
}

test('suspends on day 30, warns three times, and gives only bought numbers back on day 60', async () => {
  const { org, bought, since } = await owing(['twilio', 'telnyx', 'simulated'])
  await review(since, 8)
  await review(since, 30, -1_000)
  expect((await suspensionOf(org))?.suspendedAt).toBeNull()
  await review(since, 30)
  const { pastDue } = (await t.as(org.ann).call(readBilling)).body.billing
  const day60 = new Date(since + 60 * DAY_MS).toISOString()
  expect(pastDue).toMatchObject({ suspendAt: new Date(since + 30 * DAY_MS).toISOString(), releaseAt: day60 })
  expect([pastDue?.numbers.toSorted(), pastDue?.releasedNumbers]).toEqual([bought.toSorted(), []])
  expect((await t.as(org.ann).call(pastDueNotice)).body.pastDue).toMatchObject({ releaseAt: day60, releasedAt: null })
  for (const day of [46, 46, 53, 59]) await review(since, day)
  await review(since, 60, -1_000)
  expect(await atCarrier()).toEqual(expect.arrayContaining(bought))

  await review(since, 60)
  await review(since, 61)
  expect((await atCarrier()).filter((phone) => bought.includes(phone))).toEqual([])
  await sql`update organization set status = 'active' where id = ${org.id}`.execute(
    t.process.kernel.database.asSystem('tests read the lines of a blocked organization'),
  )
  expect((await t.as(org.ann).call(readBilling)).body.billing.pastDue).toMatchObject({
    numbers: [],
    releasedNumbers: expect.arrayContaining(bought),
  })
  const left = (await t.as(org.ann).call(lines)).body.lines
  expect(left.map(({ phone, isDefault }) => ({ phone, isDefault }))).toEqual([
    { phone: org.line.phone, isDefault: true },
  ])
  expect(await subjectsTo(org)).toEqual([
    `${org.name} is on hold`,
    `${org.name} is suspended`,
    ...Array.from({ length: 3 }, () => expect.stringContaining(`${org.name} loses its numbers on`)),
    `Payment failed for ${org.name}`,
    `The numbers of ${org.name} were released`,
  ])
  expect((await auditOf(org)).slice(-8)).toEqual([
    'billing.suspended',
    ...['billing.release-warned', 'billing.release-warned', 'billing.release-warned'],
    ...['line.given-back', 'line.given-back', 'line.given-back', 'billing.numbers-released'],
  ])
})

/** The lines of the emails to the owner whose subject says something. */
async function linesAbout(org: Org, subject: string): Promise<string> {
  await subjectsTo(org)
  return (await t.mailsTo(org.ann.email))
    .filter((mail) => mail.subject.includes(subject))
    .map(({ text }) => text)
    .join('\n')
}

test('emails name the numbers that go and that went, and after a late payment those that are gone', async () => {
  const { org, bought, invoice, since } = await owing(['simulated', 'twilio'])
  const [first = '', second = ''] = bought.map((phone) => displayPhone(phone, 'US'))
  for (const day of [30, 46, 53, 59]) await review(since, day)
  for (const subject of ['is suspended', 'loses its numbers on']) {
    const text = await linesAbout(org, subject)
    expect([
      subject,
      text.includes(`${first} and ${second}`),
      text.includes(displayPhone(org.line.phone, 'US')),
    ]).toEqual([subject, true, false])
  }
  await review(since, 60)
  expect(await linesAbout(org, 'were released')).toContain(`went back to their carrier: ${first} and ${second}.`)
  await stripe.enterCard(invoice.hosted_invoice_url ?? '', CARD.pays)
  await syncOrganization(t.process.kernel, org.id)
  expect(await linesAbout(org, 'Payment received')).toContain(
    `Before the payment, these phone numbers went back to their carrier: ${first} and ${second}.`,
  )
})

test('a payment a moment before day 60 keeps the numbers, and ends the suspension', async () => {
  const { org, bought, invoice, since } = await owing(['simulated'])
  for (const day of [30, 46, 53, 59]) await review(since, day)
  // Its webhook is lost: the account is read again before anything is given back.
  await stripe.enterCard(invoice.hosted_invoice_url ?? '', CARD.pays)
  await review(since, 60)
  expect(await atCarrier()).toEqual(expect.arrayContaining(bought))
  expect(await suspensionOf(org)).toMatchObject({
    suspendedAt: null,
    releaseAt: null,
    releaseWarnings: 0,
    blockedAt: null,
  })
  expect(await subjectsTo(org)).toContain(`Payment received for ${org.name}`)
  expect((await auditOf(org)).slice(-2)).toEqual(['billing.suspension-ended', 'billing.unblocked'])
})

test('paying the oldest of two invoices keeps the numbers for the days and warnings of the other', async () => {
  const { org, bought, customer, since: later } = await owing(['simulated'])
  const oldest = await stripe.endPeriod(customer, 28)
  await syncOrganization(t.process.kernel, org.id)
  const since = (oldest.status_transitions.finalized_at ?? 0) * 1_000
  for (const day of [30, 46, 53, 59]) await review(since, day)
  expect(await suspensionOf(org)).toMatchObject({ releaseWarnings: 3, releaseAt: new Date(since + 60 * DAY_MS) })
  await stripe.enterCard(oldest.hosted_invoice_url ?? '', CARD.pays)
  await stripe.setCard(customer, CARD.declined)
  await review(since, 60)
  expect(await atCarrier()).toEqual(expect.arrayContaining(bought))
  expect(await suspensionOf(org)).toMatchObject({ releaseWarnings: 0, releaseAt: new Date(later + 60 * DAY_MS) })
  for (const day of [46, 53, 59, 60]) await review(later, day)
  expect((await atCarrier()).filter((phone) => bought.includes(phone))).toEqual([])
  expect((await subjectsTo(org)).filter((subject) => subject.includes('loses its numbers'))).toHaveLength(6)
})

test('a warning that was counted and never sent is given again before anything is released', async () => {
  const { org, bought, since } = await owing(['simulated'])
  for (const day of [30, 46, 53]) await review(since, day)
  // As when the process ends after it counted the last warning, and before it queued the emails.
  await sql`update billing_account set release_warnings = 3 where org_id = ${org.id}`.execute(
    t.process.kernel.database.asSystem('tests count a warning that is not sent'),
  )
  await review(since, 60)
  expect(await atCarrier()).toEqual(expect.arrayContaining(bought))
  expect(await suspensionOf(org)).toMatchObject({ releaseWarnings: 3, releaseAt: new Date(since + 61 * DAY_MS) })
  expect((await subjectsTo(org)).filter((subject) => subject.includes('loses its numbers'))).toHaveLength(3)
  await review(since, 61)
  expect((await atCarrier()).filter((phone) => bought.includes(phone))).toEqual([])
})

test('an organization that brought its numbers is suspended without a word about losing them', async () => {
  const { org, since } = await owing([])
  for (const day of [8, 30, 46, 53, 59, 60, 61]) await review(since, day)
  expect(await suspensionOf(org)).toMatchObject({ releaseAt: null, releaseWarnings: 0, releasedAt: null })
  expect((await suspensionOf(org))?.suspendedAt).not.toBeNull()
  expect((await t.as(org.ann).call(readBilling)).body.billing.pastDue).toMatchObject({ releaseAt: null })
  expect(await subjectsTo(org)).toEqual([
    `${org.name} is on hold`,
    `${org.name} is suspended`,
    `Payment failed for ${org.name}`,
  ])
  const mail = (await t.mailsTo(org.ann.email)).find(({ subject }) => subject.includes('is suspended'))
  expect(JSON.stringify(mail)).toContain('Your phone numbers stay yours')
  expect(await auditOf(org)).not.toContain('billing.numbers-released')
})

test('an invoice with a term is owed from the end of the term on', async () => {
  const { org, invoice, since } = await owing([])
  const db = t.process.kernel.database.ofOrg(org.id)
  const dueAt = new Date(since + 30 * DAY_MS)
  await sql`update billing_invoice set due_at = ${dueAt} where external_id = ${invoice.id ?? ''}`.execute(
    t.process.kernel.database.asSystem('tests give an invoice a term'),
  )
  expect(await oldestOwed(db, org.id, new Date(since + 29 * DAY_MS))).toBeUndefined()
  expect(await oldestOwed(db, org.id, dueAt)).toMatchObject({
    since: dueAt.toISOString(),
    blockAt: new Date(since + 37 * DAY_MS).toISOString(),
  })
})

test('a number that its carrier did not take back is tried again, and nothing happens twice', async () => {
  const { org, bought, since } = await owing(['twilio', 'telnyx'])
  for (const day of [30, 46, 53, 59]) await review(since, day)
  await t.carrier.behaves({ mode: 'outage' })
  await review(since, 60)
  expect(await atCarrier()).toEqual(expect.arrayContaining(bought))
  expect((await suspensionOf(org))?.releasedAt).toBeNull()
  await t.carrier.behaves({ mode: 'ok' })
  // Given back already, as when the process died before it was recorded.
  await fetch(`${t.carrier.url}/control/numbers/${encodeURIComponent(bought[0] ?? '')}`, { method: 'DELETE' })
  // Its carrier is asked again after an hour, and not at every review.
  await review(since, 60, 1_800_000)
  expect(await atCarrier()).toContain(bought[1])
  expect((await suspensionOf(org))?.releaseAt).toEqual(new Date(since + 60 * DAY_MS + 3_600_000))
  await Promise.all([review(since, 60, 3_600_000), review(since, 60, 3_600_000)])
  await review(since, 60, 3_600_000)
  expect((await auditOf(org)).slice(-3)).toEqual(['line.given-back', 'line.given-back', 'billing.numbers-released'])
  expect((await atCarrier()).filter((phone) => bought.includes(phone))).toEqual([])
})

test('gives nothing back while the payment service is away', async () => {
  const { org, bought, since } = await owing(['simulated'])
  for (const day of [30, 46, 53, 59]) await review(since, day)
  await stripe.behaves({ isDown: true })
  await review(since, 60)
  await stripe.behaves({ isDown: false })
  expect(await atCarrier()).toEqual(expect.arrayContaining(bought))
  expect((await suspensionOf(org))?.releasedAt).toBeNull()
})
