import { msg } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { editSettings } from '@crewline/contract/accounts'
import { parsePhone } from '@crewline/contract/phone'
import type { Db } from '../../kernel/db/pool.ts'
import { asSystemWithin } from '../../kernel/db/role-within.ts'
import { fail } from '../../kernel/failure.ts'
import type { From } from '../../kernel/http/serve.ts'
import { announceSessionEnd } from '../../kernel/realtime/revoked.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { requestEmailChange } from './email-change.ts'
import { PinsChanged } from './events.ts'
import { refuseWeak } from './password-rules.ts'
import { networkOf } from './places.ts'
import { needPersonalProof, ownAccount, type Member } from './proofs.ts'
import { notifyAccountChange } from './sessions.ts'
import { pushForgetter } from './ports.ts'
import { removeTrustedDevices } from './store/codes.ts'
import { changeUser, userById, type UserAccount, type UserChange } from './store/people.ts'
import { endSecrets, takeSecret } from './store/secrets.ts'
import { addSession, isSessionActive, revokeSessions } from './store/sessions.ts'
import { userOf } from './views.ts'

/** The user's own sockets close this much later than all others after a password change, in ms. */
const OWN_SOCKETS_DELAY_MS = 500

type Settings = BodyOf<typeof editSettings>

/** Changes the user's own settings, all or none. Returns the user, and a new token when the password changed. */
export async function changeSettings(kernel: Kernel, scope: Scope, request: { settings: Settings; from: From }) {
  const { member, account: person } = await ownAccount(kernel, scope)
  const { settings, from } = request
  const isEmailNew = settings.email !== undefined && settings.email.toLowerCase() !== person.email.toLowerCase()
  if (isEmailNew || settings.newPassword !== undefined) await needPersonalProof(kernel, member)
  if (settings.newPassword !== undefined) refuseWeak(settings.newPassword, person, 'newPassword')
  const passwordHash = settings.newPassword === undefined ? undefined : await hashPassword(settings.newPassword)
  const system = kernel.database.asSystem('users change their own accounts')
  const change = async (db: Db) => {
    const phone = await phoneChange(kernel, db, { account: person, member, settings, country: scope.org.country })
    await changeUser(db, person.id, { ...plainChanges(settings), ...noticesChange(kernel, settings), ...phone })
    if ('phone' in phone) await notifyAccountChange(kernel, db, person, { change: 'phone', ...from })
    const newSession = passwordHash
      ? await renew(kernel, db, { account: person, member, from, passwordHash, orgId: scope.orgId })
      : null
    if (isEmailNew) await requestEmailChange(kernel, db, person, settings.email as string)
    return newSession
  }
  const renewed = await scope.tx(async (tx) => {
    const newSession = await asSystemWithin(tx.db, () => change(tx.db), scope.isLimitedToGroups)
    tx.audit('account.changed', person.id, { fields: Object.keys(settings) })
    if (settings.pinnedApps !== undefined) tx.publish(PinsChanged, { userId: person.id })
    return newSession
  })
  // Close sockets only after the sessions have ended in the database. Otherwise a socket could reconnect with a token
  // that was still valid.
  for (const id of renewed?.endedIds ?? []) {
    if (id !== member.sessionId) announceSessionEnd(kernel, id)
    // The requester's own tabs receive the answer with their new token first.
    else setTimeout(() => announceSessionEnd(kernel, id), OWN_SOCKETS_DELAY_MS).unref()
  }
  const changed = (await userById(system, person.id)) ?? fail('session_invalid')
  return { user: await userOf(system, changed, member), ...(renewed ? { token: renewed.token } : {}) }
}

function plainChanges({
  firstname,
  lastname,
  locale,
  timezone,
  colorScheme,
  muteNotifications,
  pinnedApps,
}: Settings): UserChange {
  return Object.fromEntries(
    Object.entries({
      firstname,
      lastname,
      locale,
      timezone,
      color_scheme: colorScheme,
      mute_notifications: muteNotifications,
      pinned_apps: pinnedApps,
    }).filter(([, value]) => value !== undefined),
  )
}

/** Every notice email has an unsubscribe link. This setting turns notices on again. */
function noticesChange(kernel: Kernel, { emailNotices }: Settings): UserChange {
  return emailNotices === undefined ? {} : { notices_off_at: emailNotices ? null : kernel.world.now() }
}

async function phoneChange(
  kernel: Kernel,
  db: Db,
  input: { account: UserAccount; member: Member; settings: Settings; country: string },
): Promise<UserChange> {
  const { account, member, settings, country } = input
  if (settings.phone === undefined) return {}
  const now = kernel.world.now()
  const phone = settings.phone === '' ? null : parsePhone(settings.phone, country)?.e164
  if (phone === undefined)
    return fail('phone_invalid', {
      fieldErrors: {
        phone: msg({ message: 'Enter a mobile number with its area code.' }),
      },
    })
  const proof = settings.phoneProof
  const secret = proof ? await takeSecret(db, { tokenHash: tokenHash(proof), purposes: ['phone'], now }) : undefined
  if (proof && !(secret?.userId === account.id && secret.detail['phone'] === phone))
    return fail('code_dead', {
      fieldErrors: { phone: msg({ message: 'Verify this number again.' }) },
    })
  if (phone === account.phone && !secret) return {}
  if (phone !== account.phone) await needPersonalProof(kernel, member)
  if (account.mfaMethod === 'sms' && !secret)
    return fail('phone_missing', {
      fieldErrors: {
        phone: msg({
          message: 'Codes for two-step login go to your number. Verify the new one, or turn off two-step login first.',
        }),
      },
    })
  return { phone, phone_verified_at: secret ? now : null }
}

/** Changes the password: ends every session, removes every trusted device, and issues a new token for this device. */
async function renew(
  kernel: Kernel,
  db: Db,
  input: { account: UserAccount; member: Member; from: From; passwordHash: string; orgId: string },
): Promise<{ token: string; endedIds: string[] }> {
  const { account, member, from, passwordHash, orgId } = input
  const now = kernel.world.now()
  await changeUser(db, account.id, { password_hash: passwordHash, code_failures: 0, pending_email: null })
  if (!(await isSessionActive(db, member.sessionId))) fail('session_invalid')
  await removeTrustedDevices(db, account.id)
  await pushForgetter.get()(db, account.id)
  await endSecrets(db, account.id, ['reset', 'login', 'mfa', 'email_old', 'email_new'], now)
  const endedIds = await revokeSessions(db, { userId: account.id, reason: 'password', now })
  const token = makeToken(kernel.world)
  await addSession(db, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    userId: account.id,
    organizationId: orgId,
    now,
    address: networkOf(from.address),
    userAgent: from.userAgent,
    provedAt: now,
  })
  await notifyAccountChange(kernel, db, account, { change: 'password', ...from })
  return { token, endedIds }
}
