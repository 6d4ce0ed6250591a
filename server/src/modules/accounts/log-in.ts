import type { LoginReply } from '@crewline/contract/accounts'
import { LOGIN_PER_ADDRESS_HOUR, LOGIN_PER_ADDRESS_MINUTE } from '@crewline/contract/limits'
import type { Db } from '../../kernel/db/pool.ts'
import { fail, Failure } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From, Guest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { membershipsOf } from '../team/index.ts'
import { noteRefusal } from './refusals.ts'
import { askSecondStep } from './second-step.ts'
import { openFor } from './sessions.ts'
import { deviceOwner } from './store/codes.ts'
import { claimTry, countFailure, forgetFailures, forgiveTry } from './store/failures.ts'
import { personByEmail, personById, type Person } from './store/people.ts'
import { registrationByEmail, renewToken } from './store/registrations.ts'
import { secretByToken, takeSecret } from './store/secrets.ts'

type WithoutStatus<T> = T extends unknown ? Omit<T, 'status'> : never
/** What every kind of log-in answers, without its envelope. */
export type LoginAnswer = WithoutStatus<LoginReply>

/** Takes one of the log-ins an address has, by minute and by hour. */
export async function takeLoginPlace(kernel: Kernel, { address }: From): Promise<void> {
  await makeLimit(kernel, 'login-minute', LOGIN_PER_ADDRESS_MINUTE, 60).take(address)
  await makeLimit(kernel, 'login-hour', LOGIN_PER_ADDRESS_HOUR, 3600).take(address)
}

/** A log-in that worked is no attack: a whole shift may sign in behind one address. */
async function giveLoginPlaceBack(kernel: Kernel, { address }: From): Promise<void> {
  await makeLimit(kernel, 'login-minute', LOGIN_PER_ADDRESS_MINUTE, 60).giveBack(address)
  await makeLimit(kernel, 'login-hour', LOGIN_PER_ADDRESS_HOUR, 3600).giveBack(address)
}

/** What somebody logs in with. */
export interface LoginAsk {
  email: string
  password: string
  deviceToken?: string | undefined
  organizationId?: string | undefined
}

/**
 * Answers a session, the second step, or an unverified token for the right e-mail and password. Unknown e-mail, wrong
 * password and a disabled person get the same `invalid_credentials`, after the same work; too many tries get `slow_down`
 * with the wait, except from a device that was trusted.
 */
export async function logIn(guest: Guest, ask: LoginAsk): Promise<LoginAnswer> {
  const { kernel } = guest
  const system = kernel.database.asSystem('a person logs in before any organization is known')
  await takeLoginPlace(kernel, guest)
  const now = kernel.world.now()
  const name = tokenHash(ask.email.toLowerCase())
  // All asked for every name: who is known must not show in the time it takes.
  const [person, begun, owner] = await Promise.all([
    personByEmail(system, ask.email),
    registrationByEmail(system, ask.email, now),
    deviceOwner(system, tokenHash(ask.deviceToken ?? ''), now),
  ])
  const isTrusted = person !== undefined && owner === person.id
  const stored = person ? (person.deactivatedAt ? null : person.passwordHash) : (begun?.passwordHash ?? null)
  const isRight = await tryPassword(system, { name, now, always: isTrusted }, () => checkPassword(stored, ask.password))
  if (!isRight && person) noteRefusal(kernel, person.id, { why: 'password', from: guest, requestId: guest.requestId })
  if (!isRight)
    return fail('invalid_credentials', { internal: person ? 'wrong password or disabled' : 'no such person' })
  if (person) {
    const entered = await enter(kernel, system, person, { ...ask, isTrusted, guest })
    await giveLoginPlaceBack(kernel, guest)
    return entered
  }
  // Only somebody who began an account gets here: they know its password.
  const unverifiedToken = makeToken(kernel.world)
  if (begun) await renewToken(system, begun.id, tokenHash(unverifiedToken))
  return { unverifiedToken }
}

/** Logs in with the token of a mailed link, which works once; the second step still applies. */
export async function logInByLink(
  guest: Guest,
  ask: { token: string; deviceToken?: string | undefined },
): Promise<LoginAnswer> {
  const { kernel } = guest
  const system = kernel.database.asSystem('a link is opened before any organization is known')
  await takeLoginPlace(kernel, guest)
  const now = kernel.world.now()
  const link = { tokenHash: tokenHash(ask.token), now }
  const secret = await secretByToken(system, { ...link, purpose: 'login' })
  const person = secret && (await personById(system, secret.personId))
  // Read before the link is used up: a reset in between kills the link, one after it changes the person.
  if (!(await takeSecret(system, { ...link, purposes: ['login'] })) || !person || person.deactivatedAt)
    return fail('link_invalid')
  const isTrusted = (await deviceOwner(system, tokenHash(ask.deviceToken ?? ''), now)) === person.id
  return enter(kernel, system, person, { isTrusted, guest })
}

async function enter(
  kernel: Kernel,
  system: Db,
  person: Person,
  how: { organizationId?: string | undefined; isTrusted: boolean; guest: Guest },
): Promise<LoginAnswer> {
  const { organizationId, isTrusted, guest } = how
  if (person.mfaMethod !== 'none' && !isTrusted) {
    if ((await membershipsOf(system, person.id)).length === 0)
      return fail('invalid_credentials', { internal: 'no organization' })
    return askSecondStep(kernel, system, person, { organizationId, guest })
  }
  const opened = await openFor(kernel, system, person, { from: guest, requestId: guest.requestId, organizationId })
  return opened ?? fail('invalid_credentials', { internal: 'no organization, or the account changed meanwhile' })
}

/** Checks a password when its turn has come; wrong ones make the next try at the name wait, longer each time. */
export async function tryPassword(
  system: Db,
  { name, now, always }: { name: Buffer; now: Date; always?: boolean },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const nextAt = await claimTry(system, name, { now, ...(always ? { always } : {}) })
  if (nextAt)
    fail('slow_down', {
      words: {
        en: 'Too many tries. Wait a little or reset your password.',
        es: 'Demasiados intentos. Espera un poco o restablece tu contraseña.',
      },
      retryAfterS: (nextAt.getTime() - now.getTime()) / 1000,
    })
  const isRight = await check().catch(async (error: unknown) => {
    if (error instanceof Failure) await forgiveTry(system, name, now)
    throw error
  })
  await (isRight ? forgetFailures(system, name) : countFailure(system, name, now))
  return isRight
}
