import { LOGIN_PER_ADDRESS_MINUTE } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLimit, type Limit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import { makeScope } from '../../kernel/scope.ts'
import { checkPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { membershipsOf } from '../team/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { waitAfter } from './rules.ts'
import { addSession, personByEmail } from './store.ts'
import { userOf } from './views.ts'

/** Tries by address, counted for each running process of ours apart, also where several run in one program. */
const perAddress = new WeakMap<Kernel, Limit>()

function addressLimit(kernel: Kernel): Limit {
  const limit = perAddress.get(kernel) ?? makeLimit(LOGIN_PER_ADDRESS_MINUTE, 60)
  perAddress.set(kernel, limit)
  return limit
}

/** Wrong passwords in a row by account name, and when the next try is heard (ms); kept in this process. */
const failures = new Map<string, { count: number; nextMs: number }>()
const FAILURES_KEPT = 10_000

/**
 * Answers a session for the right e-mail and password. Unknown e-mail, wrong password and a disabled person get the same
 * `invalid_credentials`, after the same work; too many tries get `slow_down` with the wait.
 */
export async function logIn(guest: Guest, email: string, password: string) {
  const { kernel } = guest
  await addressLimit(kernel).take(guest.address)
  const name = email.toLowerCase()
  refuseTooSoon(name, kernel.world.monotonicMs())
  const system = kernel.database.asSystem('a person logs in before any organization is known')
  const person = await personByEmail(system, name)
  const right = await checkPassword(person?.deactivatedAt === null ? person.passwordHash : null, password)
  const memberships = person && right ? await membershipsOf(system, person.id) : []
  const here = memberships[0]
  if (!person || !right || !here) {
    noteFailure(name, kernel.world.monotonicMs())
    return fail('invalid_credentials', {
      internal: person ? 'wrong password, disabled or no organization' : 'no such person',
    })
  }
  failures.delete(name)
  const token = makeToken(kernel.world)
  const sessionId = kernel.world.id()
  await addSession(system, {
    id: sessionId,
    tokenHash: tokenHash(token),
    personId: person.id,
    organizationId: here.organizationId,
    now: kernel.world.now(),
  })
  const view = await organizationOf(kernel.database.ofOrg(here.organizationId), here.organizationId)
  const actor = {
    kind: 'member' as const,
    personId: person.id,
    memberId: person.id,
    role: here.role,
    sessionId,
    firstname: person.firstname,
    lastname: person.lastname,
  }
  const scope = makeScope(kernel, view.organization, actor, guest.requestId)
  await scope.tx(async (tx) => tx.audit('session.opened', sessionId, { userAgent: guest.userAgent }))
  return { token, user: userOf(person, here.role), intercomHash: null, ...view }
}

function refuseTooSoon(name: string, nowMs: number): void {
  const known = failures.get(name)
  if (known && known.nextMs > nowMs) fail('slow_down', { retryAfterS: (known.nextMs - nowMs) / 1000 })
}

function noteFailure(name: string, nowMs: number): void {
  const count = (failures.get(name)?.count ?? 0) + 1
  failures.delete(name)
  failures.set(name, { count, nextMs: nowMs + waitAfter(count) * 1000 })
  const oldest = failures.keys().next().value
  if (failures.size > FAILURES_KEPT && oldest !== undefined) failures.delete(oldest)
}
