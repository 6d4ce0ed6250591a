import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { refuseCode, takeTry } from './codes.ts'
import type { Change } from './emails.ts'
import { needPersonalProof, ownAccount, type Member } from './proofs.ts'
import { checkAppCode, newAppSecret, newBackupCodes, sealAppSecretAgain } from './second-step.ts'
import { endSessions, notifyAccountChange } from './sessions.ts'
import { removeTrustedDevices, replaceBackupCodes } from './store/codes.ts'
import { changeUser, lockUser, noteCode, userById, type UserAccount, type UserChange } from './store/people.ts'
import { isSessionActive } from './store/sessions.ts'
import { breakGlassOf, userOf } from './views.ts'

const REASON = 'users change their own accounts'

/** Offers a new secret for an authenticator app. It takes effect only after a code from it is confirmed. */
export async function offerApp(kernel: Kernel, scope: Scope) {
  const { member, account } = await ownAccount(kernel, scope)
  await needPersonalProof(kernel, member)
  const { secret, uri, sealed } = newAppSecret(kernel, account)
  await changeUser(kernel.database.asSystem(REASON), account.id, { mfa_secret_offered: sealed })
  return { secret, uri }
}

/** Turns the second step on and returns the backup codes. Every other session ends. */
export async function turnOn(
  kernel: Kernel,
  scope: Scope,
  request: { method: 'sms' | 'totp'; code?: string | undefined; from: From },
) {
  const { member, account } = await ownAccount(kernel, scope)
  await needPersonalProof(kernel, member)
  const system = kernel.database.asSystem(REASON)
  if (request.method === 'sms' && !(account.phone && account.phoneVerifiedAt)) return fail('phone_missing')
  if (request.method === 'totp') {
    await takeTry(kernel, account, true)
    const attempt = { code: request.code ?? '', sealed: account.mfaSecretOffered }
    const isCorrect = await checkAppCode(kernel, system, account, attempt)
    await noteCode(system, account.id, isCorrect)
    if (!isCorrect) return refuseCode()
  }
  const offered = request.method === 'totp' ? account.mfaSecretOffered : null
  const secret = offered === null ? null : sealAppSecretAgain(kernel, account.id, offered)
  const { codes, fingerprints } = newBackupCodes(kernel, account.id)
  const change: UserChange = { mfa_method: request.method, mfa_secret: secret, mfa_secret_offered: null }
  const user = await apply(kernel, scope, {
    member,
    account,
    change,
    fingerprints,
    changeKind: 'mfa_on',
    from: request.from,
  })
  return { user, backupCodes: codes }
}

/**
 * Turns the second step off. Every trusted device is removed and every other session ends. Fails with `not_permitted` for a
 * break-glass owner of an organization that requires single sign-on.
 */
export async function turnOff(kernel: Kernel, scope: Scope, from: From) {
  const { member, account } = await ownAccount(kernel, scope)
  await needPersonalProof(kernel, member)
  const name = await breakGlassOf(kernel.database.asSystem(REASON), account.id)
  if (name !== undefined)
    fail('not_permitted', {
      text: msg({
        message:
          'You can log in to {name} when its single sign-on fails, and that needs two-step login. Have an owner choose someone else for that first.',
        values: { name },
      }),
    })
  const change: UserChange = { mfa_method: 'none', mfa_secret: null, mfa_secret_offered: null }
  return {
    user: await apply(kernel, scope, { member, account, change, fingerprints: [], changeKind: 'mfa_off', from }),
  }
}

/** Creates ten new backup codes and invalidates the old ones. */
export async function renewCodes(kernel: Kernel, scope: Scope, from: From) {
  const { member, account } = await ownAccount(kernel, scope)
  await needPersonalProof(kernel, member)
  if (account.mfaMethod === 'none') return fail('not_found')
  const { codes, fingerprints } = newBackupCodes(kernel, account.id)
  const user = await apply(kernel, scope, {
    member,
    account,
    change: {},
    fingerprints,
    changeKind: 'backup_codes',
    from,
  })
  return { user, backupCodes: codes }
}

async function apply(
  kernel: Kernel,
  scope: Scope,
  input: {
    member: Member
    account: UserAccount
    change: UserChange
    fingerprints: Buffer[]
    changeKind: Change
    from: From
  },
) {
  const { member, account, change, fingerprints, changeKind, from } = input
  const system = kernel.database.asSystem(REASON)
  await system.transaction().execute(async (db) => {
    await lockUser(db, account.id)
    if (!(await isSessionActive(db, member.sessionId))) fail('session_invalid')
    await changeUser(db, account.id, change)
    await replaceBackupCodes(db, account.id, fingerprints)
    if (changeKind !== 'backup_codes') await removeTrustedDevices(db, account.id)
    await notifyAccountChange(kernel, db, account, { change: changeKind, ...from })
  })
  if (changeKind !== 'backup_codes') {
    const now = kernel.world.now()
    await endSessions(kernel, system, { userId: account.id, except: member.sessionId, reason: 'mfa', now })
  }
  await scope.tx(async (tx) => tx.audit(`account.${changeKind}`, account.id))
  return userOf(system, (await userById(system, account.id)) ?? account, member)
}
