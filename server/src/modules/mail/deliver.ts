import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { definePlug } from '../../kernel/plugs.ts'
import type { Letter } from './letter.ts'
import { sealPlace, type CodeText } from './queue.ts'
import { dropMail, postponeMail, takeDue, type Channel, type Waiting } from './store.ts'
import { postOfficeOf, type PostOffice } from './transport.ts'

/** Filled by the room that speaks to carriers: hands a code to a phone; throws while it cannot. Undefined: no way is set up. */
export const codeTexter = definePlug<
  (kernel: Kernel) => ((id: string, text: CodeText) => Promise<'sent' | 'refused'>) | undefined
>('codeTexter', () => undefined)

/** Mails taken at once. */
const BATCH = 10
/** Nobody else tries a mail while one process does, in ms. */
const LEASE_MS = 120_000
const LONGEST_WAIT_MS = 3_600_000

const offices = new WeakMap<Kernel, { office: PostOffice | undefined }>()

function officeOf(kernel: Kernel): PostOffice | undefined {
  const known = offices.get(kernel) ?? { office: postOfficeOf(kernel.config, kernel.world) }
  offices.set(kernel, known)
  return known.office
}

/** Hands over what is due, once; answers whether there may be more. What fails waits, longer each time, until it is worthless. */
export async function deliverMails(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('mails belong to the installation, not to an organization')
  const office = officeOf(kernel)
  const texter = codeTexter.get()(kernel)
  const channels: Channel[] = [...(office ? (['email'] as const) : []), ...(texter ? (['text'] as const) : [])]
  if (channels.length === 0) return false
  const now = kernel.world.now()
  const taken = await takeDue(system, { channels, most: BATCH, now, leaseMs: LEASE_MS })
  // Side by side: a mail server that does not answer must hold back neither codes nor the whole batch beyond its lease.
  await Promise.all(taken.map((mail) => handOverOrPostpone(kernel, system, mail, { office, texter })))
  return taken.length === BATCH
}

interface Ways {
  office: PostOffice | undefined
  texter: ReturnType<ReturnType<typeof codeTexter.get>>
}

async function handOverOrPostpone(kernel: Kernel, system: Db, mail: Waiting, ways: Ways): Promise<void> {
  try {
    if (mail.expiresAt > kernel.world.now()) await handOver(kernel, mail, ways)
    await dropMail(system, mail.id)
  } catch (error) {
    const waitMs = Math.min(LONGEST_WAIT_MS, 5_000 * 2 ** (mail.attempts - 1))
    kernel.log.warn({ err: error, mail: mail.id, attempts: mail.attempts }, 'mail: not handed over, trying again')
    await postponeMail(system, mail.id, new Date(kernel.world.now().getTime() + waitMs))
  }
}

async function handOver(kernel: Kernel, mail: Waiting, ways: Ways): Promise<void> {
  const content = kernel.seal.open(sealPlace(mail.id), mail.sealed)
  if (mail.channel === 'email') return ways.office?.(mail.id, JSON.parse(content) as Letter)
  const outcome = await ways.texter?.(mail.id, JSON.parse(content) as CodeText)
  if (outcome === 'refused') kernel.log.info({ mail: mail.id }, 'mail: the carrier refused a code')
}

/** Hands mails over as they come, for the life of the process. */
export async function runMail(kernel: Kernel): Promise<Running> {
  if (!officeOf(kernel)) kernel.log.warn('mail: SMTP_URL is not set, so e-mails wait in the database')
  return followQueue(kernel, { name: 'mail', ring: 'mails', pass: () => deliverMails(kernel) })
}
