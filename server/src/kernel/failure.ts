import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import { FAILURES_ES } from '@crewline/contract/failures-es'
import type { Words } from '@crewline/contract/words'

/** Stops a request or a job with a code the contract knows; `internal` goes to the log, never to people. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly words: Words | undefined
  readonly fieldErrors: Record<string, Words> | undefined
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

/** What a refusal may add to its code; everything people read stands in each language, and the answer takes theirs. */
export interface FailureDetail {
  /** For the log only. */
  internal?: string
  cause?: unknown
  /** Better words than the code's own, for this one case. */
  words?: Words
  /** Words next to fields, by name. */
  fieldErrors?: Record<string, Words>
  /** Seconds until another try makes sense. */
  retryAfterS?: number
}

/** Refuses: throws a Failure of this code. */
export function fail(code: FailureCode, more: FailureDetail = {}): never {
  throw new Failure(code, more)
}

/** What a refusal says to people, in each language: its own words, else those beside a field, else those of its code. */
export function refusalWords({ code, words, fieldErrors }: Failure): Words {
  return words ?? Object.values(fieldErrors ?? {})[0] ?? { en: FAILURES[code].words, es: FAILURES_ES[code].words }
}
