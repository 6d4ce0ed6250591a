import { fail } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { takeLoginPlace } from './log-in.ts'
import { refuseWeak } from './password-rules.ts'
import { endSessions, noteEverywhere, tellChange } from './sessions.ts'
import { pushForgetter } from './plugs.ts'
import { forgetDevices } from './store/codes.ts'
import { forgetFailures } from './store/failures.ts'
import { changePerson, holdPerson, personById } from './store/people.ts'
import { endSecrets, secretByToken, spendSecret } from './store/secrets.ts'

/**
 * Sets a new password by a mailed link, once. Every session ends and no device is trusted; nobody is logged in by it, and
 * the second step stays. A password too weak leaves the link alive for another try.
 */
export async function choosePassword(guest: Guest, ask: { token: string; password: string }): Promise<void> {
  const { kernel } = guest
  await takeLoginPlace(kernel, guest)
  const system = kernel.database.asSystem('a mailed link belongs to no organization')
  const now = kernel.world.now()
  const secret = await secretByToken(system, { tokenHash: tokenHash(ask.token), purpose: 'reset', now })
  const person = secret && (await personById(system, secret.personId))
  if (!secret || !person) return fail('link_invalid')
  refuseWeak(ask.password, person)
  const passwordHash = await hashPassword(ask.password)
  await system.transaction().execute(async (db) => {
    await holdPerson(db, person.id)
    if (!(await spendSecret(db, secret.id, now))) fail('link_invalid')
    // The letter about a change of e-mail says to reset the password if it was somebody else: that stops it.
    await changePerson(db, person.id, { password_hash: passwordHash, code_failures: 0, pending_email: null })
    await forgetDevices(db, person.id)
    await pushForgetter.get()(db, person.id)
    await endSecrets(db, person.id, ['reset', 'login', 'mfa', 'email_old', 'email_new'], now)
    await tellChange(kernel, db, person, { change: 'password', address: guest.address, userAgent: guest.userAgent })
    await forgetFailures(db, tokenHash(person.email.toLowerCase()))
  })
  await endSessions(kernel, system, { personId: person.id, reason: 'reset', now })
  await noteEverywhere(kernel, person, { action: 'account.password_reset', requestId: guest.requestId })
}
