import { randomUUID } from 'node:crypto'
import { countTexts } from '@crewline/contract/segments'
import type { FastifyReply } from 'fastify'
import type { Delivery } from './delivery.ts'
import type { Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import type { DeliveryFault, Dialect, Submission } from './records.ts'
import type { Timers } from './timers.ts'

const BODY_MAX = 1600
const MEDIA_MAX = 10
const CLEANUP_EVERY = 1000

export type SubmissionRequest = {
  dialect: Dialect
  account: string
  reference: string | null
  from: string
  to: string
  body: string
  mediaUrls: string[]
  callbackUrl: string | null
  validitySeconds: number | null
}

/** `busy` means not accepted; `down`, `dropped` and `hanging` leave the submitter without a result. */
export type Outcome =
  | { kind: 'accepted'; submission: Submission }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'down' }
  | { kind: 'dropped' }
  | { kind: 'hanging' }

export type Intake = {
  take: (wanted: SubmissionRequest) => Promise<Outcome>
  hang: (reply: FastifyReply) => void
  drop: (reply: FastifyReply) => void
  releaseHanging: () => void
}

type Parts = { network: Network; ledger: Ledger; delivery: Delivery; timers: Timers; now: () => number }

/**
 * Accepts submissions in every dialect: an `accepted` outcome is on disk and visible to look-ups before it is returned.
 */
export function createIntake({ network, ledger, delivery, timers, now }: Parts): Intake {
  const hanging = new Set<FastifyReply>()

  const accept = async (request: SubmissionRequest): Promise<Submission> => {
    const at = now()
    const submission: Submission = {
      ...request,
      n: network.submissions.nextN(),
      id: newTextId(request.dialect, request.mediaUrls.length > 0),
      direction: 'in',
      segments: countTexts(request.body).segments,
      at,
      state: 'accepted',
      errorCode: null,
    }
    await ledger.keep({ kind: 'accepted', submission })
    network.apply({ kind: 'accepted', submission })
    if (submission.n % CLEANUP_EVERY === 0) network.submissions.removeOld(at)
    delivery.carry(submission)
    return submission
  }

  return {
    take: async (request) => {
      await timers.pause(network.carrier.latencyMs)
      const { mode, outageAfterAccept, retryAfterSeconds } = network.carrier
      if (mode === 'outage' && !outageAfterAccept) return { kind: 'down' }
      if (mode === 'busy429') return { kind: 'busy', retryAfterSeconds }
      const refusal = refusalOf(network, request)
      if (refusal) return { kind: 'refused', ...refusal }
      const submission = await accept(request)
      if (mode === 'outage') return { kind: 'down' }
      if (mode === 'accept_then_drop') return { kind: 'dropped' }
      if (mode === 'hang') return { kind: 'hanging' }
      return { kind: 'accepted', submission }
    },
    hang: (reply) => {
      reply.hijack()
      hanging.add(reply)
      reply.raw.once('close', () => hanging.delete(reply))
    },
    drop: (reply) => {
      reply.hijack()
      reply.raw.destroy()
    },
    releaseHanging: () => {
      for (const reply of hanging) reply.raw.destroy()
    },
  }
}

/** Creates an id in the dialect's format: for Twilio `SM`, or `MM` with files, and 32 hex digits; for Telnyx a UUID. */
export function newTextId(dialect: Dialect, hasMedia = false): string {
  if (dialect === 'telnyx') return randomUUID()
  const hex = randomUUID().replaceAll('-', '')
  if (dialect === 'native') return `txt_${hex}`
  return `${hasMedia ? 'MM' : 'SM'}${hex}`
}

/** Returns whether a value can be a line's number: E.164 or a short code. */
export function isLineNumber(value: string): boolean {
  return isE164(value) || /^\d{5,6}$/.test(value)
}

/** Returns whether a value is a phone number in E.164. */
export function isE164(value: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(value)
}

type Refusal = { code: number; message: string }

const handsetRefusals: Partial<Record<DeliveryFault, Refusal>> = {
  landline: { code: 21614, message: "'To' number is not a valid mobile number" },
  not_in_use: { code: 21211, message: "Invalid 'To' phone number: it is not in use" },
  opted_out: { code: 21610, message: 'Attempt to send to unsubscribed recipient' },
}

// The codes are Twilio's; the native dialect uses them too, and that of Telnyx has its own for them:
// https://www.twilio.com/docs/api/errors
function refusalOf(network: Network, request: SubmissionRequest): Refusal | null {
  if (request.to === '') return { code: 21604, message: "A 'To' phone number is required" }
  if (request.from === '') return { code: 21603, message: "A 'From' phone number is required" }
  if (request.body.trim() === '' && request.mediaUrls.length === 0)
    return { code: 21602, message: 'Message body is required' }
  if (request.body.length > BODY_MAX) return { code: 21617, message: `The body exceeds ${BODY_MAX} characters` }
  if (!isE164(request.to)) return { code: 21211, message: `Invalid 'To' phone number: ${request.to.slice(0, 40)}` }
  const line = network.lines.get(request.from)
  if (!line || line.account !== request.account || line.dialect !== request.dialect) {
    return { code: 21606, message: `The 'From' number is not one of this account: ${request.from.slice(0, 40)}` }
  }
  if (request.callbackUrl !== null && !isWebAddress(request.callbackUrl)) {
    return { code: 21609, message: 'The callback URL is not a valid http or https URL' }
  }
  if (request.mediaUrls.length > MEDIA_MAX) return { code: 21623, message: `At most ${MEDIA_MAX} files are allowed` }
  if (!request.mediaUrls.every(isWebAddress)) return { code: 21620, message: 'A media URL is not valid' }
  const { delivery } = network.faultsOf(request.to)
  // Telnyx looks only at its opt-outs at once, and reports other phones that get no texts after it tried.
  return request.dialect === 'telnyx' && delivery !== 'opted_out' ? null : (handsetRefusals[delivery] ?? null)
}

/** Returns whether the value can receive callbacks: an absolute http or https URL. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value)
}
