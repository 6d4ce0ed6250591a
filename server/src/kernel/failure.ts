import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import type { LocalizedText } from '@crewline/contract/words'

/** Stops a request or a job with a code of the contract; `internal` goes to the log, never to users. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly text: LocalizedText | undefined
  readonly fieldErrors: Record<string, LocalizedText> | undefined
  readonly retryAfterS: number | undefined

  constructor(code: FailureCode, more: FailureDetail = {}) {
    super(more.internal ?? code, { cause: more.cause })
    this.code = code
    this.text = more.text
    this.fieldErrors = more.fieldErrors
    this.retryAfterS = more.retryAfterS
  }

  /** The HTTP status of the response. */
  get http(): number {
    return FAILURES[this.code].http
  }
}

/** Optional details of a refusal; every user-facing text is localized, and the response uses the caller's language. */
export interface FailureDetail {
  /** For the log only. */
  internal?: string
  cause?: unknown
  /** Replaces the default message of the code for this case. */
  text?: LocalizedText
  /** Error messages by field name. */
  fieldErrors?: Record<string, LocalizedText>
  /** Seconds until a retry makes sense. */
  retryAfterS?: number
}

/** Throws a Failure with this code. */
export function fail(code: FailureCode, more: FailureDetail = {}): never {
  throw new Failure(code, more)
}

/**
 * Returns the user-facing message of a refusal in each language: its own, else the first field error, else the default
 * of its code.
 */
export function getRefusalText({ code, text, fieldErrors }: Failure): LocalizedText {
  return text ?? Object.values(fieldErrors ?? {})[0] ?? FAILURES[code].text
}
