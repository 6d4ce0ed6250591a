import { randomUUID } from 'node:crypto'
import type { Submission, Text, TextState } from './records.ts'

/** Messages name files at Telnyx's own address; the simulator stands in for it. */
const MEDIA = 'https://media.telnyx.com'

/**
 * Telnyx's codes for what the simulator counts in Twilio's:
 * https://developers.telnyx.com/docs/messaging/messages/error-codes
 */
const CODES: Record<number, [code: string, title: string]> = {
  11200: ['40317', 'Invalid MMS content'],
  21211: ['40310', "Invalid 'to' address"],
  21602: ['40316', 'No content provided for message'],
  21603: ['40305', "Invalid 'from' address"],
  21604: ['10004', 'Missing required parameter'],
  21606: ['40305', "Invalid 'from' address"],
  21609: ['10003', 'Invalid URL'],
  21610: ['40300', 'Blocked due to STOP message'],
  21617: ['40302', 'Message too large'],
  21620: ['10003', 'Invalid URL'],
  21623: ['40317', 'Invalid MMS content'],
  30003: ['40006', 'Recipient server unavailable'],
  30005: ['40012', 'Invalid messaging destination number'],
  30006: ['40001', 'Not routable'],
  30007: ['40002', 'Blocked as spam - temporary'],
  30011: ['40008', 'Undeliverable'],
  30036: ['40005', 'Message expired during transmission'],
}

const STATUS: Record<TextState, string> = {
  accepted: 'queued',
  sending: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'delivery_failed',
  failed: 'sending_failed',
}

/** Returns the errors of a message or a refusal in Telnyx's form; none without a code. */
export function telnyxErrors(code: number | null, detail = ''): { code: string; title: string; detail: string }[] {
  if (code === null) return []
  const [theirs, title] = CODES[code] ?? ['40008', 'Undeliverable']
  return [{ code: theirs, title, detail }]
}

/** Formats a message of a line as its webhooks and look-ups show it. */
export function telnyxOutbound(text: Text | Submission): Record<string, unknown> {
  const files = 'mediaUrls' in text ? (text.mediaUrls ?? []) : []
  return {
    record_type: 'message',
    direction: 'outbound',
    id: text.id,
    type: files.length > 0 ? 'MMS' : 'SMS',
    from: { phone_number: text.from, carrier: 'Telnyx', line_type: 'Wireless' },
    to: [{ phone_number: text.to, status: STATUS[text.state], carrier: 'Simulated', line_type: 'Wireless' }],
    cc: [],
    text: text.body,
    media: files.map((url) => ({ url, content_type: null, size: null })),
    webhook_url: 'callbackUrl' in text ? text.callbackUrl : null,
    parts: 'segments' in text ? text.segments : 1,
    tags: [],
    received_at: new Date(text.at).toISOString(),
    errors: telnyxErrors(text.errorCode),
  }
}

/** Formats a message of a contact as its webhook and a look-up show it. */
export function telnyxInbound({ id, from, to, body, at, media = [] }: Text): Record<string, unknown> {
  return {
    record_type: 'message',
    direction: 'inbound',
    id,
    type: media.length > 0 ? 'MMS' : 'SMS',
    from: { phone_number: from, carrier: 'Simulated', line_type: 'long_code' },
    to: [{ phone_number: to, status: 'webhook_delivered', carrier: 'Telnyx', line_type: 'Wireless' }],
    cc: [],
    text: body,
    media: media.map((file) => ({ url: `${MEDIA}/${file.id}`, content_type: file.mime, size: null })),
    parts: 1,
    tags: [],
    received_at: new Date(at).toISOString(),
    errors: [],
  }
}

/** Wraps a message as a webhook: https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks */
export function telnyxEvent(type: string, atMs: number, payload: Record<string, unknown>): Record<string, unknown> {
  const event = { event_type: type, id: randomUUID(), occurred_at: new Date(atMs).toISOString() }
  return { data: { record_type: 'event', ...event, payload }, meta: { attempt: 1 } }
}
