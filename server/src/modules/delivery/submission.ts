import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { Carrier } from '../carriers/index.ts'
import { carrierLink, shortLink } from '../files/index.ts'
import type { Line } from '../lines/index.ts'
import { markSubmitting, type Waiting } from '../messages/index.ts'
import { isUnderReview } from './store/restored.ts'
import { hookUrl } from './rules.ts'

type Submission = Parameters<Carrier['submit']>[1]

/** Validity at the carrier of a message without its own expiry, in seconds. */
const VALID_SECONDS = 4 * 3600

/** Builds the submission of a message. */
export function submissionOf(kernel: Kernel, line: Line, text: Waiting): Submission {
  const nowMs = kernel.world.now().getTime()
  const { publicUrl } = kernel.config
  const files = text.mediaAsLink ? [] : (text.media ?? [])
  return {
    reference: text.id,
    from: text.from,
    to: text.to,
    body: text.body,
    mediaUrls: files.map((file) => carrierLink(publicUrl, line.orgId, file, nowMs)),
    callbackUrl: hookUrl(publicUrl, line.carrier, line.id, text.id),
    validitySeconds: text.expiresAt
      ? Math.max(1, Math.floor((text.expiresAt.getTime() - nowMs) / 1000))
      : VALID_SECONDS,
  }
}

/**
 * Marks messages as handed over and returns what is submitted of each; none where another process noticed meanwhile that
 * the database was restored.
 */
export async function markBatch(tx: Tx, publicUrl: string, ids: string[]): Promise<Waiting[]> {
  return (await isUnderReview(tx)) ? [] : withLinks(tx, publicUrl, await markSubmitting(tx, ids))
}

/**
 * Appends links to files to the text of messages for phones that cannot receive files. Other messages stay unchanged.
 */
async function withLinks(tx: Tx, publicUrl: string, texts: Waiting[]): Promise<Waiting[]> {
  const written: Waiting[] = []
  for (const text of texts) {
    const links: string[] = []
    for (const file of (text.mediaAsLink && text.media) || []) links.push(await shortLink(tx, publicUrl, file.id))
    written.push({ ...text, body: [text.body, ...links].filter((part) => part !== '').join('\n') })
  }
  return written
}
