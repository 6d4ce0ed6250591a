import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { CallEvent, CarrierEvent, Found, HookRequest, IncomingText } from '../carrier.ts'

/** A signed call older than this is refused, in seconds. */
const SIGNATURE_WINDOW_S = 300

/** The carrier's words for what became of a text. */
export const State = z.enum(['accepted', 'queued', 'sent', 'delivered', 'undelivered', 'failed'])
/** A text of a worker, as webhooks and lists show it. Files are at addresses below the carrier's own. */
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

/** Whether a call is signed with the line's secret and fresh: HMAC-SHA256 over the second and the raw bytes. */
export function isSigned(secret: string, request: HookRequest, now: Date): boolean {
  const header = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.headers['x-carrier-signature'] ?? '')
  if (!header?.[1] || !header[2]) return false
  if (Math.abs(now.getTime() / 1000 - Number(header[1])) > SIGNATURE_WINDOW_S) return false
  const wanted = createHmac('sha256', secret).update(`${header[1]}.`).update(request.raw).digest()
  return timingSafeEqual(wanted, Buffer.from(header[2], 'hex'))
}

/** What a signed call about texts says; throws when it cannot be understood. */
export function readHook(raw: Buffer, baseUrl: string): CarrierEvent[] {
  const hook = Hook.parse(parseJson(raw.toString('utf8')))
  if (hook.type === 'inbound') return [incomingFrom(hook, baseUrl)]
  return [{ kind: 'status', carrierId: hook.id, state: stateOf(hook.status), errorCode: codeOf(hook.errorCode) }]
}

/** What a signed call about a phone call says; throws when it cannot be understood. */
export function readCallHook(raw: Buffer, baseUrl: string): CallEvent[] {
  const hook = CallHook.parse(parseJson(raw.toString('utf8')))
  const { from, to } = hook
  if (hook.type !== 'recording') return [{ kind: hook.type, callId: hook.id, from, to }]
  const { url, durationSec } = hook
  return [{ kind: 'recording', callId: hook.id, from, to, url: absolute(url, baseUrl), durationSec }]
}

/** A listed or told text as ours. */
export function incomingFrom(
  { id, from, to, body, media, at }: z.infer<typeof Inbound>,
  baseUrl: string,
): IncomingText {
  const files = media.map(({ url, mime }) => ({ url: absolute(url, baseUrl), mime }))
  return { kind: 'incoming', carrierId: id, from, to, body, media: files, ...(at ? { at } : {}) }
}

/** The carrier's state as ours. */
export function stateOf(status: z.infer<typeof State>): Found['state'] {
  return status === 'accepted' || status === 'queued' ? 'submitted' : status
}

/** The carrier's code as text. */
export function codeOf(code: string | number | null | undefined): string | null {
  return code === null || code === undefined ? null : String(code)
}

/** Reads JSON; undefined when it is none. */
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
