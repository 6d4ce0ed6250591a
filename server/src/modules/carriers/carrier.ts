import type { AccountCheck, NumberForSale, NumberRefusal, NumberWish, Purchase } from '../lines/index.ts'
import type { Permits } from './permits.ts'
import type { MessageState } from '@crewline/contract/messages'
import type { Registrar } from './registrar.ts'

/**
 * Outcome of handing one message to a carrier. Anything not provably one of the first three is `unknown` and is never
 * resent blindly.
 */
export type SendOutcome =
  /** `reports`: what a carrier without webhooks already knows about the message, oldest first. */
  | { kind: 'accepted'; carrierId: string; reports?: StatusReport[] }
  /** Provably not accepted: the message returns to the queue and the line waits. */
  | { kind: 'not_accepted'; why: 'busy' | 'unreachable' | 'account'; retryAfterMs: number | null }
  /** Rejected permanently: the message will never be sent. */
  | { kind: 'refused'; code: string }
  | { kind: 'unknown'; why: string }

/** One message as submitted to a carrier; identical on every attempt. */
export interface Submission {
  /** Our message id. Receipts include it, and some carriers allow a lookup by it. */
  reference: string
  from: string
  to: string
  body: string
  /** URLs from which the carrier fetches the message's files; empty without files. */
  mediaUrls: string[]
  callbackUrl: string
  /** How long the carrier may try to deliver, in seconds. */
  validitySeconds: number
}

/** An inbound message as reported by the carrier. */
export interface IncomingText {
  kind: 'incoming'
  carrierId: string
  from: string
  to: string
  body: string
  /** Attached files. Only `fetchMedia` can open their URLs. */
  media: { url: string; mime: string }[]
  /** When the carrier received it, ISO 8601, if reported. */
  at?: string
  /** What the carrier itself did about it, if anything. It has also answered the contact. */
  handledAs?: 'opt_out' | 'opt_in' | 'help'
}

/** A status update for a sent message. */
export interface StatusReport {
  kind: 'status'
  carrierId: string
  state: Extract<MessageState, 'submitted' | 'sent' | 'delivered' | 'undelivered' | 'failed'>
  errorCode: string | null
  /** Our message id, where the event names it; otherwise only the address of the webhook does. */
  reference?: string
}

/** Every carrier webhook event about messages. */
export type CarrierEvent = IncomingText | StatusReport

/** A call from a contact to one of our numbers. Each event may arrive more than once, under the same call id. */
export type CallEvent =
  /** Ringing; waits for the greeting. */
  | { kind: 'call'; callId: string; from: string; to: string }
  /** A recorded message; `fetchMedia` can open it. */
  | { kind: 'recording'; callId: string; from: string; to: string; url: string; durationSec: number }
  /** Ended without a message. */
  | { kind: 'missed'; callId: string; from: string; to: string }

export interface CallGreeting {
  /** Text read by a synthetic voice when there is no recording. */
  text: string
  /** URL of a recorded greeting that the carrier can fetch. */
  audioUrl: string | null
  /** Maximum message length, in seconds. */
  maxSeconds: number
}

/** A response in the carrier's own format. */
export interface DialectAnswer {
  type: string
  body: string
}

/** Whether an account may send from a number, according to the carrier. */
export type AccountCheckResult = AccountCheck

/** A webhook request before it is verified. */
export interface HookRequest {
  /** The requested URL with its query, built from our configuration, never from the Host header. */
  url: string
  headers: Record<string, string | undefined>
  raw: Buffer
  /** The number of the line. A request about another number is not for this line. */
  phone?: string
}

export interface Account {
  account: string
  key: string
  secret: string
}

/** The result of a lookup by reference. */
export interface LookupResult {
  carrierId: string
  state: StatusReport['state']
  errorCode: string | null
}

/** A message that a carrier has taken from us. */
export interface SentText extends LookupResult {
  to: string
  body: string
  files: number
  /** Our reference, where the carrier's list has it: then number and words need not be compared. */
  reference?: string
}

/** A number as registered with a simulated carrier. */
export interface NumberAtCarrier {
  phone: string
  label: string
  inboundUrl: string
  /** Webhook for incoming calls. Without it, calls are not answered. */
  voiceUrl?: string
  /** Requires that the number is free and that the account matches what the carrier has on file. */
  isNew?: boolean
}

/** The interface of every carrier adapter. */
export interface Carrier {
  name: string
  /** Concurrent submissions per line. */
  concurrency: number
  /**
   * Maximum number of messages marked as submitting whose outcome is still open. Large where the carrier supports a
   * lookup by our reference; at most the concurrency where it does not, because each could stay unknown after a crash.
   */
  maxOpenSubmissions: number
  /**
   * One for each connection. A caller takes one before it submits; where the carrier supports no lookup, before it
   * marks the message as submitting.
   */
  permits: Permits
  /** Submits one message. Never throws: every result is an outcome. */
  submit(account: Account, text: Submission, timeoutMs: number): Promise<SendOutcome>
  /** Parses a message webhook. Returns `forged` for a wrong signature; throws when a signed request is malformed. */
  handleMessage(account: Account, request: HookRequest): CarrierEvent[] | 'forged'
  /** Parses a call webhook in the same way. May query the carrier for how a call ended. */
  handleCall(account: Account, request: HookRequest): Promise<CallEvent[] | 'forged'>
  /**
   * Builds the response to a ringing call, or to any other call event when there is no greeting. The carrier reports
   * the recorded message to `recordingUrl`.
   */
  answerCall(greeting: CallGreeting | null, call: { recordingUrl: string; from: string; to: string }): DialectAnswer
  /**
   * Opens a file of a message or call with the account's credentials, only from hosts of this carrier, redirects
   * included. Fails with `file_refused` for any other host and with `file_too_large` above the upload limit.
   */
  fetchMedia(account: Account, url: string): Promise<{ bytes: Buffer; mime: string }>
  /** Checks the credentials and that the account owns the number. Never throws. */
  verify(account: Account, phone: string): Promise<AccountCheckResult>
  /**
   * Lists inbound messages, oldest first, to recover lost webhooks. Absent where the carrier cannot list them. `findNew`
   * tells which of these ids are not stored yet: the others may be left out, and their files are not requested.
   */
  list?(
    account: Account,
    span: { since: Date; until: Date; to?: string },
    findNew: (carrierIds: string[]) => Promise<Set<string>>,
  ): Promise<IncomingText[]>
  /** Lists the messages sent from a number, oldest first. Needed where there is no lookup by our reference. */
  listSent?(account: Account, span: { since: Date; until: Date; from: string }): Promise<SentText[]>
  /** Authoritative lookup of messages by our reference. Absent where the carrier does not offer it. */
  lookup?: {
    /** An absence counts only this long after the deadline of the attempt, in ms. */
    settleMs: number
    /** Minimum time between two absences for both to count, in ms. */
    apartMs: number
    find(account: Account, references: string[]): Promise<Map<string, LookupResult>>
  }
  /** Numbers for sale. Absent where numbers are bought elsewhere. Never throws. */
  numbers?: {
    search(account: Account, wish: NumberWish): Promise<NumberForSale[] | NumberRefusal>
    /** Buys a number and sets its webhooks. Of a number that the account owns already, only the webhooks are set. */
    buy(account: Account, number: NumberAtCarrier): Promise<Purchase | NumberRefusal>
    /** Gives a number back for good. One that the account does not own counts as given back. */
    release(account: Account, phone: string): Promise<'ok' | NumberRefusal>
  }
  /** Registers companies and numbers with the networks. Absent where nothing is registered. */
  registrar?: Registrar
  /** Registers the webhooks of a number. Only simulators need it; at real carriers an administrator does it once. */
  setUp?(account: Account, number: NumberAtCarrier): Promise<void>
}

/** The carrier did not answer a query. The webhook fails, so that the carrier retries it. */
export class CarrierUnavailable extends Error {}
