import { createHmac, createPrivateKey, sign } from 'node:crypto'

/**
 * Computes the native dialect's `x-carrier-signature`: HMAC-SHA256 over the Unix second, a dot and the exact body, in
 * hex.
 */
export function signNative(secret: string, unixSeconds: number, rawBody: string): string {
  const mac = createHmac('sha256', secret).update(`${unixSeconds}.${rawBody}`).digest('hex')
  return `t=${unixSeconds},v1=${mac}`
}

/**
 * Computes Twilio's `X-Twilio-Signature` for a form post:
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function signTwilio(authToken: string, url: string, form: Record<string, string>): string {
  const fields = Object.keys(form).sort()
  const signed = fields.reduce((sum, field) => sum + field + form[field], url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/**
 * The key pair of the simulated Telnyx: the first test vector of RFC 8032, so everyone knows it. Telnyx gives each
 * account a pair and shows its public part: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
 */
const TELNYX_KEY = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  },
})

/** Computes Telnyx's `telnyx-signature-ed25519`: Ed25519 over the Unix second, a bar and the exact body, in base64. */
export function signTelnyx(unixSeconds: number, rawBody: string): string {
  return sign(null, Buffer.from(`${unixSeconds}|${rawBody}`), TELNYX_KEY).toString('base64')
}
