import type { Plan, PlanKey } from '@crewline/contract/billing'
import type { Stripe } from 'stripe'
import { CURRENCY, PLANS, planOf, type Counts } from '../plan-rules.ts'

/** What a plan has a price for. */
export type PriceKind = 'base' | 'seats' | keyof Counts

export const PRICE_KINDS: readonly PriceKind[] = ['base', 'seats', 'segments', 'mms']

/** The names of the meters that usage is reported to. */
export const METER_NAMES: Record<keyof Counts, string> = {
  segments: 'crewline_segments',
  mms: 'crewline_mms',
}

/** What the lines of invoices are called. */
const PRODUCT_NAMES: Record<PriceKind, (plan: string) => string> = {
  base: (plan) => `Crewline ${plan}`,
  seats: () => 'Additional teammates',
  segments: () => 'Text message segments',
  mms: () => 'Picture messages (MMS)',
}

/** Returns the key under which Stripe keeps a price. */
export function lookupKeyOf(plan: PlanKey, kind: PriceKind): string {
  return `crewline_${plan}_${kind}`
}

/** Returns the plan and the kind of a price; undefined for a price of others. */
export function readLookupKey(key: string | null): { plan: PlanKey; kind: PriceKind } | undefined {
  const [, plan, kind] = /^crewline_([a-z]+)_([a-z]+)$/.exec(key ?? '') ?? []
  if (!PLANS.some((one) => one.key === plan) || !PRICE_KINDS.includes(kind as PriceKind)) return undefined
  return { plan: plan as PlanKey, kind: kind as PriceKind }
}

/** Returns the ids of the prices of a plan, and makes the ones that are missing or that cost something else. */
export async function pricesOf(stripe: Stripe, key: PlanKey): Promise<Record<PriceKind, string>> {
  const plan = planOf(key)
  const keys = PRICE_KINDS.map((kind) => lookupKeyOf(key, kind))
  const { data } = await stripe.prices.list({ lookup_keys: keys, expand: ['data.tiers'], limit: 10 })
  const prices: Partial<Record<PriceKind, string>> = {}
  for (const kind of PRICE_KINDS) {
    const wanted = unitCents(plan, kind)
    const known = data.find((price) => price.lookup_key === lookupKeyOf(key, kind))
    const isSame = known && costOf(known) === `${wanted.included}|${wanted.cents}`
    prices[kind] = isSame ? known.id : await createPrice(stripe, plan, kind)
  }
  return prices as Record<PriceKind, string>
}

function unitCents(plan: Plan, kind: PriceKind): { included: number; cents: number } {
  if (kind === 'base') return { included: 0, cents: plan.monthlyCents }
  if (kind === 'seats') return { included: 0, cents: plan.seatCents }
  return kind === 'segments'
    ? { included: plan.segments, cents: plan.segmentCents }
    : { included: plan.mms, cents: plan.mmsCents }
}

function costOf({ tiers, unit_amount: unit }: Stripe.Price): string {
  if (!tiers || tiers.length === 0) return `0|${unit}`
  return `${tiers[0]?.up_to}|${tiers.at(-1)?.unit_amount}`
}

async function createPrice(stripe: Stripe, plan: Plan, kind: PriceKind): Promise<string> {
  const { included, cents } = unitCents(plan, kind)
  const lookupKey = lookupKeyOf(plan.key, kind)
  const product = await ensureProduct(
    stripe,
    kind === 'base' ? `crewline_${plan.key}` : `crewline_${kind}`,
    PRODUCT_NAMES[kind](`${plan.key[0]?.toUpperCase()}${plan.key.slice(1)}`),
  )
  const price = await stripe.prices.create(
    {
      currency: CURRENCY,
      product,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      ...(kind === 'segments' || kind === 'mms'
        ? {
            billing_scheme: 'tiered',
            tiers_mode: 'graduated',
            tiers: [
              { up_to: included, unit_amount: 0 },
              { up_to: 'inf', unit_amount: cents },
            ],
            recurring: { interval: 'month', usage_type: 'metered', meter: await ensureMeter(stripe, kind) },
          }
        : { unit_amount: cents, recurring: { interval: 'month' } }),
    },
    { idempotencyKey: `${lookupKey}-${included}-${cents}` },
  )
  return price.id
}

/** Returns the id of a product, and makes it if it is missing. */
export async function ensureProduct(stripe: Stripe, id: string, name: string): Promise<string> {
  try {
    await stripe.products.create({ id, name })
  } catch (error) {
    if ((error as { code?: string }).code !== 'resource_already_exists') throw error
  }
  return id
}

/** Returns the id of a meter; undefined before the first plan is bought. */
export async function meterOf(stripe: Stripe, kind: keyof Counts): Promise<string | undefined> {
  const { data } = await stripe.billing.meters.list({ status: 'active', limit: 100 })
  return data.find((meter) => meter.event_name === METER_NAMES[kind])?.id
}

async function ensureMeter(stripe: Stripe, kind: keyof Counts): Promise<string> {
  const eventName = METER_NAMES[kind]
  const known = await meterOf(stripe, kind)
  if (known) return known
  const made = await stripe.billing.meters.create(
    { display_name: PRODUCT_NAMES[kind](''), event_name: eventName, default_aggregation: { formula: 'sum' } },
    { idempotencyKey: eventName },
  )
  return made.id
}
