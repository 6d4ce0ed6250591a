import { createHash } from 'node:crypto'
import type { World } from '../world.ts'

/** Creates a session token: 256 random bits with a prefix for secret scanners. */
export function makeToken(world: World): string {
  return `crew_${world.bytes(32).toString('base64url')}`
}

const VIEWING_PREFIX = 'crewview_'

/** Creates a token with which a member views the product as a teammate. */
export function makeViewingToken(world: World): string {
  return `${VIEWING_PREFIX}${world.bytes(32).toString('base64url')}`
}

/** Returns whether a token opens a view of a teammate rather than a session. */
export function isViewingToken(token: string): boolean {
  return token.startsWith(VIEWING_PREFIX)
}

/** Hashes a token for storage: a dump of the database cannot be used to sign in. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
