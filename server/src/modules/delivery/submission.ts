import type { Kernel } from '../../kernel/kernel.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { Carrier } from '../carriers/index.ts'
import { carrierLink, shortLink } from '../files/index.ts'
import type { Line } from '../lines/index.ts'
import type { Waiting } from '../messages/index.ts'
import { hookUrl } from './rules.ts'

type Submission = Parameters<Carrier['submit']>[1]

/** Seconds a carrier may try a text that has no end of its own. */
const VALID_SECONDS = 4 * 3600

/** A text as its carrier gets it at this moment. */
export function submissionOf(kernel: Kernel, line: Line, text: Waiting, nowMs: number): Submission {
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

/** Writes links to their files into the words of texts for phones that cannot show files; the others stay as they are. */
export async function withLinks(tx: Tx, publicUrl: string, texts: Waiting[]): Promise<Waiting[]> {
  const written: Waiting[] = []
  for (const text of texts) {
    const links: string[] = []
    for (const file of (text.mediaAsLink && text.media) || []) links.push(await shortLink(tx, publicUrl, file.id))
    written.push({ ...text, body: [text.body, ...links].filter((part) => part !== '').join('\n') })
  }
  return written
}
