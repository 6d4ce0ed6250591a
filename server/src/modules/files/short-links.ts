import { createHash } from 'node:crypto'
import { MEDIA_FALLBACK_LINK_MS } from '@crewline/contract/limits'
import type { Tx } from '../../kernel/scope.ts'
import { addLink } from './store/files.ts'

/** 12 characters of slightly fewer than 62 possible ones: 71 bits, too many to guess. */
const CODE_CHARACTERS = 12

/**
 * Creates a short URL that opens a file for 30 days, for a text in place of a picture message. Stores only the hash of
 * its code, so the same URL cannot be retrieved again.
 */
export async function shortLink(tx: Tx, publicUrl: string, fileId: string): Promise<string> {
  const code = plainCode(tx.world.bytes(64))
  await addLink(tx, {
    codeHash: codeHashOf(code),
    fileId,
    expiresAt: new Date(tx.world.now().getTime() + MEDIA_FALLBACK_LINK_MS),
  })
  return `${publicUrl}/l/${code}`
}

/** Returns the stored hash of a code. */
export function codeHashOf(code: string): Buffer {
  return createHash('sha256').update(`crewline file link|${code}`).digest()
}

/** Letters and digits only, so that phones do not cut off the link. */
function plainCode(bytes: Buffer): string {
  return bytes
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, CODE_CHARACTERS)
}
