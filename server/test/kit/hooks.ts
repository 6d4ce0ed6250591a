import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import type { NewLine } from '../../src/modules/lines/index.ts'
import { signTelnyx } from '../../src/simulators/carrier/signatures.ts'

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

/** The public key of the simulated Telnyx, as its portal would show it. */
export const TELNYX_PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
let otherKey: KeyObject | undefined

/**
 * Builds a signed call of Telnyx: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks. `at` makes a
 * stale one, and `isForged` one that is signed with another key.
 */
export function telnyxCall(
  payload: unknown,
  { at = Date.now(), isForged = false }: { at?: number; isForged?: boolean } = {},
): { body: string; headers: Record<string, string> } {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const second = Math.floor(at / 1000)
  otherKey ??= generateKeyPairSync('ed25519').privateKey
  const signature = isForged
    ? sign(null, Buffer.from(`${second}|${body}`), otherKey).toString('base64')
    : signTelnyx(second, body)
  const headers = { 'telnyx-timestamp': String(second), 'telnyx-signature-ed25519': signature }
  return { body, headers: { 'content-type': 'application/json', ...headers } }
}

/** A message in a webhook of Telnyx. */
export function telnyxMessage(
  event: { id: string; text?: [from: string, to: string, body: string]; state?: string; code?: string },
  more: object = {},
): object {
  const [from, to, body] = event.text ?? ['+13125550183', '+14155550191', 'Sent']
  const isInbound = event.text !== undefined
  const payload = {
    ...{ record_type: 'message', direction: isInbound ? 'inbound' : 'outbound', id: event.id, type: 'SMS' },
    from: { phone_number: from, carrier: 'T-Mobile USA', line_type: 'long_code' },
    to: [{ phone_number: to, status: isInbound ? 'webhook_delivered' : (event.state ?? '') }],
    ...{ text: body, media: [], received_at: new Date().toISOString() },
    errors: event.code ? [{ code: event.code, title: 'Not delivered' }] : [],
    ...more,
  }
  const type = isInbound ? 'message.received' : event.state === 'sent' ? 'message.sent' : 'message.finalized'
  const data = { record_type: 'event', id: 'e-1', event_type: type, occurred_at: new Date().toISOString(), payload }
  return { data, meta: { attempt: 1, delivered_to: 'https://crewline.example/hooks' } }
}
