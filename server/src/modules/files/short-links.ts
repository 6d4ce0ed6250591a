import { createHash } from 'node:crypto'
import { MEDIA_FALLBACK_LINK_MS } from '@crewline/contract/limits'
import type { Tx } from '../../kernel/scope.ts'
import { addLink } from './store/files.ts'

/** 12 characters of 62 and a little less: 71 bits, more than anybody tries out. */
const CODE_CHARACTERS = 12

/**
 * Makes a short address that opens a file of this organization for 30 days, for a text that stands in for a picture
 * message. Only the hash of its code is kept: the same address cannot be asked for twice.
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

/** What is kept of a code. */
export function codeHashOf(code: string): Buffer {
  return createHash('sha256').update(`crewline file link|${code}`).digest()
}

/** Letters and digits only, so that no phone ends the link early. */
function plainCode(bytes: Buffer): string {
  return bytes
    .toString('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, CODE_CHARACTERS)
}
