import { me } from '@crewline/contract/accounts'
import { readBilling, startCheckout } from '@crewline/contract/billing'
import { createContact } from '@crewline/contract/contacts'
import { createTag } from '@crewline/contract/tags'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { accountOf } from './store/accounts.ts'
import { syncOrganization } from './sync.ts'

let t: TestApp
let stripe: TestStripe
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
})
afterAll(() => t.close())

test('a plan without a payment method makes the organization read-only until a card is added', async () => {
  const { ann, id } = t.acme
  const { kernel } = t.process
  const { body } = await t.as(ann).call(startCheckout, { body: { plan: 'starter' } })
  await stripe.enterCard(body.url, CARD.pays)
  await syncOrganization(kernel, id)
  const customer = (await accountOf(kernel.database.ofOrg(id), id))?.customerId ?? ''
  const missing = async () => (await t.as(ann).call(readBilling)).body.billing.missing
  expect(await missing()).toBeNull()

  await stripe.setCard(customer, null)
  await syncOrganization(kernel, id)
  expect(await missing()).toBe('payment_method')
  expect((await t.as(ann).call(me)).body.needBilling).toBe(true)
  const refused = await t.as(ann).call(createTag, { body: { name: 'Payroll' } })
  expect([refused.http, refused.body]).toMatchObject([
    422,
    { code: 'plan_needed', message: expect.stringContaining('a plan and a payment method') },
  ])
  const contact = { firstname: 'Nia', lastname: 'Okoro', phone: '+13125550188' }
  expect((await t.as(ann).call(createContact, { body: contact })).body.code).toBe('plan_needed')

  await stripe.setCard(customer, CARD.pays)
  await syncOrganization(kernel, id)
  expect(await missing()).toBeNull()
  expect((await t.as(ann).call(me)).body.needBilling).toBe(false)
  expect((await t.as(ann).call(createTag, { body: { name: 'Payroll' } })).http).toBe(200)
})
