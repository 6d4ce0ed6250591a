import type { MessageState } from '@crewline/contract/messages'

/** How handing one text to a carrier ended. What is not provably one of the first three is `unknown` and never resent blindly. */
export type SendOutcome =
  | { kind: 'accepted'; carrierId: string }
  /** Provably not taken: the text goes back to the queue and the line waits. */
  | { kind: 'not_accepted'; why: 'busy' | 'unreachable' | 'account'; retryAfterMs: number | null }
  /** Taken back for good: this text will never go. */
  | { kind: 'refused'; code: string }
  | { kind: 'unknown'; why: string }

/** One text as a carrier gets it; the same on every attempt. */
export interface Submission {
  /** Our message id, which comes back in receipts and can be asked for where the carrier allows. */
  reference: string
  from: string
  to: string
  body: string
  /** Addresses from which the carrier fetches the files of this text; empty for words alone. */
  mediaUrls: string[]
  callbackUrl: string
  /** How long the carrier may try, in seconds. */
  validitySeconds: number
}

/** A worker's text as the carrier told it. */
export interface IncomingText {
  kind: 'incoming'
  carrierId: string
  from: string
  to: string
  body: string
  /** Files that came with it, at addresses only `fetchMedia` can open. */
  media: { url: string; mime: string }[]
  /** When the carrier got it, ISO 8601, where it says so. */
  at?: string
}

/** News of a text we sent. */
export interface StatusReport {
  kind: 'status'
  carrierId: string
  state: Extract<MessageState, 'submitted' | 'sent' | 'delivered' | 'undelivered' | 'failed'>
  errorCode: string | null
}

/** Everything a carrier calls us about that is a text. */
export type CarrierEvent = IncomingText | StatusReport

/** A call of a worker to one of our numbers. Each may be told more than once, under the same call id. */
export type CallEvent =
  /** It rings now and waits for what it shall hear. */
  | { kind: 'call'; callId: string; from: string; to: string }
  /** It left a message, which `fetchMedia` can open. */
  | { kind: 'recording'; callId: string; from: string; to: string; url: string; durationSec: number }
  /** It ended without a message. */
  | { kind: 'missed'; callId: string; from: string; to: string }

/** What a caller hears. */
export interface CallGreeting {
  /** Read by a voice when there is no recording. */
  words: string
  /** A recorded greeting the carrier can fetch. */
  audioUrl: string | null
  /** Longest message, in seconds. */
  maxSeconds: number
}

/** An answer in the carrier's own dialect. */
export interface DialectAnswer {
  type: string
  body: string
}

/** Whether an account may text from a number, as the carrier sees it. */
export type Verdict = 'ok' | 'unknown_account' | 'unknown_number' | 'unreachable'

/** A carrier's call to us, before anything of it is believed. */
export interface HookRequest {
  /** The address the carrier called with its query, made from our configuration, never from the Host header. */
  url: string
  headers: Record<string, string | undefined>
  raw: Buffer
}

/** An account at the carrier. */
export interface Account {
  account: string
  key: string
  secret: string
}

/** What a carrier says about a text we ask for by reference. */
export interface Found {
  carrierId: string
  state: StatusReport['state']
  errorCode: string | null
}

/** A number as a simulated carrier learns it. */
export interface NumberAtCarrier {
  phone: string
  label: string
  inboundUrl: string
  /** Where to call when the number is called; without it nobody answers. */
  voiceUrl?: string
  /** Whether the number must be free and the account may not contradict what the carrier knows of it. */
  isNew?: boolean
}

/** The promise every adapter keeps. */
export interface Carrier {
  name: string
  /** Hand-offs at the same time on one line. */
  concurrency: number
  /**
   * Texts that may be past the point of no return and not yet answered. Large where the carrier can be asked by our
   * reference afterwards; at most the concurrency where it cannot, because each could stay unknown after a crash.
   */
  markAhead: number
  /** Hands over one text. Never throws: whatever happens is an outcome. */
  submit(account: Account, text: Submission, timeoutMs: number): Promise<SendOutcome>
  /** Reads a call; `forged` when its signature is wrong; throws when a signed call cannot be understood. */
  hear(account: Account, request: HookRequest): CarrierEvent[] | 'forged'
  /** Reads a call about a phone call, in the same way; may ask the carrier how a call ended. */
  hearCall(account: Account, request: HookRequest): Promise<CallEvent[] | 'forged'>
  /** What to answer to a ringing call; without a greeting, what to answer to every other. `recordingUrl` is told of the message. */
  answerCall(greeting: CallGreeting | null, call: { recordingUrl: string; from: string; to: string }): DialectAnswer
  /**
   * Opens a file of a text or a call with the account's authority, from hosts of this carrier only, redirects included.
   * Fails with `file_refused` for any other host and `file_too_large` beyond the limit of uploads.
   */
  fetchMedia(account: Account, url: string): Promise<{ bytes: Buffer; mime: string }>
  /** Whether the account is right and the number is one of its own. Never throws. */
  verify(account: Account, phone: string): Promise<Verdict>
  /** Present where texts of workers can be listed, oldest first, for those whose call to us was lost. */
  list?(account: Account, span: { since: Date; until: Date; to?: string }): Promise<IncomingText[]>
  /** Present where the carrier can be asked for texts by our reference, with authority. */
  lookup?: {
    /** An absence counts only this long after the deadline of the attempt, in ms. */
    settleMs: number
    /** Two absences count when they are this far apart, in ms. */
    apartMs: number
    find(account: Account, references: string[]): Promise<Map<string, Found>>
  }
  /** Tells the carrier where to call for a number; only simulators need it, elsewhere people do it once. */
  setUp?(account: Account, number: NumberAtCarrier): Promise<void>
}

/** The carrier was asked something and did not answer: our call fails, and whoever caused it is asked to come back. */
export class CarrierSilent extends Error {}
