import { reasonFor } from '@crewline/contract/reasons'
import { Telnyx } from 'telnyx'
import { expect, test } from 'vitest'
import { telnyx } from '../../../../test/kit/carrier-kinds.ts'
import { TELNYX_PUBLIC_KEY, telnyxCall, telnyxMessage } from '../../../../test/kit/hooks.ts'
import { handleMessage } from './inbound.ts'

const [contact, line] = ['+14155550191', '+13125550183']
const text = { id: 'm-1', text: [contact, line, 'Hello'] as [string, string, string] }
const url = 'https://crewline.example/hooks/telnyx/l'
const now = new Date('2026-03-01T12:00:00Z')

function read(
  payload: unknown,
  { phone = line, call = telnyxCall(payload, { at: now.getTime() }), secret = telnyx.secret } = {},
) {
  const request = { url, headers: call.headers, raw: Buffer.from(call.body), phone }
  return handleMessage({ ...telnyx, secret }, request, now)
}

test('accepts exactly the signatures that the SDK accepts', async () => {
  const client = new Telnyx({ apiKey: 'KEY', publicKey: TELNYX_PUBLIC_KEY })
  const good = telnyxCall(telnyxMessage(text))
  const forged = telnyxCall(telnyxMessage(text), { isForged: true })
  const changed = { ...good, body: good.body.replace('Hello', 'Hallo') }
  for (const [call, isGood] of [
    [good, true],
    [forged, false],
    [changed, false],
  ] as const) {
    const verdict = await Promise.resolve()
      .then(() => client.webhooks.unwrap(call.body, { headers: call.headers }))
      .then(
        () => true,
        () => false,
      )
    const ours = handleMessage(telnyx, { url, headers: call.headers, raw: Buffer.from(call.body) }, new Date())
    expect({ verdict, ours: ours !== 'forged' }).toEqual({ verdict: isGood, ours: isGood })
  }
})

test('refuses a stale, a future, an undated and an unsigned webhook, and never throws over a bad key', () => {
  const payload = telnyxMessage(text)
  const at = (ms: number) => telnyxCall(payload, { at: now.getTime() + ms })
  expect(read(payload, { call: at(-299_000) })).not.toBe('forged')
  for (const away of [-301_000, 301_000, -86_400_000]) expect(read(payload, { call: at(away) })).toBe('forged')
  const { headers, body } = at(0)
  for (const changed of [
    {},
    { ...headers, 'telnyx-timestamp': '' },
    { ...headers, 'telnyx-timestamp': 'now' },
    { ...headers, 'telnyx-timestamp': `${headers['telnyx-timestamp']}0` },
    { ...headers, 'telnyx-signature-ed25519': '' },
    { ...headers, 'telnyx-signature-ed25519': 'no base64!' },
  ])
    expect(read(payload, { call: { headers: changed, body } })).toBe('forged')
  for (const secret of ['', 'x', 'f'.repeat(31), TELNYX_PUBLIC_KEY.slice(1), Buffer.alloc(32).toString('base64')])
    expect(read(payload, { secret })).toBe('forged')
})

test('refuses a signed event of another number of the same account', () => {
  expect(read(telnyxMessage(text))).toMatchObject([{ kind: 'incoming', to: line }])
  expect(read(telnyxMessage(text), { phone: '+13125550199' })).toBe('forged')
  const receipt = telnyxMessage({ id: 'm-2', state: 'delivered' })
  expect(read(receipt)).toMatchObject([{ kind: 'status', state: 'delivered' }])
  expect(read(receipt, { phone: '+13125550199' })).toBe('forged')
})

// The payloads of https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks, with numbers of ours.
const party = (phone_number: string, status?: string) => ({
  phone_number,
  carrier: 'Telnyx',
  line_type: 'Wireless',
  status,
})
const documented = {
  ...{ cost: { amount: '0.0000', currency: 'USD' }, completed_at: null, encoding: 'GSM-7', errors: [], media: [] },
  ...{ messaging_profile_id: '740572b6', organization_id: '47a530f8', parts: 1, record_type: 'message', tags: [] },
  ...{ sent_at: null, type: 'SMS', valid_until: null, webhook_failover_url: null, webhook_url: 'https://example.com' },
}
const event = (event_type: string, payload: object) => ({
  data: { event_type, id: 'b301ed3f', occurred_at: '2024-01-15T20:16:07.588+00:00', payload, record_type: 'event' },
  meta: { attempt: 1, delivered_to: 'https://example.com/webhooks' },
})
const received = {
  ...documented,
  ...{ direction: 'inbound', id: '84cca175', received_at: '2024-01-15T20:16:07.503+00:00', text: 'Hello from Telnyx!' },
  ...{ from: party(contact), to: [party(line, 'webhook_delivered')] },
}
const sent = {
  ...documented,
  ...{ direction: 'outbound', id: 'ac012cbf', text: 'Hello there!', from: party(line), to: [party(contact, 'sent')] },
}
const incoming = {
  ...{ kind: 'incoming', carrierId: '84cca175', from: contact, to: line, body: 'Hello from Telnyx!', media: [] },
  at: '2024-01-15T20:16:07.503+00:00',
}
const status = { kind: 'status', carrierId: 'ac012cbf', errorCode: null }
const hook = 'https://crewline.example/hooks/telnyx/01900000-0000-7000-8000-000000000001'
const failed = (code: string, title: string) => ({
  ...sent,
  to: [party(contact, 'delivery_failed')],
  errors: [{ code, title, detail: title, source: { pointer: '/to/0/phone_number' } }],
})
const image = { url: 'https://media.telnyx.com/example-image.png', content_type: 'image/png', sha256: 'ab1c', size: 9 }

test.each<[what: string, type: string, payload: object, events: object[]]>([
  ['an inbound text', 'message.received', received, [incoming]],
  [
    'an inbound picture, and files without an address or a type',
    'message.received',
    { ...received, type: 'MMS', text: null, media: [image, { url: null }, { url: 'https://media.telnyx.com/x' }] },
    [
      {
        ...{ ...incoming, body: '' },
        media: [
          { url: image.url, mime: 'image/png' },
          { url: 'https://media.telnyx.com/x', mime: 'application/octet-stream' },
        ],
      },
    ],
  ],
  [
    'a text to several numbers as one to the line',
    'message.received',
    { ...received, to: [party('+13125550100')], cc: [party(line)] },
    [incoming],
  ],
  [
    'a STOP that Telnyx answered',
    'message.received',
    { ...received, autoresponse_type: 'STOP' },
    [{ ...incoming, handledAs: 'opt_out' }],
  ],
  [
    'a START that Telnyx answered',
    'message.received',
    { ...received, autoresponse_type: 'START' },
    [{ ...incoming, handledAs: 'opt_in' }],
  ],
  [
    'a HELP that Telnyx answered',
    'message.received',
    { ...received, autoresponse_type: 'HELP' },
    [{ ...incoming, handledAs: 'help' }],
  ],
  [
    'an answer of Telnyx to another keyword',
    'message.received',
    { ...received, autoresponse_type: 'constructor' },
    [incoming],
  ],
  ['a text that was sent', 'message.sent', sent, [{ ...status, state: 'sent' }]],
  [
    'a text that was delivered',
    'message.finalized',
    { ...sent, to: [party(contact, 'delivered')] },
    [{ ...status, state: 'delivered' }],
  ],
  [
    'the message that a receipt names',
    'message.sent',
    { ...sent, webhook_url: `${hook}/01900000-0000-7000-8000-000000000002` },
    [{ ...status, state: 'sent', reference: '01900000-0000-7000-8000-000000000002' }],
  ],
  [
    'no message from the address of a line',
    'message.sent',
    { ...sent, webhook_url: hook },
    [{ ...status, state: 'sent' }],
  ],
  [
    'an unconfirmed delivery as sent',
    'message.finalized',
    { ...sent, to: [party(contact, 'delivery_unconfirmed')] },
    [{ ...status, state: 'sent' }],
  ],
  [
    'a landline',
    'message.finalized',
    failed('40001', 'Not routable'),
    [{ ...status, state: 'undelivered', errorCode: '40001' }],
  ],
  [
    'an opt-out',
    'message.finalized',
    failed('40300', 'Blocked due to STOP message'),
    [{ ...status, state: 'undelivered', errorCode: '40300' }],
  ],
  [
    'the code of an opt-out for a phone that is not reachable',
    'message.finalized',
    failed('40300', 'Destination number unreachable'),
    [{ ...status, state: 'undelivered', errorCode: '40300/unreachable' }],
  ],
  ['nothing from a message of another channel', 'message.received', { ...received, type: 'WHATSAPP', to: '+1' }, []],
  ['nothing from an event of another product', 'call.initiated', { call_control_id: 'v3' }, []],
  ['nothing from a status without meaning', 'message.finalized', { ...sent, to: [party(contact, 'toString')] }, []],
  ['nothing from a message to no one', 'message.finalized', { ...sent, to: [] }, []],
])('reads %s', (_what, type, payload, events) => {
  expect(read(event(type, payload))).toEqual(events)
})

test('opts no one out over a phone that is not reachable', () => {
  expect(reasonFor('40300').class).toBe('opted_out')
  expect(reasonFor('40300/unreachable')).toMatchObject({ class: 'phone', action: { kind: 'none' } })
})

test.each([
  ['no JSON', 'not json', 'JSON'],
  ['a list', '[]', 'expected object'],
  ['an empty object', {}, 'data'],
  ['an event without a message', { data: { event_type: 'message.received' } }, 'payload'],
  ['a message without a sender', event('message.received', { ...received, from: undefined }), 'from'],
  ['a message without recipients', event('message.received', { ...received, to: null }), 'to'],
  ['a message without an id', event('message.received', { ...received, id: '' }), 'id'],
])('throws on %s that is signed', (_what, payload, message) => {
  expect(() => read(payload)).toThrow(message)
})
