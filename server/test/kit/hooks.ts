import { createHmac } from 'node:crypto'
import type { NewLine } from '../../src/modules/lines/index.ts'

/** Builds a signed call of the simulated carrier; `at` and `secret` make a stale or a forged one. */
export function nativeCall(
  line: NewLine,
  payload: unknown,
  { at = Date.now(), secret = line.credentials.secret }: { at?: number; secret?: string } = {},
): { body: string; headers: Record<string, string> } {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const second = Math.floor(at / 1000)
  const mac = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'x-carrier-signature': `t=${second},v1=${mac}` } }
}

/** Builds a signed call of Twilio for this address: https://www.twilio.com/docs/usage/security */
export function twilioCall(
  line: NewLine,
  url: string,
  form: Record<string, string>,
  secret = line.credentials.secret,
): { body: string; headers: Record<string, string> } {
  const signed = Object.keys(form)
    .sort()
    .reduce((sum, name) => sum + name + form[name], url)
  return {
    body: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': createHmac('sha1', secret).update(signed, 'utf8').digest('base64'),
    },
  }
}
