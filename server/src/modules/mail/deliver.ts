import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { codeTexter, type CodeTexter } from './ports.ts'
import type { Email } from './template.ts'
import { encryptionContext, type CodeText } from './queue.ts'
import { dropMail, postponeMail, takeDue, type Channel, type Waiting } from './store.ts'
import { postOfficeOf, type PostOffice } from './transport.ts'

/** Mails leased at once. */
const BATCH = 10
/** Lease of a mail for one process, in ms. */
const LEASE_MS = 120_000
const LONGEST_WAIT_MS = 3_600_000

const offices = new WeakMap<Kernel, { office: PostOffice | undefined }>()

function officeOf(kernel: Kernel): PostOffice | undefined {
  const entry = offices.get(kernel) ?? { office: postOfficeOf(kernel.config, kernel.world) }
  offices.set(kernel, entry)
  return entry.office
}

/**
 * Hands over due mails once; returns whether there may be more. Failed mails are retried with growing delays until they
 * expire.
 */
export async function deliverMails(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('emails belong to the installation, not to an organization')
  const office = officeOf(kernel)
  const texter = codeTexter.get()(kernel)
  const channels: Channel[] = [...(office ? (['email'] as const) : []), ...(texter ? (['text'] as const) : [])]
  if (channels.length === 0) return false
  const now = kernel.world.now()
  const dueMails = await takeDue(system, { channels, most: BATCH, now, leaseMs: LEASE_MS })
  // In parallel: a mail server that does not answer must not delay codes, or the batch beyond its lease.
  await Promise.all(dueMails.map((mail) => deliverOrPostpone(kernel, system, mail, { office, texter })))
  return dueMails.length === BATCH
}

interface DeliveryMethods {
  office: PostOffice | undefined
  texter: ReturnType<CodeTexter>
}

async function deliverOrPostpone(kernel: Kernel, system: Db, mail: Waiting, methods: DeliveryMethods): Promise<void> {
  try {
    if (mail.expiresAt > kernel.world.now()) await deliverMail(kernel, mail, methods)
    await dropMail(system, mail.id)
  } catch (error) {
    const waitMs = Math.min(LONGEST_WAIT_MS, 5_000 * 2 ** (mail.attempts - 1))
    kernel.log.warn(
      { err: error, mail: mail.id, attempts: mail.attempts },
      'mail: an email was not delivered, trying again',
    )
    await postponeMail(system, mail.id, new Date(kernel.world.now().getTime() + waitMs))
  }
}

async function deliverMail(kernel: Kernel, mail: Waiting, methods: DeliveryMethods): Promise<void> {
  const content = kernel.encryption.open(encryptionContext(mail.id), mail.sealed)
  if (mail.channel === 'email') return methods.office?.(mail.id, JSON.parse(content) as Email)
  const outcome = await methods.texter?.(mail.id, JSON.parse(content) as CodeText)
  if (outcome === 'refused') kernel.log.info({ mail: mail.id }, 'mail: the carrier refused a code')
}

/** Delivers mails as they are queued, for the life of the process. */
export async function runMail(kernel: Kernel): Promise<Running> {
  if (!officeOf(kernel)) kernel.log.warn('mail: SMTP_URL is not set, so emails wait in the database')
  return followQueue(kernel, { name: 'mail', wakeUp: 'mails', pass: () => deliverMails(kernel) })
}
