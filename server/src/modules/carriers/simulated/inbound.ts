import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallEvent, CarrierEvent, LookupResult, HookRequest, IncomingText } from '../carrier.ts'

/** Maximum age of a signed webhook, in seconds. */
const SIGNATURE_WINDOW_S = 300

/** The carrier's names for message states. */
export const State = z.enum(['accepted', 'queued', 'sent', 'delivered', 'undelivered', 'failed'])
/** An inbound message in webhooks and lists. Its files are at addresses below the carrier's own. */
export const Inbound = z.object({
  id: z.string().min(1),
  from: z.string().min(1),
  to: z.string(),
  body: z.string(),
  media: z.array(z.object({ url: z.string(), mime: z.string() })).default([]),
  at: z.iso.datetime().optional(),
})
const Hook = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('status'),
    id: z.string(),
    status: State,
    errorCode: z.union([z.string(), z.number()]).nullish(),
  }),
  Inbound.extend({ type: z.literal('inbound') }),
])
const call = { id: z.string().min(1), from: z.string().min(1), to: z.string() }
const CallHook = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), ...call }),
  z.object({ type: z.literal('recording'), ...call, url: z.string(), durationSec: z.number().min(0) }),
  z.object({ type: z.literal('missed'), ...call }),
])

/**
 * Checks that a webhook is fresh and signed with the line's secret: HMAC-SHA256 over the timestamp in seconds and the
 * raw bytes.
 */
export function isSigned(secret: string, request: HookRequest, now: Date): boolean {
  const header = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.headers['x-carrier-signature'] ?? '')
  if (!header?.[1] || !header[2]) return false
  if (Math.abs(now.getTime() / 1000 - Number(header[1])) > SIGNATURE_WINDOW_S) return false
  const expected = createHmac('sha256', secret).update(`${header[1]}.`).update(request.raw).digest()
  return timingSafeEqual(expected, Buffer.from(header[2], 'hex'))
}

/** Parses a signed message webhook. Throws when it is malformed. */
export function readHook(raw: Buffer, baseUrl: string): CarrierEvent[] {
  const hook = Hook.parse(parseJson(raw.toString('utf8')))
  if (hook.type === 'inbound') return [incomingFrom(hook, baseUrl)]
  return [{ kind: 'status', carrierId: hook.id, state: stateOf(hook.status), errorCode: codeOf(hook.errorCode) }]
}

/** Parses a signed call webhook. Throws when it is malformed. */
export function readCallHook(raw: Buffer, baseUrl: string): CallEvent[] {
  const hook = CallHook.parse(parseJson(raw.toString('utf8')))
  const { from, to } = hook
  if (hook.type !== 'recording') return [{ kind: hook.type, callId: hook.id, from, to }]
  const { url, durationSec } = hook
  return [{ kind: 'recording', callId: hook.id, from, to, url: absolute(url, baseUrl), durationSec }]
}

/** Maps a listed or reported message to our type. */
export function incomingFrom(
  { id, from, to, body, media, at }: z.infer<typeof Inbound>,
  baseUrl: string,
): IncomingText {
  const files = media.map(({ url, mime }) => ({ url: absolute(url, baseUrl), mime }))
  return { kind: 'incoming', carrierId: id, from, to, body, media: files, ...(at ? { at } : {}) }
}

/** Maps the carrier's state to ours. */
export function stateOf(status: z.infer<typeof State>): LookupResult['state'] {
  return status === 'accepted' || status === 'queued' ? 'submitted' : status
}

/** Returns the carrier's code as a string. */
export function codeOf(code: string | number | null | undefined): string | null {
  return code === null || code === undefined ? null : String(code)
}

/** Parses JSON. Returns undefined when it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function absolute(url: string, baseUrl: string): string {
  return url.startsWith('/') ? baseUrl + url : url
}
