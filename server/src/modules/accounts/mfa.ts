import { fail } from '../../kernel/failure.ts'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { refuseCode, takeTry } from './codes.ts'
import type { Change } from './letters.ts'
import { needProof, ownAccount, type Member } from './proofs.ts'
import { checkAppCode, newAppSecret, newBackupCodes } from './second-step.ts'
import { endSessions, tellChange } from './sessions.ts'
import { forgetDevices, replaceBackupCodes } from './store/codes.ts'
import { changePerson, holdPerson, noteCode, personById, type Person, type PersonChange } from './store/people.ts'
import { isStanding } from './store/sessions.ts'
import { userOf } from './views.ts'

const REASON = 'a person changes their own account'

/** Offers a new secret for an authenticator app; nothing is in force until a code from it comes back. */
export async function offerApp(kernel: Kernel, scope: Scope) {
  const { member, person } = await ownAccount(kernel, scope)
  await needProof(kernel, member)
  const { secret, uri, sealed } = newAppSecret(kernel, person)
  await changePerson(kernel.database.asSystem(REASON), person.id, { mfa_secret_offered: sealed })
  return { secret, uri }
}

/** Turns the second step on and answers the backup codes; every other session ends. */
export async function turnOn(
  kernel: Kernel,
  scope: Scope,
  ask: { method: 'sms' | 'totp'; code?: string | undefined; from: From },
) {
  const { member, person } = await ownAccount(kernel, scope)
  await needProof(kernel, member)
  const system = kernel.database.asSystem(REASON)
  if (ask.method === 'sms' && !(person.phone && person.phoneVerifiedAt)) return fail('phone_missing')
  if (ask.method === 'totp') {
    await takeTry(kernel, person, true)
    const given = { code: ask.code ?? '', sealed: person.mfaSecretOffered }
    const isRight = await checkAppCode(kernel, system, person, given)
    await noteCode(system, person.id, isRight)
    if (!isRight) return refuseCode()
  }
  const secret = ask.method === 'totp' ? person.mfaSecretOffered : null
  const { codes, marks } = newBackupCodes(kernel, person.id)
  const change: PersonChange = { mfa_method: ask.method, mfa_secret: secret, mfa_secret_offered: null }
  const user = await apply(kernel, scope, { member, person, change, marks, tell: 'mfa_on', from: ask.from })
  return { user, backupCodes: codes }
}

/** Turns the second step off; no device is trusted any more and every other session ends. */
export async function turnOff(kernel: Kernel, scope: Scope, from: From) {
  const { member, person } = await ownAccount(kernel, scope)
  await needProof(kernel, member)
  const change: PersonChange = { mfa_method: 'none', mfa_secret: null, mfa_secret_offered: null }
  return { user: await apply(kernel, scope, { member, person, change, marks: [], tell: 'mfa_off', from }) }
}

/** Makes ten new backup codes; the old ones open nothing any more. */
export async function renewCodes(kernel: Kernel, scope: Scope, from: From) {
  const { member, person } = await ownAccount(kernel, scope)
  await needProof(kernel, member)
  if (person.mfaMethod === 'none') return fail('not_found')
  const { codes, marks } = newBackupCodes(kernel, person.id)
  const user = await apply(kernel, scope, { member, person, change: {}, marks, tell: 'backup_codes', from })
  return { user, backupCodes: codes }
}

async function apply(
  kernel: Kernel,
  scope: Scope,
  what: { member: Member; person: Person; change: PersonChange; marks: Buffer[]; tell: Change; from: From },
) {
  const { member, person, change, marks, tell, from } = what
  const system = kernel.database.asSystem(REASON)
  await system.transaction().execute(async (db) => {
    await holdPerson(db, person.id)
    if (!(await isStanding(db, member.sessionId))) fail('session_invalid')
    await changePerson(db, person.id, change)
    await replaceBackupCodes(db, person.id, marks)
    if (tell !== 'backup_codes') await forgetDevices(db, person.id)
    await tellChange(kernel, db, person, { change: tell, ...from })
  })
  if (tell !== 'backup_codes') {
    const now = kernel.world.now()
    await endSessions(kernel, system, { personId: person.id, except: member.sessionId, reason: 'mfa', now })
  }
  await scope.tx(async (tx) => tx.audit(`account.${tell}`, person.id))
  return userOf(system, (await personById(system, person.id)) ?? person, member)
}
