import type { BodyOf } from '@crewline/contract/endpoint'
import type { tellErrors } from '@crewline/contract/errors'
import {
  ERROR_REPORTS_PER_ADDRESS_MINUTE,
  ERROR_REPORTS_PER_MINUTE,
  ERROR_REPORTS_PER_SESSION_MINUTE,
} from '@crewline/contract/error-shapes'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeLocalLimit, type Limit } from '../../kernel/http/limits.ts'
import type { Guest } from '../../kernel/http/serve.ts'

interface Limits {
  address: Limit
  session: Limit
  all: Limit
}

/** Counted per process, not in the database: pages report most while the database is unavailable. */
const limits = new WeakMap<Kernel, Limits>()

function limitsOf(kernel: Kernel): Limits {
  const existing = limits.get(kernel) ?? {
    address: makeLocalLimit(ERROR_REPORTS_PER_ADDRESS_MINUTE, 60),
    session: makeLocalLimit(ERROR_REPORTS_PER_SESSION_MINUTE, 60),
    all: makeLocalLimit(ERROR_REPORTS_PER_MINUTE, 60),
  }
  limits.set(kernel, existing)
  return existing
}

/**
 * Logs the errors of a page. The token serves only for rate limiting and is never looked up, so an ended session is
 * accepted.
 */
export async function recordPageErrors(guest: Guest, { version, errors }: BodyOf<typeof tellErrors>): Promise<object> {
  const { address, session, all } = limitsOf(guest.kernel)
  await address.take(guest.address)
  if (guest.token) await session.take(guest.token)
  await all.take('all')
  for (const { what, type, code, frames, page, times } of errors) {
    // Build a native error, so that it is logged, truncated and reported like our own.
    const err = Object.assign(new Error(what), { name: type, ...(code && { code }) })
    err.stack = [type, ...frames.map((frame) => `    at ${frame}`)].join('\n')
    guest.kernel.log.warn({ err, what, page, version, times }, 'page: an error was reported')
  }
  return {}
}
