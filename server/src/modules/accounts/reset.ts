import { fail } from '../../kernel/failure.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { tokenHash } from '../../kernel/secrets/tokens.ts'
import { countLink } from './limit-log-ins.ts'
import { refuseWeak } from './password-rules.ts'
import { endSessions, noteEverywhere, notifyAccountChange } from './sessions.ts'
import { pushForgetter } from './ports.ts'
import { removeTrustedDevices } from './store/codes.ts'
import { resetFailures } from './store/failures.ts'
import { changeUser, lockUser, userById } from './store/people.ts'
import { endSecrets, secretByToken, spendSecret } from './store/secrets.ts'

/**
 * Sets a new password by a mailed link, once. Ends every session and removes every trusted device. Does not log in and
 * does not change the second step. A weak password leaves the link valid for another try.
 */
export async function choosePassword(guest: Guest, request: { token: string; password: string }): Promise<void> {
  const { kernel } = guest
  await countLink(kernel, guest, 'reset')
  const system = kernel.database.asSystem('emailed links belong to no organization')
  const now = kernel.world.now()
  const secret = await secretByToken(system, { tokenHash: tokenHash(request.token), purpose: 'reset', now })
  const account = secret && (await userById(system, secret.userId))
  if (!secret || !account) return fail('link_invalid')
  refuseWeak(request.password, account)
  const passwordHash = await hashPassword(request.password)
  await system.transaction().execute(async (db) => {
    await lockUser(db, account.id)
    if (!(await spendSecret(db, secret.id, now))) fail('link_invalid')
    // The email about an address change recommends a password reset if the user did not request it. The reset cancels
    // the change.
    await changeUser(db, account.id, { password_hash: passwordHash, code_failures: 0, pending_email: null })
    await removeTrustedDevices(db, account.id)
    await pushForgetter.get()(db, account.id)
    await endSecrets(db, account.id, ['reset', 'login', 'mfa', 'email_old', 'email_new'], now)
    await notifyAccountChange(kernel, db, account, {
      change: 'password',
      address: guest.address,
      userAgent: guest.userAgent,
    })
    await resetFailures(db, tokenHash(account.email.toLowerCase()))
  })
  await endSessions(kernel, system, { userId: account.id, reason: 'reset', now })
  await noteEverywhere(kernel, account, { action: 'account.password_reset', requestId: guest.requestId })
}
