import {
  LOGIN_LINK_MS,
  MAILS_PER_ADDRESS_HOUR,
  MAILS_PER_TARGET_HOUR,
  RESET_LINK_MS,
  VERIFY_LINK_MS,
} from '@crewline/contract/limits'
import type { Db } from '../../kernel/db/pool.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { From } from '../../kernel/http/serve.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { makeToken, tokenHash } from '../../kernel/secrets/tokens.ts'
import { queueMail } from '../mail/index.ts'
import { confirmLetter, knownLetter, loginLetter, resetLetter } from './letters.ts'
import { addMailRequest, takeMailRequests } from './store/mail-requests.ts'
import { personByEmail } from './store/people.ts'
import { registrationById, setVerifyLink } from './store/registrations.ts'
import { addSecret } from './store/secrets.ts'

/** A mail somebody asked for; whether the address is known is found out later. */
export type MailRequest = { purpose: 'reset' | 'login'; email: string } | { purpose: 'confirm'; registrationId: string }

/** Most requests answered in one go. */
const BATCH = 20

/** Takes one of the mails a target and an address have in an hour, whether anybody is there or not. */
export async function takeMailPlace(
  kernel: Kernel,
  from: From,
  what: { purpose: string; target: string },
): Promise<void> {
  await makeLimit(kernel, 'mail-address', MAILS_PER_ADDRESS_HOUR, 3600).take(from.address)
  await makeLimit(kernel, `mail-${what.purpose}`, MAILS_PER_TARGET_HOUR, 3600).take(what.target)
}

/** Notes a request; the same work for every address. */
export async function askForMail(kernel: Kernel, system: Db, request: MailRequest): Promise<void> {
  const id = kernel.world.id()
  const sealed = kernel.seal.seal(place(id), JSON.stringify(request))
  await addMailRequest(system, { id, sealed, now: kernel.world.now() })
  kernel.bell.ring('mails')
}

/** Answers the requests that wait, each exactly once; answers whether there may be more. */
export async function answerMailRequests(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('mails asked for by address belong to no organization')
  return system.transaction().execute(async (db) => {
    const taken = await takeMailRequests(db, BATCH)
    for (const { id, sealed } of taken) {
      const request = JSON.parse(kernel.seal.open(place(id), sealed)) as MailRequest
      if (request.purpose === 'confirm') await mailConfirmation(kernel, db, request.registrationId)
      else await mailLink(kernel, db, request)
    }
    return taken.length === BATCH
  })
}

/** Answers requests as they come, for the life of the process. */
export async function runMailRequests(kernel: Kernel): Promise<Running> {
  return followQueue(kernel, { name: 'mail requests', ring: 'mails', pass: () => answerMailRequests(kernel) })
}

async function mailConfirmation(kernel: Kernel, db: Db, registrationId: string): Promise<void> {
  const begun = await registrationById(db, registrationId)
  if (!begun || begun.verifiedAt) return
  const known = await personByEmail(db, begun.email)
  if (known) return queueMail(kernel, db, knownLetter(known, `${kernel.config.publicUrl}/auth/login`))
  const token = makeToken(kernel.world)
  const expiresAt = new Date(kernel.world.now().getTime() + VERIFY_LINK_MS)
  await setVerifyLink(db, begun.id, tokenHash(token), expiresAt)
  await queueMail(kernel, db, confirmLetter(begun, `${kernel.config.publicUrl}/auth/verify/${token}`))
}

async function mailLink(
  kernel: Kernel,
  db: Db,
  { purpose, email }: { purpose: 'reset' | 'login'; email: string },
): Promise<void> {
  const person = await personByEmail(db, email)
  if (!person || person.deactivatedAt) return
  const token = makeToken(kernel.world)
  await addSecret(db, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    purpose,
    personId: person.id,
    detail: {},
    now: kernel.world.now(),
    lifeMs: purpose === 'reset' ? RESET_LINK_MS : LOGIN_LINK_MS,
    alone: true,
  })
  const base = `${kernel.config.publicUrl}/auth`
  await queueMail(
    kernel,
    db,
    purpose === 'reset'
      ? resetLetter(person, `${base}/reset-password/${token}`)
      : loginLetter(person, `${base}/token?token=${token}`),
  )
}

function place(id: string): string {
  return `mail_request|sealed|${id}`
}
