/** The dialects and other values that the simulated carrier stores, in the form written to its ledger. */

export const dialects = ['native', 'twilio', 'telnyx'] as const
export type Dialect = (typeof dialects)[number]

export const deliveryFaults = [
  'ok',
  'slow',
  'no_signal',
  'landline',
  'filtered',
  'not_in_use',
  'opted_out',
  'no_mms',
] as const
export const receiptFaults = ['ok', 'doubled', 'lost', 'shuffled'] as const
export const carrierModes = ['ok', 'outage', 'busy429', 'accept_then_drop', 'hang'] as const

export type DeliveryFault = (typeof deliveryFaults)[number]
export type ReceiptFault = (typeof receiptFaults)[number]
export type CarrierMode = (typeof carrierModes)[number]
export type Faults = { delivery: DeliveryFault; receipts: ReceiptFault }

/**
 * A message to a handset becomes accepted, sent, then delivered or undelivered; one from a handset sending, then
 * delivered or failed.
 */
export type TextState = 'accepted' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed'

export type Line = {
  number: string
  dialect: Dialect
  account: string
  key: string
  secret: string
  inboundUrl: string
  /** The address for calls to this number; without it calls are not answered. */
  voiceUrl?: string | null
  label: string | null
}

/** A file; its bytes are on disk under its id. */
export type Media = { id: string; mime: string }

/** `direction` is the contact's view: `in` arrived on the phone, `out` was typed on it. `at` is in milliseconds. */
export type Text = {
  id: string
  direction: 'in' | 'out'
  from: string
  to: string
  body: string
  at: number
  state: TextState
  errorCode: number | null
  media?: Media[]
}

/**
 * A message that a line submitted to the carrier; `n` counts accepted submissions from 1 for the life of the ledger.
 */
export type Submission = Text & {
  n: number
  reference: string | null
  account: string
  dialect: Dialect
  segments: number
  callbackUrl: string | null
  validitySeconds: number | null
  /** Where to fetch the files of the message before delivery. */
  mediaUrls?: string[]
}

/** A voicemail. */
export type Recording = {
  callId: string
  media: Media
  /** The called line. */
  number: string
  durationSec: number
}

export type Handset = {
  phone: string
  name: string
  about: string | null
  language: string | null
  faults: Faults
  lastAt: number | null
  unread: number
  texts: Text[]
}

export type Carrier = {
  mode: CarrierMode
  latencyMs: number
  receiptDelayMs: number
  retryAfterSeconds: number
  outageAfterAccept: boolean
  /** How many of 100 callbacks are lost for good, without retry. */
  lostCallbacksPct: number
  /** Every account is a trial account, which can have one number. */
  trialAccounts: boolean
  /** Sends every callback twice. */
  doubledCallbacks: boolean
  /** `held`: registrations stay in review until someone decides about them. */
  reviews: (typeof reviewModes)[number]
}

export const registrationKinds = ['brand', 'campaign', 'toll_free'] as const
export const registrationStates = ['pending', 'approved', 'rejected'] as const
export const reviewModes = ['decided', 'held'] as const

/** Why a registration is rejected: an id that each dialect has a code for. */
export type RegistrationReason = { id: string; text: string }

/** A company, a use of numbers or a toll-free number that was submitted for review. */
export type Registration = {
  id: string
  kind: (typeof registrationKinds)[number]
  account: string
  /** As submitted. */
  fields: Record<string, unknown>
  state: (typeof registrationStates)[number]
  reasons: RegistrationReason[]
  /** How often it was asked about while in review. */
  reads: number
  segmentsPerDay?: number
}

export type LedgerRecord =
  | { kind: 'line'; line: Line }
  | { kind: 'line-gone'; number: string }
  | { kind: 'handset'; phone: string; name: string; about: string | null; language: string | null }
  | { kind: 'faults'; phone: string; faults: Faults }
  | { kind: 'accepted'; submission: Submission }
  | { kind: 'typed'; text: Text }
  | { kind: 'state'; phone: string; id: string; state: TextState; errorCode: number | null }
  | { kind: 'read'; phone: string }
  | { kind: 'media'; phone: string; id: string; media: Media[] }
  | { kind: 'recording'; recording: Recording }
  | { kind: 'registration'; registration: Registration }

/** Returns whether the state of a message is final. */
export function isFinal(state: TextState): boolean {
  return state === 'delivered' || state === 'undelivered' || state === 'failed'
}
