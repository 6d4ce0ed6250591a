import { editBilling, openPortal, readBilling, startCheckout, startTopUp } from '@crewline/contract/billing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prove } from '../../../test/kit/api-keys.ts'
import { CARD, stripeOf, type TestStripe } from '../../../test/kit/stripe.ts'
import { testApp, type TestApp } from '../../../test/kit/test-app.ts'
import { syncOrganization } from './sync.ts'

let t: TestApp
let stripe: TestStripe
beforeAll(async () => {
  t = await testApp({ roles: 'web', settings: { PUBLIC_URL: 'http://127.0.0.1:0' } })
  stripe = stripeOf(t.process.address)
  await stripe.behaves({ webhooks: 'held' })
})
afterAll(() => t.close())

test('what the payment service refuses is answered in words, and works once it is accepted again', async () => {
  const { ann, id } = t.acme
  await prove(t, ann)
  const call = t.as(ann)
  const refusing = async (
    path: string,
    ask: () => Promise<{ http: number; body: { code?: string; message?: string } }>,
  ) => {
    await stripe.behaves({ refuses: path })
    const { http, body } = await ask()
    await stripe.behaves({ refuses: null })
    expect([http, body.code, body.message]).toEqual([
      422,
      'payment_refused',
      expect.stringContaining("The payment service didn't accept this."),
    ])
    // Its own words may name things of the account at the service.
    expect(JSON.stringify(body)).not.toContain('simulator')
  }
  const checkOut = () => call.call(startCheckout, { body: { plan: 'starter' } })
  await refusing('/v1/customers', checkOut)
  await refusing('/v1/prices', checkOut)
  await refusing('/v1/checkout/sessions', checkOut)
  await stripe.enterCard((await checkOut()).body.url, CARD.pays)
  await syncOrganization(t.process.kernel, id)

  await refusing('/v1/checkout/sessions', () => call.call(startTopUp, { body: { cents: 2_500 } }))
  await refusing('/v1/billing_portal', () => call.call(openPortal))
  await refusing('/v1/subscriptions', () => call.call(editBilling, { body: { plan: 'team' } }))
  await refusing('/v1/subscriptions', () => call.call(editBilling, { body: { isCanceled: true } }))
  expect((await call.call(readBilling)).body.billing).toMatchObject({ plan: { key: 'starter' }, cancelAt: null })
  expect((await call.call(editBilling, { body: { plan: 'team' } })).body.billing.plan?.key).toBe('team')
})
