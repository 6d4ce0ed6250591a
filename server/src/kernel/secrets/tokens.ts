import { createHash } from 'node:crypto'
import type { World } from '../world.ts'

/** A new session token: 256 random bits with a prefix that secret scanners know us by. */
export function makeToken(world: World): string {
  return `crew_${world.bytes(32).toString('base64url')}`
}

/** What is stored of a token: a dump of the database cannot be used to sign in. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
