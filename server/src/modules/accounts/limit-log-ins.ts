import {
  LINKS_PER_ADDRESS_HOUR,
  LINKS_PER_ADDRESS_MINUTE,
  LOGIN_PER_ACCOUNT_HOUR,
  LOGIN_PER_ACCOUNT_MINUTE,
  LOGIN_PER_ADDRESS_HOUR,
  LOGIN_PER_ADDRESS_MINUTE,
} from '@crewline/contract/log-in-limits'
import { Failure } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'

/** A use of limits that is returned after a success, because a whole shift may log in from one address. */
export interface LimitUse {
  refund(): Promise<void>
}

/**
 * Counts one log-in of an account at an address, and one of the address. People at one address do not lock each other
 * out: the limit of an address is far above that of an account, and stops only programs that try many accounts. A
 * trusted device of the account, which `isTrusted` looks up when a limit refuses, has a limit of its own.
 */
export async function countLogIn(
  kernel: Kernel,
  { address }: From,
  { email, deviceToken }: { email: string; deviceToken: string | undefined },
  isTrusted: () => Promise<boolean>,
): Promise<LimitUse> {
  const shared = [
    [makeLimit(kernel, 'login-account-minute', LOGIN_PER_ACCOUNT_MINUTE, 60), `${address} ${email}`],
    [makeLimit(kernel, 'login-account-hour', LOGIN_PER_ACCOUNT_HOUR, 3600), `${address} ${email}`],
    [makeLimit(kernel, 'login-address-minute', LOGIN_PER_ADDRESS_MINUTE, 60), address],
    [makeLimit(kernel, 'login-address-hour', LOGIN_PER_ADDRESS_HOUR, 3600), address],
  ] as const
  try {
    return await takeAll(shared)
  } catch (refusal) {
    if (!(refusal instanceof Failure) || !deviceToken || !(await isTrusted())) throw refusal
    return takeAll([[makeLimit(kernel, 'login-device', LOGIN_PER_ACCOUNT_MINUTE, 60), deviceToken]])
  }
}

/**
 * Counts one opening of an emailed link at an address. Links of each kind are counted apart from the others and from
 * log-ins: their tokens cannot be guessed, so the limit only keeps programs from occupying the database.
 */
export async function countLink(
  kernel: Kernel,
  { address }: From,
  kind: 'login' | 'reset' | 'invitation' | 'acceptance',
): Promise<void> {
  await takeAll([
    [makeLimit(kernel, 'link-minute', LINKS_PER_ADDRESS_MINUTE, 60), `${kind} ${address}`],
    [makeLimit(kernel, 'link-hour', LINKS_PER_ADDRESS_HOUR, 3600), `${kind} ${address}`],
  ])
}

async function takeAll(limits: readonly (readonly [ReturnType<typeof makeLimit>, string])[]): Promise<LimitUse> {
  for (const [limit, key] of limits) await limit.take(key)
  return {
    refund: async () => {
      for (const [limit, key] of limits) await limit.refund(key)
    },
  }
}
