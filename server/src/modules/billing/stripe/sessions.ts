import { Stripe } from 'stripe'
import { PageStaysOpen } from '../provider.ts'

/** The open pages that are read, more than an organization leaves open within the day in which Stripe closes them. */
const READ_MAX = 1_000

interface Pages {
  customerId: string
  /** What is bought on them: a plan is a subscription, credit a single payment. */
  mode: 'subscription' | 'payment'
}

/**
 * Closes the pages on which a customer could still buy; what was bought on them before stays bought. Fails with `PageStaysOpen`
 * when Stripe does not close one, as while a payment on it is on its way.
 */
export async function closePages(stripe: Stripe, pages: Pages): Promise<void> {
  await closeAll(stripe, pages, await openPages(stripe, pages))
}

/**
 * Leaves only the newest page open and returns its address: of pages that begin at the same moment, everyone is led to the same
 * one, so that nothing is bought twice. When an older one stays open, the newest is closed too, and this fails with
 * `PageStaysOpen`.
 */
export async function keepNewest(stripe: Stripe, pages: Pages): Promise<string | null> {
  const [newest, ...others] = await openPages(stripe, pages)
  try {
    await closeAll(stripe, pages, others)
  } catch (error) {
    if (newest && error instanceof PageStaysOpen) await close(stripe, newest.id)
    throw error
  }
  return newest?.url ?? null
}

async function closeAll(stripe: Stripe, pages: Pages, sessions: { id: string }[]): Promise<void> {
  const refused = new Set<string>()
  for (const { id } of sessions) if (!(await close(stripe, id))) refused.add(id)
  if (refused.size === 0) return
  // A page that was paid or closed in the meantime is refused as well, and is not open any more.
  const open = (await openPages(stripe, pages)).find(({ id }) => refused.has(id))
  if (open) throw new PageStaysOpen(`the payment service did not close the page ${open.id}`)
}

async function openPages(stripe: Stripe, { customerId, mode }: Pages): Promise<Stripe.Checkout.Session[]> {
  const sessions = await stripe.checkout.sessions
    .list({ customer: customerId, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: READ_MAX })
  return sessions
    .filter((session) => session.mode === mode)
    .toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1))
}

/** Returns false when Stripe refuses. */
async function close(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.expire(id)
    return true
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
    throw error
  }
}
