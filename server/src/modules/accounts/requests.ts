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
import { confirmMail, accountExistsMail, loginMail, resetMail } from './emails.ts'
import { addMailRequest, takeMailRequests } from './store/mail-requests.ts'
import { userByEmail } from './store/people.ts'
import { registrationById, setVerifyLink } from './store/registrations.ts'
import { addSecret } from './store/secrets.ts'

/** A requested email. Whether the address has an account is checked later. */
export type MailRequest = { purpose: 'reset' | 'login'; email: string } | { purpose: 'confirm'; registrationId: string }

/** Maximum number of requests handled per pass. */
const BATCH = 20

/** Consumes one of the hourly emails of a target and of a network address, whether or not the target exists. */
export async function consumeMailLimit(
  kernel: Kernel,
  from: From,
  request: { purpose: string; target: string },
): Promise<void> {
  await makeLimit(kernel, 'mail-address', MAILS_PER_ADDRESS_HOUR, 3600).take(from.address)
  await makeLimit(kernel, `mail-${request.purpose}`, MAILS_PER_TARGET_HOUR, 3600).take(request.target)
}

/** Queues an email request. Does the same work for every address. */
export async function requestMail(kernel: Kernel, system: Db, request: MailRequest): Promise<void> {
  const id = kernel.world.id()
  const sealed = kernel.encryption.seal(mailRequestContextOf(id), JSON.stringify(request))
  await addMailRequest(system, { id, sealed, now: kernel.world.now() })
  kernel.signals.wakeUp('mails')
}

/** Handles queued requests, each exactly once. Returns true when there may be more. */
export async function answerMailRequests(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('emails requested by address belong to no organization')
  return system.transaction().execute(async (db) => {
    const requests = await takeMailRequests(db, BATCH)
    for (const { id, sealed } of requests) {
      const request = JSON.parse(kernel.encryption.open(mailRequestContextOf(id), sealed)) as MailRequest
      if (request.purpose === 'confirm') await mailConfirmation(kernel, db, request.registrationId)
      else await mailLink(kernel, db, request)
    }
    return requests.length === BATCH
  })
}

/** Handles requests as they arrive, for the life of the process. */
export async function runMailRequests(kernel: Kernel): Promise<Running> {
  return followQueue(kernel, { name: 'mail requests', wakeUp: 'mails', pass: () => answerMailRequests(kernel) })
}

async function mailConfirmation(kernel: Kernel, db: Db, registrationId: string): Promise<void> {
  const registration = await registrationById(db, registrationId)
  if (!registration || registration.verifiedAt) return
  const account = await userByEmail(db, registration.email)
  if (account) return queueMail(kernel, db, accountExistsMail(account, `${kernel.config.publicUrl}/auth/login`))
  const token = makeToken(kernel.world)
  const expiresAt = new Date(kernel.world.now().getTime() + VERIFY_LINK_MS)
  await setVerifyLink(db, registration.id, tokenHash(token), expiresAt)
  await queueMail(kernel, db, confirmMail(registration, `${kernel.config.publicUrl}/auth/verify/${token}`))
}

async function mailLink(
  kernel: Kernel,
  db: Db,
  { purpose, email }: { purpose: 'reset' | 'login'; email: string },
): Promise<void> {
  const account = await userByEmail(db, email)
  if (!account || account.deactivatedAt) return
  const token = makeToken(kernel.world)
  await addSecret(db, {
    id: kernel.world.id(),
    tokenHash: tokenHash(token),
    purpose,
    userId: account.id,
    detail: {},
    now: kernel.world.now(),
    lifeMs: purpose === 'reset' ? RESET_LINK_MS : LOGIN_LINK_MS,
    shouldEndEarlier: true,
  })
  const base = `${kernel.config.publicUrl}/auth`
  await queueMail(
    kernel,
    db,
    purpose === 'reset'
      ? resetMail(account, `${base}/reset-password/${token}`)
      : loginMail(account, `${base}/token?token=${token}`),
  )
}

/** Returns the encryption context of a requested email. */
export function mailRequestContextOf(id: string): string {
  return `mail_request|sealed|${id}`
}
