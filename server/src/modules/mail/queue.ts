import { CODE_MS } from '@crewline/contract/limits'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Letter } from './letter.ts'
import { addMail, type Channel } from './store.ts'

/** A letter is tried for three days, in ms. */
const LETTER_MS = 3 * 24 * 3_600_000

/** Words for one phone, such as a code. */
export interface CodeText {
  to: string
  words: string
}

/** Where the content of a mail is sealed for. */
export function sealPlace(id: string): string {
  return `mail|sealed|${id}`
}

/** Queues a letter in the transaction given; it is handed over after the commit, and tried for three days. */
export async function queueMail(kernel: Kernel, system: Db, letter: Letter): Promise<void> {
  await queue(kernel, system, { channel: 'email', content: letter, lifeMs: LETTER_MS })
}

/** Queues a text with a code; it is worthless after 10 minutes and not tried longer. */
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
    sealed: kernel.seal.seal(sealPlace(id), JSON.stringify(content)),
    now,
    expiresAt: new Date(now.getTime() + lifeMs),
  })
  // A ring before the commit finds nothing; the follower looks every second anyway.
  kernel.bell.ring('mails')
}
