import { createHmac } from 'node:crypto'

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
