import { CODE_MS } from '@crewline/contract/limits'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Email } from './template.ts'
import { addMail, type Channel } from './store.ts'

/** An email is retried for three days, in ms. */
const EMAIL_LIFETIME_MS = 3 * 24 * 3_600_000

/** A text message from the product to one phone, such as a code. */
export interface CodeText {
  to: string
  body: string
}

/** Returns the encryption context of the content of a mail. */
export function encryptionContext(id: string): string {
  return `mail|sealed|${id}`
}

/** Queues an email in the given transaction; it is delivered after the commit and retried for three days. */
export async function queueMail(kernel: Kernel, system: Db, email: Email): Promise<void> {
  await queue(kernel, system, { channel: 'email', content: email, lifeMs: EMAIL_LIFETIME_MS })
}

/** Queues a code by text; it expires after 10 minutes. */
export async function queueCodeText(kernel: Kernel, system: Db, text: CodeText): Promise<void> {
  await queue(kernel, system, { channel: 'text', content: text, lifeMs: CODE_MS })
}

async function queue(
  kernel: Kernel,
  system: Db,
  { channel, content, lifeMs }: { channel: Channel; content: object; lifeMs: number },
): Promise<void> {
  const id = kernel.world.id()
  const now = kernel.world.now()
  await addMail(system, {
    id,
    channel,
    sealed: kernel.encryption.seal(encryptionContext(id), JSON.stringify(content)),
    now,
    expiresAt: new Date(now.getTime() + lifeMs),
  })
  // A wake-up before the commit finds nothing, but the queue is polled every second anyway.
  kernel.signals.wakeUp('mails')
}
