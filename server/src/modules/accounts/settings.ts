import type { BodyOf } from '@crewline/contract/endpoint'
import type { editSettings } from '@crewline/contract/accounts'
import { parsePhone } from '@crewline/contract/phone'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { From } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { hashPassword } from '../../kernel/secrets/passwords.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { askForEmailChange } from './email-change.ts'
import { refuseWeak } from './password-rules.ts'
import { networkOf } from './places.ts'
import { needProof, ownAccount, type Member } from './proofs.ts'
import { tellChange } from './sessions.ts'
import { pushForgetter } from './plugs.ts'
import { forgetDevices } from './store/codes.ts'
import { changePerson, personById, type Person, type PersonChange } from './store/people.ts'
import { endSecrets, takeSecret } from './store/secrets.ts'
import { addSession, isStanding, revokeSessions } from './store/sessions.ts'
import { userOf } from './views.ts'

/** The sockets of whoever changes their password close this much later than all others, in ms. */
const OWN_SOCKETS_MS = 500

type Settings = BodyOf<typeof editSettings>

/** Changes what is one's own, all of it or nothing; answers the person, and the new token when the password changed. */
export async function changeSettings(kernel: Kernel, scope: Scope, ask: { settings: Settings; from: From }) {
  const { member, person } = await ownAccount(kernel, scope)
  const { settings, from } = ask
  const isEmailNew = settings.email !== undefined && settings.email.toLowerCase() !== person.email.toLowerCase()
  if (isEmailNew || settings.newPassword !== undefined) await needProof(kernel, member)
  if (settings.newPassword !== undefined) refuseWeak(settings.newPassword, person, 'newPassword')
  const passwordHash = settings.newPassword === undefined ? undefined : await hashPassword(settings.newPassword)
  const system = kernel.database.asSystem('a person changes their own account')
  const renewed = await system.transaction().execute(async (db) => {
    const phone = await phoneChange(kernel, db, { person, member, settings, country: scope.org.country })
    await changePerson(db, person.id, { ...plainChanges(settings), ...noticesChange(kernel, settings), ...phone })
    if ('phone' in phone) await tellChange(kernel, db, person, { change: 'phone', ...from })
    const fresh = passwordHash
      ? await renew(kernel, db, { person, member, from, passwordHash, orgId: scope.orgId })
      : null
    if (isEmailNew) await askForEmailChange(kernel, db, person, settings.email as string)
    return fresh
  })
  // Sockets close once the end of their sessions is in the database: none comes back by a token that still opened.
  for (const id of renewed?.ended ?? []) {
    if (id !== member.sessionId) kernel.bell.whisper('session-revoked', id)
    // The asker's own tabs get the answer with their new token first.
    else setTimeout(() => kernel.bell.whisper('session-revoked', id), OWN_SOCKETS_MS).unref()
  }
  await scope.tx(async (tx) => tx.audit('account.changed', person.id, { fields: Object.keys(settings) }))
  const changed = (await personById(system, person.id)) ?? fail('session_invalid')
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
}: Settings): PersonChange {
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

/** Every such mail has a link that turns them off: here they are turned on again. */
function noticesChange(kernel: Kernel, { emailNotices }: Settings): PersonChange {
  return emailNotices === undefined ? {} : { notices_off_at: emailNotices ? null : kernel.world.now() }
}

async function phoneChange(
  kernel: Kernel,
  db: Db,
  given: { person: Person; member: Member; settings: Settings; country: string },
): Promise<PersonChange> {
  const { person, member, settings, country } = given
  if (settings.phone === undefined) return {}
  const now = kernel.world.now()
  const phone = settings.phone === '' ? null : parsePhone(settings.phone, country)?.e164
  if (phone === undefined)
    return fail('phone_invalid', {
      fieldErrors: {
        phone: {
          en: 'Enter a mobile number with its area code.',
          es: 'Escribe un número móvil con su código de área.',
        },
      },
    })
  const proof = settings.phoneProof
  const secret = proof ? await takeSecret(db, { tokenHash: tokenHash(proof), purposes: ['phone'], now }) : undefined
  if (proof && !(secret?.personId === person.id && secret.detail['phone'] === phone))
    return fail('code_dead', {
      fieldErrors: { phone: { en: 'Verify this number again.', es: 'Verifica este número otra vez.' } },
    })
  if (phone === person.phone && !secret) return {}
  if (phone !== person.phone) await needProof(kernel, member)
  if (person.mfaMethod === 'sms' && !secret)
    return fail('phone_missing', {
      fieldErrors: {
        phone: {
          en: 'Codes for two-step log-in go to your number. Verify the new one, or turn two-step off first.',
          es: 'Los códigos de la verificación en dos pasos llegan a tu número. Verifica el nuevo o desactívala primero.',
        },
      },
    })
  return { phone, phone_verified_at: secret ? now : null }
}

/** A new password: every session ends, no device is trusted, and this device goes on with a new token. */
async function renew(
  kernel: Kernel,
  db: Db,
  given: { person: Person; member: Member; from: From; passwordHash: string; orgId: string },
): Promise<{ token: string; ended: string[] }> {
  const { person, member, from, passwordHash, orgId } = given
  const now = kernel.world.now()
  await changePerson(db, person.id, { password_hash: passwordHash, code_failures: 0, pending_email: null })
  if (!(await isStanding(db, member.sessionId))) fail('session_invalid')
  await forgetDevices(db, person.id)
  await pushForgetter.get()(db, person.id)
  await endSecrets(db, person.id, ['reset', 'login', 'mfa', 'email_old', 'email_new'], now)
  const ended = await revokeSessions(db, { personId: person.id, reason: 'password', now })
  const token = makeToken(kernel.world)
  await addSession(db, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    personId: person.id,
    organizationId: orgId,
    now,
    address: networkOf(from.address),
    userAgent: from.userAgent,
    provedAt: now,
  })
  await tellChange(kernel, db, person, { change: 'password', ...from })
  return { token, ended }
}
