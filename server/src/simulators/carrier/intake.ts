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
const FORGET_EVERY = 1000

export type Wanted = {
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

/** `busy` was not accepted; `down`, `dropped` and `hanging` leave the submitter without knowing. */
export type Outcome =
  | { kind: 'accepted'; submission: Submission }
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'busy'; retryAfterSeconds: number }
  | { kind: 'down' }
  | { kind: 'dropped' }
  | { kind: 'hanging' }

export type Intake = {
  take: (wanted: Wanted) => Promise<Outcome>
  hang: (reply: FastifyReply) => void
  drop: (reply: FastifyReply) => void
  releaseHanging: () => void
}

type Parts = { network: Network; ledger: Ledger; delivery: Delivery; timers: Timers; now: () => number }

/** Takes submissions of both dialects: an `accepted` outcome is on disk and answers look-ups before it is returned. */
export function createIntake({ network, ledger, delivery, timers, now }: Parts): Intake {
  const hanging = new Set<FastifyReply>()

  const accept = async (wanted: Wanted): Promise<Submission> => {
    const at = now()
    const submission: Submission = {
      ...wanted,
      n: network.submissions.nextN(),
      id: newTextId(wanted.dialect, wanted.mediaUrls.length > 0),
      direction: 'in',
      segments: countTexts(wanted.body).segments,
      at,
      state: 'accepted',
      errorCode: null,
    }
    await ledger.keep({ kind: 'accepted', submission })
    network.apply({ kind: 'accepted', submission })
    if (submission.n % FORGET_EVERY === 0) network.submissions.forgetOld(at)
    delivery.carry(submission)
    return submission
  }

  return {
    take: async (wanted) => {
      await timers.pause(network.carrier.latencyMs)
      const { mode, outageAfterAccept, retryAfterSeconds } = network.carrier
      if (mode === 'outage' && !outageAfterAccept) return { kind: 'down' }
      if (mode === 'busy429') return { kind: 'busy', retryAfterSeconds }
      const refusal = refusalOf(network, wanted)
      if (refusal) return { kind: 'refused', ...refusal }
      const submission = await accept(wanted)
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

/** An id in the form of the dialect: `SM`, with files `MM`, and 32 hex digits for Twilio. */
export function newTextId(dialect: Dialect, hasMedia = false): string {
  const hex = randomUUID().replaceAll('-', '')
  if (dialect === 'native') return `txt_${hex}`
  return `${hasMedia ? 'MM' : 'SM'}${hex}`
}

/** Whether a value can be the number of a line: E.164 or a short code. */
export function isLineNumber(value: string): boolean {
  return isE164(value) || /^\d{5,6}$/.test(value)
}

/** Whether a value is a phone number in E.164. */
export function isE164(value: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(value)
}

type Refusal = { code: number; message: string }

const handsetRefusals: Partial<Record<DeliveryFault, Refusal>> = {
  landline: { code: 21614, message: "'To' number is not a valid mobile number" },
  not_in_use: { code: 21211, message: "Invalid 'To' phone number: it is not in use" },
  opted_out: { code: 21610, message: 'Attempt to send to unsubscribed recipient' },
}

// The codes are Twilio's; the native dialect shares them: https://www.twilio.com/docs/api/errors
function refusalOf(network: Network, wanted: Wanted): Refusal | null {
  if (wanted.to === '') return { code: 21604, message: "A 'To' phone number is required" }
  if (wanted.from === '') return { code: 21603, message: "A 'From' phone number is required" }
  if (wanted.body.trim() === '' && wanted.mediaUrls.length === 0)
    return { code: 21602, message: 'Message body is required' }
  if (wanted.body.length > BODY_MAX) return { code: 21617, message: `The body exceeds ${BODY_MAX} characters` }
  if (!isE164(wanted.to)) return { code: 21211, message: `Invalid 'To' phone number: ${wanted.to.slice(0, 40)}` }
  const line = network.lines.get(wanted.from)
  if (!line || line.account !== wanted.account || line.dialect !== wanted.dialect) {
    return { code: 21606, message: `The 'From' number is not one of this account: ${wanted.from.slice(0, 40)}` }
  }
  if (wanted.callbackUrl !== null && !isWebAddress(wanted.callbackUrl)) {
    return { code: 21609, message: 'The callback URL is not a valid http or https URL' }
  }
  if (wanted.mediaUrls.length > MEDIA_MAX) return { code: 21623, message: `At most ${MEDIA_MAX} files are allowed` }
  if (!wanted.mediaUrls.every(isWebAddress)) return { code: 21620, message: 'A media URL is not valid' }
  return handsetRefusals[network.faultsOf(wanted.to).delivery] ?? null
}

/** Whether callbacks can be posted to the value: an absolute http or https URL. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\//.test(value) && URL.canParse(value)
}
