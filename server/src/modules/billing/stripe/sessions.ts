import { Stripe } from 'stripe'

/** The open pages that are read, more than an organization leaves open within the day in which Stripe closes them. */
const READ_MAX = 1_000

interface Pages {
  customerId: string
  /** What is bought on them: a plan is a subscription, credit a single payment. */
  mode: 'subscription' | 'payment'
}

/** Closes the pages on which a customer could still buy; what was bought on them before stays bought. */
export async function closePages(stripe: Stripe, pages: Pages): Promise<void> {
  for (const { id } of await openPages(stripe, pages)) await close(stripe, id)
}

/**
 * Leaves only the newest page open and returns its address: of pages that begin at the same moment, everyone is led to the same
 * one, so that nothing is bought twice.
 */
export async function keepNewest(stripe: Stripe, pages: Pages): Promise<string | null> {
  const [newest, ...others] = await openPages(stripe, pages)
  for (const { id } of others) await close(stripe, id)
  return newest?.url ?? null
}

async function openPages(stripe: Stripe, { customerId, mode }: Pages): Promise<Stripe.Checkout.Session[]> {
  const sessions = await stripe.checkout.sessions
    .list({ customer: customerId, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: READ_MAX })
  return sessions
    .filter((session) => session.mode === mode)
    .toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
}

/** A page that was paid or closed in the meantime stays as it is. */
async function close(stripe: Stripe, id: string): Promise<void> {
  await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  })
}
