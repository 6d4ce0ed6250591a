import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeFinchProvider } from './finch/adapter.ts'
import { HrDown, HrRevoked, type HrProvider } from './provider.ts'

const providers = new WeakMap<Kernel, HrProvider>()

/** Returns the service that reads HR systems; undefined when this installation has none. */
export function providerOf(kernel: Kernel): HrProvider | undefined {
  const { finch } = kernel.config
  if (!finch) return undefined
  const known = providers.get(kernel) ?? makeFinchProvider(finch, () => kernel.config.publicUrl)
  providers.set(kernel, known)
  return known
}

/** Returns the service for a call of a member; fails with `hr_not_set_up` without one. */
export function requireProvider(kernel: Kernel): HrProvider {
  return providerOf(kernel) ?? fail('hr_not_set_up')
}

/** Runs a call of a member; while the service cannot be reached, the member is asked to try again. */
export async function askProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof HrDown || error instanceof HrRevoked)) throw error
    return fail('unavailable', { cause: error, internal: error.message, retryAfterS: 30 })
  }
}

/** Where the token of an organization is encrypted. */
export function tokenPlace(orgId: string): string {
  return `hr_connection|token|${orgId}`
}
