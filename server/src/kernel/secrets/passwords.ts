import { PASSWORD_CHECKS_AT_ONCE, PASSWORD_CHECKS_WAITING } from '@crewline/contract/limits'
import { hash, verify } from '@node-rs/argon2'
import { fail } from '../failure.ts'

// Argon2id, 19 MiB, two passes, one lane: the OWASP minimum, about 12 ms here. Hashing runs off the event loop.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let running = 0
const waiting: (() => void)[] = []

/**
 * Limits concurrent hashes, so that a flood of log-ins leaves capacity for other requests; refuses when too many wait.
 */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PASSWORD_CHECKS_AT_ONCE) {
    if (waiting.length >= PASSWORD_CHECKS_WAITING) fail('slow_down', { retryAfterS: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Hashes a password. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), COST))
}

let dummy: Promise<string> | undefined

/** Verifies a password; takes as long without an account, so that timing reveals nothing. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', COST)
  const passwordHash = stored ?? (await dummy)
  const isCorrect = await inTurn(() => verify(passwordHash, password.normalize('NFKC')))
  return stored !== null && isCorrect
}
