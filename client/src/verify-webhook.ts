import { WEBHOOK_SECRET_PREFIX, WEBHOOK_TOLERANCE_S } from '@crewline/contract/webhook-limits'
import type { webhookData } from '@crewline/contract/webhooks'
import type { z } from 'zod'

/** The headers of a delivery, in lower case as Node gives them. */
export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>

/** An event of a webhook; `type` tells the shape of `data`. */
export type ReceivedEvent = {
  [Type in keyof typeof webhookData]: { type: Type; timestamp: string; data: z.output<(typeof webhookData)[Type]> }
}[keyof typeof webhookData]

/**
 * Checks that a delivery comes from Crewline and is recent, and returns its event. `body` is the raw text. Throws when
 * the signature or the time is wrong.
 */
export async function verifyWebhook(body: string, headers: WebhookHeaders, secret: string): Promise<ReceivedEvent> {
  const id = headers['webhook-id']
  const at = Number(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - at) < WEBHOOK_TOLERANCE_S)) throw new Error('The delivery is too old.')
  const encoded = secret.slice(WEBHOOK_SECRET_PREFIX.length)
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  const content = new TextEncoder().encode(`${String(id)}.${at}.${body}`)
  for (const part of String(headers['webhook-signature'] ?? '').split(' ')) {
    const [version, signature = ''] = part.split(',')
    if (version !== 'v1' || !/^[A-Za-z0-9+/]+=*$/.test(signature) || signature.length % 4 !== 0) continue
    const given = Uint8Array.from(atob(signature), (character) => character.charCodeAt(0))
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, given, content)) return JSON.parse(body) as ReceivedEvent
  }
  throw new Error('The signature is wrong.')
}
