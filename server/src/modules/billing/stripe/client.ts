import { Stripe } from 'stripe'
import type { Config } from '../../../kernel/config.ts'
import { ProviderDown, ProviderRefused } from '../provider.ts'

/** Longer than Stripe takes for any call. */
const TIMEOUT_MS = 20_000

/** Opens Stripe with its SDK: at Stripe's own address, or at the simulator under this server's. */
export function openStripe(
  { secretKey, isSimulated, simulatorUrl }: NonNullable<Config['stripe']>,
  publicUrl: () => string,
): Stripe {
  const client = isSimulated
    ? Stripe.createFetchHttpClient(((input: string | URL, init: RequestInit) => {
        const { pathname, search } = new URL(input)
        return fetch(`${simulatorUrl ?? publicUrl()}/dev/stripe${pathname}${search}`, init)
      }) as typeof fetch)
    : Stripe.createFetchHttpClient()
  return new Stripe(secretKey, {
    httpClient: client,
    timeout: TIMEOUT_MS,
    // Repeats are safe: the SDK sends the same idempotency key.
    maxNetworkRetries: 2,
    telemetry: false,
  })
}

/** Runs a call; trouble of Stripe or on the way becomes `ProviderDown`, any other error of Stripe `ProviderRefused`. */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { StripeError, StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    if (!(error instanceof StripeError)) throw error
    const isTheirs =
      error instanceof StripeConnectionError || error instanceof StripeAPIError || error instanceof StripeRateLimitError
    throw new (isTheirs ? ProviderDown : ProviderRefused)(error.message, { cause: error })
  }
}
