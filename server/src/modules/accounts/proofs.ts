import { msg } from '@crewline/contract/localized-text'
import { PROOF_MS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Actor, Scope } from '../../kernel/scope.ts'
import { checkPassword } from '../../kernel/secrets/passwords.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import { LOGIN_PER_ACCOUNT_MINUTE } from '@crewline/contract/log-in-limits'
import { userById, type UserAccount } from './store/people.ts'
import { noteProof, provedAt } from './store/sessions.ts'
import { tryPassword } from './log-in.ts'

/** The acting member. The system actor has no account. */
export type Member = Extract<Actor, { kind: 'member' }>

/** Returns the acting member with their account. */
export async function ownAccount(kernel: Kernel, scope: Scope): Promise<{ member: Member; account: UserAccount }> {
  if (scope.actor.kind !== 'member') return fail('session_invalid')
  const system = kernel.database.asSystem('users change their own accounts')
  const account = (await userById(system, scope.actor.userId)) ?? fail('session_invalid')
  return { member: scope.actor, account }
}

/** Fails with `proof_needed` when the last proof of identity is older than 10 minutes. */
export async function needProof(kernel: Kernel, { sessionId }: Member): Promise<void> {
  const system = kernel.database.asSystem('sessions belong to no organization')
  const at = await provedAt(system, sessionId)
  if (!at || kernel.world.now().getTime() - at.getTime() > PROOF_MS) fail('proof_needed')
}

/**
 * Fails with `password_login_needed` for a session through single sign-on, else like `needProof`. For changes of the account
 * itself, which belongs to its user in every organization: the identity provider of one organization must not set a
 * password, an email or a second step that opens the others.
 */
export async function needPersonalProof(kernel: Kernel, member: Member): Promise<void> {
  if (member.ssoConnectionId) fail('password_login_needed')
  await needProof(kernel, member)
}

/** Renews the proof of identity with the password. Wrong passwords are delayed as at log-in. */
export async function proveByPassword(kernel: Kernel, scope: Scope, password: string): Promise<void> {
  const { member, account } = await ownAccount(kernel, scope)
  await makeLimit(kernel, 'prove', LOGIN_PER_ACCOUNT_MINUTE, 60).take(account.id)
  const system = kernel.database.asSystem('sessions belong to no organization')
  const now = kernel.world.now()
  const name = tokenHash(`prove ${account.id}`)
  const isCorrect = await tryPassword(system, { name, now }, () => checkPassword(account.passwordHash, password))
  if (!isCorrect)
    fail('invalid_credentials', {
      text: msg({ message: 'Incorrect password.' }),
      fieldErrors: { password: msg({ message: 'Incorrect password.' }) },
    })
  await noteProof(system, member.sessionId, now)
  await scope.tx(async (tx) => tx.audit('session.proved', member.sessionId))
}
