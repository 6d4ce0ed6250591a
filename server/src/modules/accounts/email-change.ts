import { MAILS_PER_TARGET_HOUR, VERIFY_LINK_MS } from '@crewline/contract/limits'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Guest } from '../../kernel/http/serve.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { queueMail } from '../mail/index.ts'
import { changeEmailLetter, knownLetter } from './letters.ts'
import { noteEverywhere, tellChange } from './sessions.ts'
import { changePerson, holdPerson, personByEmail, personById, type Person } from './store/people.ts'
import {
  addSecret,
  endSecrets,
  isConfirmed,
  noteConfirmed,
  secretByToken,
  takeSecret,
  type Purpose,
} from './store/secrets.ts'

/** PostgreSQL's code for a value that is there already. */
const UNIQUE = '23505'

/** Begins to move an account to another address: both have to confirm. A taken address is told by mail alone. */
export async function askForEmailChange(kernel: Kernel, db: Db, person: Person, newEmail: string): Promise<void> {
  await makeLimit(kernel, 'mail-change', MAILS_PER_TARGET_HOUR, 3600).take(person.id)
  await changePerson(db, person.id, { pending_email: newEmail })
  const owner = await personByEmail(db, newEmail)
  await mailLink(kernel, db, person, { purpose: 'email_old', newEmail })
  if (owner) await queueMail(kernel, db, knownLetter(owner, `${kernel.config.publicUrl}/auth/login`))
  else await mailLink(kernel, db, person, { purpose: 'email_new', newEmail })
}

async function mailLink(
  kernel: Kernel,
  db: Db,
  person: Person,
  { purpose, newEmail }: { purpose: Purpose; newEmail: string },
): Promise<void> {
  const token = makeToken(kernel.world)
  await addSecret(db, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    purpose,
    personId: person.id,
    detail: { newEmail },
    now: kernel.world.now(),
    lifeMs: VERIFY_LINK_MS,
    alone: true,
  })
  const isOld = purpose === 'email_old'
  const url = `${kernel.config.publicUrl}/auth/verify/${token}`
  const to = isOld ? person : { ...person, email: newEmail }
  await queueMail(kernel, db, changeEmailLetter(to, { newEmail, url, isOld }))
}

/** Confirms one address of a change; the second one makes it. Logs nobody in. */
export async function confirmNewEmail(guest: Guest, token: string) {
  const { kernel } = guest
  const system = kernel.database.asSystem('a mailed link belongs to no organization')
  const { person, waitsFor } = await system
    .transaction()
    .execute((db) => confirmOne(guest, db, tokenHash(token)))
    .catch((error: unknown) => {
      // Somebody else took the address at this moment.
      if ((error as { code?: unknown }).code === UNIQUE) return fail('link_invalid')
      throw error
    })
  if (waitsFor === null) await noteEverywhere(kernel, person, { action: 'account.email', requestId: guest.requestId })
  return { verified: true as const, waitsFor }
}

async function confirmOne(guest: Guest, db: Db, hash: Buffer): Promise<{ person: Person; waitsFor: string | null }> {
  const { kernel } = guest
  const link = { tokenHash: hash, now: kernel.world.now() }
  const known =
    (await secretByToken(db, { ...link, purpose: 'email_old' })) ??
    (await secretByToken(db, { ...link, purpose: 'email_new' }))
  // One after the other, or two addresses that confirm at once each wait for the other.
  if (known) await holdPerson(db, known.personId)
  const secret = await takeSecret(db, { ...link, purposes: ['email_old', 'email_new'] })
  const person = secret && (await personById(db, secret.personId))
  const newEmail = secret?.detail['newEmail']
  if (!secret || !person || !newEmail || person.pendingEmail !== newEmail) return fail('link_invalid')
  const other = secret.purpose === 'email_old' ? 'email_new' : 'email_old'
  await noteConfirmed(db, secret.id)
  // A taken address never got a link, so its confirmation is waited for without end.
  const isHeard =
    (await isConfirmed(db, { personId: person.id, purpose: other, newEmail, now: link.now })) &&
    !(await personByEmail(db, newEmail))
  if (!isHeard) return { person, waitsFor: other === 'email_new' ? newEmail : person.email }
  await changePerson(db, person.id, { email: newEmail, pending_email: null })
  // Whoever still reads the old mailbox has nothing to open any more.
  await endSecrets(db, person.id, ['reset', 'login'], link.now)
  await tellChange(kernel, db, person, { change: 'email', address: guest.address, userAgent: guest.userAgent })
  return { person, waitsFor: null }
}
