import { FAILURES, type FailureCode } from '@crewline/contract/failures'

/** Stops a request or a job with a code the contract knows; `internal` goes to the log, never to people. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly words: string | undefined
  readonly fieldErrors: Record<string, string> | undefined
  readonly retryAfterS: number | undefined

  constructor(code: FailureCode, more: FailureDetail = {}) {
    super(more.internal ?? code, { cause: more.cause })
    this.code = code
    this.words = more.words
    this.fieldErrors = more.fieldErrors
    this.retryAfterS = more.retryAfterS
  }

  /** The HTTP status people's clients get. */
  get http(): number {
    return FAILURES[this.code].http
  }
}

/** What a refusal may add to its code. */
export interface FailureDetail {
  /** For the log only. */
  internal?: string
  cause?: unknown
  /** Better words than the code's own, for this one case. */
  words?: string
  /** Words next to fields, by name. */
  fieldErrors?: Record<string, string>
  /** Seconds until another try makes sense. */
  retryAfterS?: number
}

/** Refuses: throws a Failure of this code. */
export function fail(code: FailureCode, more: FailureDetail = {}): never {
  throw new Failure(code, more)
}
