import { createHash } from 'node:crypto'
import type { World } from '../world.ts'

/** Creates a session token: 256 random bits with a prefix for secret scanners. */
export function makeToken(world: World): string {
  return `crew_${world.bytes(32).toString('base64url')}`
}

/** Hashes a token for storage: a dump of the database cannot be used to sign in. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
