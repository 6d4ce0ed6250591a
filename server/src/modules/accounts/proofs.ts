import { PROOF_MS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Actor, Scope } from '../../kernel/scope.ts'
import { checkPassword } from '../../kernel/secrets/passwords.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import { LOGIN_PER_ADDRESS_MINUTE } from '@crewline/contract/limits'
import { personById, type Person } from './store/people.ts'
import { noteProof, provedAt } from './store/sessions.ts'
import { tryPassword } from './log-in.ts'

/** The member who acts; the product itself has no account. */
export type Member = Extract<Actor, { kind: 'member' }>

/** Whoever is signed in, with their account. */
export async function ownAccount(kernel: Kernel, scope: Scope): Promise<{ member: Member; person: Person }> {
  if (scope.actor.kind !== 'member') return fail('session_invalid')
  const system = kernel.database.asSystem('a person changes their own account')
  const person = (await personById(system, scope.actor.personId)) ?? fail('session_invalid')
  return { member: scope.actor, person }
}

/** Refuses what needs a fresh proof when the last one is older than 10 minutes. */
export async function needProof(kernel: Kernel, { sessionId }: Member): Promise<void> {
  const system = kernel.database.asSystem('sessions have no organization of their own')
  const at = await provedAt(system, sessionId)
  if (!at || kernel.world.now().getTime() - at.getTime() > PROOF_MS) fail('proof_needed')
}

/** Proves again who one is, with the password; wrong ones wait as at log-in. */
export async function proveByPassword(kernel: Kernel, scope: Scope, password: string): Promise<void> {
  const { member, person } = await ownAccount(kernel, scope)
  await makeLimit(kernel, 'prove', LOGIN_PER_ADDRESS_MINUTE, 60).take(person.id)
  const system = kernel.database.asSystem('sessions have no organization of their own')
  const now = kernel.world.now()
  const name = tokenHash(`prove ${person.id}`)
  const isRight = await tryPassword(system, { name, now }, () => checkPassword(person.passwordHash, password))
  if (!isRight)
    fail('invalid_credentials', {
      words: { en: 'The password is not right.', es: 'La contraseña no es correcta.' },
      fieldErrors: { password: { en: 'The password is not right.', es: 'La contraseña no es correcta.' } },
    })
  await noteProof(system, member.sessionId, now)
  await scope.tx(async (tx) => tx.audit('session.proved', member.sessionId))
}
