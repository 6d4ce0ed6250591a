import { MAILS_PER_TARGET_HOUR, VERIFY_LINK_MS } from '@crewline/contract/limits'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { queueMail } from '../mail/index.ts'
import { changeEmailMail, accountExistsMail } from './emails.ts'
import { noteEverywhere, notifyAccountChange } from './sessions.ts'
import { changeUser, lockUser, userByEmail, userById, type UserAccount } from './store/people.ts'
import {
  addSecret,
  endSecrets,
  isConfirmed,
  noteConfirmed,
  secretByToken,
  takeSecret,
  type Purpose,
} from './store/secrets.ts'

/** PostgreSQL error code for a unique violation. */
const UNIQUE = '23505'

/**
 * Starts an email change, which both addresses must confirm. If the new address is taken, only its owner learns so, by
 * email.
 */
export async function requestEmailChange(
  kernel: Kernel,
  db: Db,
  account: UserAccount,
  newEmail: string,
): Promise<void> {
  await makeLimit(kernel, 'mail-change', MAILS_PER_TARGET_HOUR, 3600).take(account.id)
  await changeUser(db, account.id, { pending_email: newEmail })
  const owner = await userByEmail(db, newEmail)
  await mailLink(kernel, db, account, { purpose: 'email_old', newEmail })
  if (owner) await queueMail(kernel, db, accountExistsMail(owner, `${kernel.config.publicUrl}/auth/login`))
  else await mailLink(kernel, db, account, { purpose: 'email_new', newEmail })
}

async function mailLink(
  kernel: Kernel,
  db: Db,
  account: UserAccount,
  { purpose, newEmail }: { purpose: Purpose; newEmail: string },
): Promise<void> {
  const token = makeToken(kernel.world)
  await addSecret(db, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    purpose,
    userId: account.id,
    detail: { newEmail },
    now: kernel.world.now(),
    lifeMs: VERIFY_LINK_MS,
    shouldEndEarlier: true,
  })
  const isOldAddress = purpose === 'email_old'
  const url = `${kernel.config.publicUrl}/auth/verify/${token}`
  const to = isOldAddress ? account : { ...account, email: newEmail }
  await queueMail(kernel, db, changeEmailMail(to, { newEmail, url, isOldAddress }))
}

/**
 * Confirms one of the two addresses of an email change; the second confirmation applies the change. Does not log in.
 */
export async function confirmNewEmail(guest: Guest, token: string) {
  const { kernel } = guest
  const system = kernel.database.asSystem('emailed links belong to no organization')
  const { account: person, waitsFor } = await system
    .transaction()
    .execute((db) => confirmOne(guest, db, tokenHash(token)))
    .catch((error: unknown) => {
      // Another account took the address at the same moment.
      if ((error as { code?: unknown }).code === UNIQUE) return fail('link_invalid')
      throw error
    })
  if (waitsFor === null) await noteEverywhere(kernel, person, { action: 'account.email', requestId: guest.requestId })
  return { verified: true as const, waitsFor }
}

async function confirmOne(
  guest: Guest,
  db: Db,
  hash: Buffer,
): Promise<{ account: UserAccount; waitsFor: string | null }> {
  const { kernel } = guest
  const link = { tokenHash: hash, now: kernel.world.now() }
  const pendingSecret =
    (await secretByToken(db, { ...link, purpose: 'email_old' })) ??
    (await secretByToken(db, { ...link, purpose: 'email_new' }))
  // Lock the user: otherwise two simultaneous confirmations would each wait for the other.
  if (pendingSecret) await lockUser(db, pendingSecret.userId)
  const secret = await takeSecret(db, { ...link, purposes: ['email_old', 'email_new'] })
  const account = secret && (await userById(db, secret.userId))
  const newEmail = secret?.detail['newEmail']
  if (!secret || !account || !newEmail || account.pendingEmail !== newEmail) return fail('link_invalid')
  const otherPurpose = secret.purpose === 'email_old' ? 'email_new' : 'email_old'
  await noteConfirmed(db, secret.id)
  // A taken address never receives a link, so its confirmation never arrives.
  const isFullyConfirmed =
    (await isConfirmed(db, { userId: account.id, purpose: otherPurpose, newEmail, now: link.now })) &&
    !(await userByEmail(db, newEmail))
  if (!isFullyConfirmed) return { account, waitsFor: otherPurpose === 'email_new' ? newEmail : account.email }
  await changeUser(db, account.id, { email: newEmail, pending_email: null })
  // Links sent to the old mailbox must stop working.
  await endSecrets(db, account.id, ['reset', 'login'], link.now)
  await notifyAccountChange(kernel, db, account, {
    change: 'email',
    address: guest.address,
    userAgent: guest.userAgent,
  })
  return { account, waitsFor: null }
}
