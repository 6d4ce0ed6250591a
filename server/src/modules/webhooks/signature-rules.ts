import { WEBHOOK_SECRET_PREFIX } from '@crewline/contract/webhook-limits'
import { createHmac } from 'node:crypto'

/** One attempt as it is signed. */
export interface SignedContent {
  id: string
  at: Date
  body: string
}

/**
 * Returns the headers of an attempt as Standard Webhooks defines them: the id, the time in seconds, and a signature for
 * each secret, the newest first.
 */
export function signedHeaders(secrets: readonly string[], { id, at, body }: SignedContent): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000)
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}

/** Builds a secret from random bytes. */
export function secretOf(bytes: Buffer): string {
  return WEBHOOK_SECRET_PREFIX + bytes.toString('base64')
}
