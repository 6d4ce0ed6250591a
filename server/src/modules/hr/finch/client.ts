import Finch, { APIConnectionError, APIError, AuthenticationError, BadRequestError } from '@tryfinch/finch-api'
import type { Config } from '../../../kernel/config.ts'
import { CodeRefused, HrDown, HrRevoked } from '../provider.ts'

/** Finch may read from the HR system itself, which takes a while. */
const TIMEOUT_MS = 30_000

/** Opens Finch with its SDK: at Finch's own address, or at the simulator under this server's. */
export function openFinch(
  { clientId, clientSecret, webhookSecret, isSimulated, simulatorUrl }: NonNullable<Config['finch']>,
  publicUrl: () => string,
  accessToken?: string,
): Finch {
  return new Finch({
    // Not from the environment: every value comes from the configuration.
    accessToken: accessToken ?? null,
    clientID: clientId,
    clientSecret,
    webhookSecret,
    timeout: TIMEOUT_MS,
    // Waits as long as a 429 says.
    maxRetries: 3,
    logLevel: 'off',
    ...(isSimulated ? { baseURL: `${simulatorUrl ?? publicUrl()}/dev/finch` } : {}),
  })
}

/** Runs a call and turns the errors of the SDK into those of the port, which quote no personal data. */
export async function callFinch<T>(call: () => PromiseLike<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof AuthenticationError) throw new HrRevoked('the connection was refused', { cause: error })
    if (error instanceof BadRequestError) throw new CodeRefused('the request was refused', { cause: error })
    if (error instanceof APIConnectionError || error instanceof APIError)
      throw new HrDown(`answered ${String(error.status ?? 'nothing')}`, { cause: error })
    throw error
  }
}
