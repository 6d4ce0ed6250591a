import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { PageStaysOpen, ProviderDown, ProviderRefused, type PaymentProvider } from './provider.ts'
import { makeStripeProvider } from './stripe/adapter.ts'

const providers = new WeakMap<Kernel, PaymentProvider>()

/** Returns the payment service of this installation; undefined when it takes no payments. */
export function providerOf(kernel: Kernel): PaymentProvider | undefined {
  const { stripe } = kernel.config
  if (!stripe) return undefined
  const known = providers.get(kernel) ?? makeStripeProvider(stripe, () => kernel.config.publicUrl)
  providers.set(kernel, known)
  return known
}

/** Returns the payment service for a call of a member; fails with `billing_not_set_up` without one. */
export function requireProvider(kernel: Kernel): PaymentProvider {
  return providerOf(kernel) ?? fail('billing_not_set_up')
}

/**
 * Runs a call of a member; while the payment service cannot be reached, the member is asked to try again. Fails with
 * `page_open` when a page that was opened before stays open, and with `payment_refused` when the service refuses the call.
 */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof PageStaysOpen) return fail('page_open', { cause: error, internal: error.message })
    if (error instanceof ProviderRefused) return fail('payment_refused', { cause: error, internal: error.message })
    if (!(error instanceof ProviderDown)) throw error
    return fail('unavailable', { cause: error, internal: error.message, retryAfterS: 30 })
  }
}
