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

/** Counted by each process for itself: when the database is away is when pages have most to tell. */
const limits = new WeakMap<Kernel, Limits>()

function limitsOf(kernel: Kernel): Limits {
  const known = limits.get(kernel) ?? {
    address: makeLocalLimit(ERROR_REPORTS_PER_ADDRESS_MINUTE, 60),
    session: makeLocalLimit(ERROR_REPORTS_PER_SESSION_MINUTE, 60),
    all: makeLocalLimit(ERROR_REPORTS_PER_MINUTE, 60),
  }
  limits.set(kernel, known)
  return known
}

/** Writes a page's errors into the log. The token that came along is only counted by, never looked up: a dead one is no error here. */
export async function hear(guest: Guest, { version, errors }: BodyOf<typeof tellErrors>): Promise<object> {
  const { address, session, all } = limitsOf(guest.kernel)
  await address.take(guest.address)
  if (guest.token) await session.take(guest.token)
  await all.take('all')
  for (const { what, type, code, frames, page, times } of errors) {
    // As an error of our own would look, so that it is written, cut and told as those are.
    const err = Object.assign(new Error(what), { name: type, ...(code && { code }) })
    err.stack = [type, ...frames.map((frame) => `    at ${frame}`)].join('\n')
    guest.kernel.log.warn({ err, what, page, version, times }, 'a page met an error')
  }
  return {}
}
