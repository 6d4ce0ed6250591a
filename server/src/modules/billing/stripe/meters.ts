import { Stripe } from 'stripe'
import type { PaymentProvider } from '../provider.ts'
import { METER_NAMES, meterOf } from './catalog.ts'

/** Adds usage. An identifier that Stripe has already counts as added. */
export async function reportUsage(
  stripe: Stripe,
  { customerId, kind, count, identifier, at }: Parameters<PaymentProvider['reportUsage']>[0],
): Promise<void> {
  try {
    await stripe.billing.meterEvents.create({
      event_name: METER_NAMES[kind],
      identifier,
      timestamp: Math.floor(at.getTime() / 1_000),
      payload: { stripe_customer_id: customerId, value: String(count) },
    })
  } catch (error) {
    // An earlier attempt arrived although its answer did not.
    const isRepeat = error instanceof Stripe.errors.StripeInvalidRequestError && /already exists/.test(error.message)
    if (!isRepeat) throw error
  }
}

/** Reads what a meter counted with a time in one minute; it may lag behind by some minutes. */
export async function reportedIn(
  stripe: Stripe,
  { customerId, kind, at }: Parameters<PaymentProvider['reportedIn']>[0],
): Promise<number> {
  const meter = await meterOf(stripe, kind)
  if (!meter) return 0
  const from = Math.floor(at.getTime() / 60_000) * 60
  const summaries = await stripe.billing.meters
    .listEventSummaries(meter, { customer: customerId, start_time: from, end_time: from + 60, limit: 100 })
    .autoPagingToArray({ limit: 100 })
  return summaries.reduce((sum, { aggregated_value: value }) => sum + value, 0)
}
