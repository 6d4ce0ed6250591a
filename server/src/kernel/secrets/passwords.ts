import { hash, verify } from '@node-rs/argon2'

// Argon2id, 19 MiB, two passes, one lane: the OWASP minimum, about 12 ms here. Hashing runs off the event loop.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash of this password that only this password verifies. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), COST)
}

let dummy: Promise<string> | undefined

/** Whether the password is right; takes as long when there is no account, so that time tells nothing. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hashPassword('nobody has this password')
  const right = await verify(stored ?? (await dummy), password.normalize('NFKC'))
  return stored !== null && right
}
