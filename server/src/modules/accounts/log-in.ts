import { msg } from '@crewline/contract/localized-text'
import type { LoginReply } from '@crewline/contract/accounts'
import type { Db } from '../../kernel/db/pool.ts'
import { fail, Failure } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { checkPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { membershipsOf } from '../team/index.ts'
import { countLink, countLogIn } from './limit-log-ins.ts'
import { noteRefusal } from './refusals.ts'
import { startSecondStep } from './second-step.ts'
import { openFor } from './sessions.ts'
import { deviceOwner } from './store/codes.ts'
import { claimTry, countFailure, resetFailures, forgiveTry } from './store/failures.ts'
import { userByEmail, userById, type UserAccount } from './store/people.ts'
import { registrationByEmail, addToken } from './store/registrations.ts'
import { secretByToken, takeSecret } from './store/secrets.ts'

type WithoutStatus<T> = T extends unknown ? Omit<T, 'status'> : never
/** The answer of every kind of log-in, without its `status` field. */
export type LoginAnswer = WithoutStatus<LoginReply>

export interface LoginRequest {
  email: string
  password: string
  deviceToken?: string | undefined
  organizationId?: string | undefined
}

/**
 * Returns a session, the second step, or an unverified token for the right email and password. Unknown email, wrong
 * password and disabled user fail with the same `invalid_credentials` after the same work. Too many tries fail with
 * `slow_down` and the wait, except from a trusted device. Wrong tries of others at the same address do not count.
 */
export async function logIn(guest: Guest, request: LoginRequest): Promise<LoginAnswer> {
  const { kernel } = guest
  const system = kernel.database.asSystem('a user logs in before the organization is known')
  const now = kernel.world.now()
  const used = await countLogIn(kernel, guest, { email: request.email, deviceToken: request.deviceToken }, async () => {
    const claimed = await userByEmail(system, request.email)
    return (
      claimed !== undefined && claimed.id === (await deviceOwner(system, tokenHash(request.deviceToken ?? ''), now))
    )
  })
  const name = tokenHash(request.email.toLowerCase())
  // Query all three for every email: the response time must not reveal whether an account exists.
  const [account, registration, owner] = await Promise.all([
    userByEmail(system, request.email),
    registrationByEmail(system, request.email, now),
    deviceOwner(system, tokenHash(request.deviceToken ?? ''), now),
  ])
  const isTrusted = account !== undefined && owner === account.id
  const stored = account ? (account.deactivatedAt ? null : account.passwordHash) : (registration?.passwordHash ?? null)
  const isCorrect = await tryPassword(system, { name, now, always: isTrusted }, () =>
    checkPassword(stored, request.password),
  )
  if (!isCorrect && account)
    noteRefusal(kernel, account.id, { why: 'password', from: guest, requestId: guest.requestId })
  if (!isCorrect)
    return fail('invalid_credentials', { internal: account ? 'wrong password or disabled' : 'no such user' })
  if (account) {
    const entered = await enter(kernel, system, account, { ...request, isTrusted, guest, method: 'password' })
    await used.refund()
    return entered
  }
  // Only a user with an unconfirmed registration gets here, because the password matched.
  const unverifiedToken = makeToken(kernel.world)
  if (registration) await addToken(system, registration.id, tokenHash(unverifiedToken))
  return { unverifiedToken }
}

/** Logs in with the token of a mailed link, which works once. The second step still applies. */
export async function logInByLink(
  guest: Guest,
  request: { token: string; deviceToken?: string | undefined },
): Promise<LoginAnswer> {
  const { kernel } = guest
  const system = kernel.database.asSystem('a login link is opened before the organization is known')
  await countLink(kernel, guest, 'login')
  const now = kernel.world.now()
  const link = { tokenHash: tokenHash(request.token), now }
  const secret = await secretByToken(system, { ...link, purpose: 'login' })
  const account = secret && (await userById(system, secret.userId))
  // Read the user before using up the link: a reset in between invalidates the link, and a later reset is detected
  // because the user changed.
  if (!(await takeSecret(system, { ...link, purposes: ['login'] })) || !account || account.deactivatedAt)
    return fail('link_invalid')
  const isTrusted = (await deviceOwner(system, tokenHash(request.deviceToken ?? ''), now)) === account.id
  return enter(kernel, system, account, { isTrusted, guest, method: 'link' })
}

async function enter(
  kernel: Kernel,
  system: Db,
  account: UserAccount,
  how: { organizationId?: string | undefined; isTrusted: boolean; guest: Guest; method: 'password' | 'link' },
): Promise<LoginAnswer> {
  const { organizationId, isTrusted, guest, method } = how
  if (account.mfaMethod !== 'none' && !isTrusted) {
    if ((await membershipsOf(system, account.id)).length === 0)
      return fail('invalid_credentials', { internal: 'no organization' })
    return startSecondStep(kernel, system, account, { organizationId, guest })
  }
  const opening = { from: guest, requestId: guest.requestId, organizationId, method }
  const opened = await openFor(kernel, system, account, opening)
  return opened ?? fail('invalid_credentials', { internal: 'no organization, or the account changed in the meantime' })
}

/**
 * Checks a password if the rate limit allows it. Each wrong password increases the wait for the next try for the same
 * email.
 */
export async function tryPassword(
  system: Db,
  { name, now, always }: { name: Buffer; now: Date; always?: boolean },
  check: () => Promise<boolean>,
): Promise<boolean> {
  const nextAt = await claimTry(system, name, { now, ...(always ? { always } : {}) })
  if (nextAt)
    fail('slow_down', {
      text: msg({ message: 'Too many tries. Wait a few minutes or reset your password.' }),
      retryAfterS: (nextAt.getTime() - now.getTime()) / 1000,
    })
  const isCorrect = await check().catch(async (error: unknown) => {
    if (error instanceof Failure) await forgiveTry(system, name, now)
    throw error
  })
  await (isCorrect ? resetFailures(system, name) : countFailure(system, name, now))
  return isCorrect
}
