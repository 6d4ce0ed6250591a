import { MEDIA_PER_MESSAGE } from '@crewline/contract/limits'
import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import type { Account, CarrierEvent, HookRequest, IncomingText, StatusReport } from '../carrier.ts'

/** Maximum age of a signed webhook, in seconds, as in Telnyx's own SDKs. */
const SIGNATURE_WINDOW_S = 300
/** The length of an Ed25519 public key, in bytes. */
const PUBLIC_KEY_BYTES = 32

/**
 * The status of a message (https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks). An unconfirmed
 * delivery stays sent: the carrier took the message and reports nothing more.
 */
const STATES: Record<string, StatusReport['state']> = {
  queued: 'submitted',
  sending: 'submitted',
  sent: 'sent',
  delivery_unconfirmed: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  delivery_failed: 'undelivered',
  expired: 'undelivered',
  sending_failed: 'failed',
}
/**
 * What Telnyx itself did about a message, which it has answered:
 * https://developers.telnyx.com/docs/messaging/messages/advanced-opt-in-out
 */
const HANDLED: Record<string, IncomingText['handledAs']> = { STOP: 'opt_out', START: 'opt_in', HELP: 'help' }
/** The code of an opt-out. Receipts also have it for a number that is not reachable, under another title. */
const OPTED_OUT = '40300'
/** That other meaning, as our reason table names it. */
const UNREACHABLE = '40300/unreachable'

/** The address of a line and a message: that of the line alone names no message. */
const REFERENCE = /\/[0-9a-f-]{36}\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const Party = z.object({ phone_number: z.string(), status: z.string().optional() })
/** A message in webhooks and look-ups. */
const Message = z.object({
  id: z.string().min(1),
  direction: z.enum(['inbound', 'outbound']),
  from: z.object({ phone_number: z.string().min(1) }),
  to: z.array(Party),
  cc: z.array(Party).nullish(),
  text: z.string().nullish(),
  media: z.array(z.object({ url: z.string().nullish(), content_type: z.string().nullish() })).nullish(),
  errors: z.array(z.object({ code: z.union([z.string(), z.number()]), title: z.string().nullish() })).nullish(),
  webhook_url: z.string().nullish(),
  received_at: z.string().nullish(),
  autoresponse_type: z.string().nullish(),
})
export type TelnyxMessage = z.infer<typeof Message>
const Hook = z.object({
  data: z.object({ event_type: z.string(), payload: z.looseObject({ type: z.string().nullish() }) }),
})

/**
 * Parses a signed message webhook. Throws when it is malformed. Events of other products and of other channels than SMS
 * and MMS are no messages of ours.
 */
export function handleMessage(account: Account, request: HookRequest, now: Date): CarrierEvent[] | 'forged' {
  if (!isSigned(account.secret, request, now)) return 'forged'
  const { event_type: type, payload } = Hook.parse(JSON.parse(request.raw.toString('utf8'))).data
  if (!type.startsWith('message.') || !isText(payload.type)) return []
  const message = Message.parse(payload)
  if (!isForLine(message, request.phone)) return 'forged'
  if (message.direction === 'inbound') return type === 'message.received' ? [incomingFrom(message, request.phone)] : []
  const state = stateOfTelnyx(message.to[0]?.status)
  if (!state) return []
  // When the address of a message fails, Telnyx goes on with that of the profile, which is the line's.
  const reference = referenceIn(message.webhook_url)
  const report = { kind: 'status' as const, carrierId: message.id, state, errorCode: errorOf(message) }
  return [reference ? { ...report, reference } : report]
}

/** Parses a message of a look-up; undefined for one of another channel. Throws when it is malformed. */
export function readMessage(data: unknown): TelnyxMessage | undefined {
  return isText((data as { type?: string } | undefined)?.type) ? Message.parse(data) : undefined
}

/** Maps an inbound message to our type. A message to several numbers counts as one to the line. */
export function incomingFrom(message: TelnyxMessage, line: string | undefined): IncomingText {
  const { id, from, to, cc, text, media, received_at: at } = message
  const parties = [...to, ...(cc ?? [])].map(({ phone_number: phone }) => phone)
  const type = message.autoresponse_type?.toUpperCase() ?? ''
  const handledAs = Object.hasOwn(HANDLED, type) ? HANDLED[type] : undefined
  return {
    kind: 'incoming',
    carrierId: id,
    from: from.phone_number,
    to: (line !== undefined && parties.includes(line) ? line : parties[0]) ?? '',
    body: text ?? '',
    media: (media ?? [])
      .slice(0, MEDIA_PER_MESSAGE)
      .flatMap(({ url, content_type: mime }) => (url ? [{ url, mime: mime || 'application/octet-stream' }] : [])),
    ...(at ? { at } : {}),
    ...(handledAs ? { handledAs } : {}),
  }
}

/** Returns our message id at the end of the address of its receipts; undefined for another address. */
export function referenceIn(webhookUrl: string | null | undefined): string | undefined {
  return REFERENCE.exec(webhookUrl ?? '')?.[1]
}

/** Returns our state for a status of Telnyx; undefined for one that says nothing about a sent message. */
export function stateOfTelnyx(status: string | undefined): StatusReport['state'] | undefined {
  return status !== undefined && Object.hasOwn(STATES, status) ? STATES[status] : undefined
}

/** Returns the code of a message that failed, or null. */
export function errorOf({ errors }: Pick<TelnyxMessage, 'errors'>): string | null {
  const [first] = errors ?? []
  if (!first) return null
  return String(first.code) === OPTED_OUT && !/stop/i.test(first.title ?? '') ? UNREACHABLE : String(first.code)
}

/**
 * Checks that a webhook is fresh and signed with the key of the account: Ed25519 over the timestamp in seconds, a bar
 * and the raw bytes (https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks). Five lines of our own:
 * the SDK takes 200 ms to load, and throws when a header is missing.
 */
function isSigned(publicKey: string, { headers, raw }: HookRequest, now: Date): boolean {
  const timestamp = headers['telnyx-timestamp'] ?? ''
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > SIGNATURE_WINDOW_S) return false
  const x = Buffer.from(publicKey, 'base64')
  if (x.length !== PUBLIC_KEY_BYTES) return false
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') } })
  const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64')
  return verify(null, Buffer.concat([Buffer.from(`${timestamp}|`), raw]), key, signature)
}

/** Whether a signed message is one of the line: all numbers of an account are signed with the same key. */
function isForLine({ direction, from, to, cc }: TelnyxMessage, phone: string | undefined): boolean {
  if (phone === undefined) return true
  if (direction === 'outbound') return from.phone_number === phone
  return [...to, ...(cc ?? [])].some((party) => party.phone_number === phone)
}

function isText(type: string | null | undefined): boolean {
  return type === undefined || type === null || type === 'SMS' || type === 'MMS'
}
