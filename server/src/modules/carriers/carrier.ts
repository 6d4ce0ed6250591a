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
}

/** News of a text we sent. */
export interface StatusReport {
  kind: 'status'
  carrierId: string
  state: Extract<MessageState, 'submitted' | 'sent' | 'delivered' | 'undelivered' | 'failed'>
  errorCode: string | null
}

/** Everything a carrier calls us about. */
export type CarrierEvent = IncomingText | StatusReport

/** A carrier's call to us, before anything of it is believed. */
export interface HookRequest {
  /** The address the carrier called, made from our configuration, never from the Host header. */
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
  /** Present where the carrier can be asked for texts by our reference, with authority. */
  lookup?: {
    /** An absence counts only this long after the deadline of the attempt, in ms. */
    settleMs: number
    /** Two absences count when they are this far apart, in ms. */
    apartMs: number
    find(account: Account, references: string[]): Promise<Map<string, Found>>
  }
  /** Tells the carrier where to call for a number; only simulators need it, elsewhere people do it once. */
  setUp?(account: Account, number: { phone: string; label: string; inboundUrl: string }): Promise<void>
}
