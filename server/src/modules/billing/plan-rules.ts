import { APP_KEYS, type AppKey } from '@crewline/contract/app-keys'
import type { Plan, PlanKey } from '@crewline/contract/billing'

/** The currency of every plan. */
export const CURRENCY = 'usd'

/**
 * What every plan includes: the law asks for a record of who agreed to be texted, and forms report hazards and illness.
 */
const ESSENTIAL_APPS: readonly AppKey[] = ['forms', 'contactoptin']

/** The plans, the cheapest first. Prices are in cents; a change makes new prices at the payment service. */
export const PLANS: readonly Plan[] = [
  {
    key: 'starter',
    monthlyCents: 4_900,
    seats: 3,
    seatCents: 900,
    segments: 1_000,
    segmentCents: 3,
    mms: 50,
    mmsCents: 7,
    apps: [...ESSENTIAL_APPS],
  },
  {
    key: 'team',
    monthlyCents: 14_900,
    seats: 10,
    seatCents: 800,
    segments: 5_000,
    segmentCents: 3,
    mms: 250,
    mmsCents: 6,
    apps: [...APP_KEYS],
  },
  {
    key: 'growth',
    monthlyCents: 39_900,
    seats: 30,
    seatCents: 700,
    segments: 20_000,
    segmentCents: 2,
    mms: 1_000,
    mmsCents: 5,
    apps: [...APP_KEYS],
  },
]

/** Returns a plan by its key. */
export function planOf(key: PlanKey): Plan {
  const plan = PLANS.find((candidate) => candidate.key === key)
  if (!plan) throw new Error(`there is no plan ${key}`)
  return plan
}

/** Returns the apps that a plan leaves out. Without a plan, as in a trial, every app is included. */
export function appsNotIn(plan: Plan | null): AppKey[] {
  return plan ? APP_KEYS.filter((app) => !plan.apps.includes(app)) : []
}

/** Returns the apps that at least one plan leaves out. */
export function optionalApps(): AppKey[] {
  return APP_KEYS.filter((app) => PLANS.some((plan) => !plan.apps.includes(app)))
}

/** Segments and MMS, each with a count. */
export interface Counts {
  segments: number
  mms: number
}

/** Returns how many segments and MMS are billed on top of a plan. */
export function overageOf(plan: Counts | null, used: Counts): Counts {
  return {
    segments: plan ? Math.max(0, used.segments - plan.segments) : 0,
    mms: plan ? Math.max(0, used.mms - plan.mms) : 0,
  }
}

/** Returns what an overage costs, in cents. */
export function overageCents(plan: Plan | null, overage: Counts): number {
  return plan ? overage.segments * plan.segmentCents + overage.mms * plan.mmsCents : 0
}

/** A spending cap, and the credit that pays for overage before anything is charged, in cents. */
export interface Limit {
  capCents: number
  creditCents: number
}

/**
 * Whether a spending cap is reached; a cap of 0 is reached once everything included and all credit is used. What credit
 * pays for is not charged, so it does not count.
 */
export function isCapReached(plan: Plan | null, used: Counts, { capCents, creditCents }: Limit): boolean {
  if (!plan) return false
  if (used.segments < plan.segments && used.mms < plan.mms) return false
  return overageCents(plan, overageOf(plan, used)) >= capCents + creditCents
}

/**
 * Returns what a spending cap leaves: cents that may be charged, and how many more segments, or else how many more MMS, are used when it is
 * reached.
 */
export function leftUnderCap(plan: Plan, used: Counts, limit: Limit): Counts & { leftCents: number } {
  if (isCapReached(plan, used, limit)) return { leftCents: 0, segments: 0, mms: 0 }
  const leftCents = Math.max(0, limit.capCents + limit.creditCents - overageCents(plan, overageOf(plan, used)))
  const left = (kind: 'segments' | 'mms', cents: number) =>
    Math.max(0, plan[kind] - used[kind]) + Math.ceil(leftCents / cents)
  return {
    leftCents: Math.min(limit.capCents, leftCents),
    segments: left('segments', plan.segmentCents),
    mms: left('mms', plan.mmsCents),
  }
}

/** Returns how many teammates are paid for on top of a plan. */
export function extraSeatsOf(plan: Plan, members: number): number {
  return Math.max(0, members - plan.seats)
}

/**
 * Estimates the next invoice in cents, without taxes: the next month, and the overage of this one less what credit pays
 * of it.
 */
export function nextInvoiceOf(
  plan: Plan,
  { extraSeats, overage, creditCents }: { extraSeats: number; overage: Counts; creditCents: number },
): { cents: number; creditCents: number } {
  const overCents = overageCents(plan, overage)
  const paid = Math.min(overCents, creditCents)
  return { cents: plan.monthlyCents + extraSeats * plan.seatCents + overCents - paid, creditCents: paid }
}
