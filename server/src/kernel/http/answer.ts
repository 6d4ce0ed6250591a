import { msg } from '@crewline/contract/localized-text'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FAILURE_TITLES } from '@crewline/contract/failure-titles'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import type { LocalizedText } from '@crewline/contract/words'
import type { z } from 'zod'
import { Failure } from '../failure.ts'
import { localize, localizeEach } from '../i18n/localize.ts'
import { SealedValueError } from '../secrets/encryption.ts'
import { readPreferredLanguage } from './language.ts'

/**
 * Writes a refusal in the error envelope and in the caller's language; any other error is a bug: logged in full,
 * answered briefly.
 */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error)
  const definition = FAILURES[failure.code]
  const { code } = failure
  const reqId = request.id
  // Logs the route pattern, because the address may contain a token.
  const route = { route: request.routeOptions.url, method: request.method }
  if (definition.http >= 500) request.log.error({ reqId, err: error, code, ...route }, 'http: a request failed')
  else request.log.info({ reqId, code, why: failure.message }, 'http: a request was refused')
  const language = readPreferredLanguage(request.headers['accept-language']) ?? 'en'
  const title = localize(FAILURE_TITLES[failure.code], language)
  const text = localize(failure.text ?? definition.text, language)
  if (failure.retryAfterS !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))))
  return reply.status(definition.http).send({
    status: 'ERROR',
    code: failure.code,
    message: failure.code === 'past_due' ? 'past_due' : text,
    ...('toast' in definition ? {} : { notification: { title, message: text } }),
    ...(failure.fieldErrors ? { fieldErrors: localizeEach(failure.fieldErrors, language) } : {}),
    requestId: request.id,
  })
}

/** PostgreSQL's error class for values that do not fit their type: only caller input can cause it. */
const BAD_DATA = /^22[0-9A-Z]{3}$/
/**
 * PostgreSQL's error classes for temporary trouble: connections, deadlocks, resources, operator intervention, canceled
 * statements, and transactions that stayed open for too long.
 */
const NOT_NOW = /^(08|25P0[34]|40|53|57)/

/** PostgreSQL's error for a write in a transaction that only reads: that of a member who views as a teammate. */
const READ_ONLY = '25006'

/** Returns the code with which an error is answered. */
export function codeOfError(error: unknown): FailureCode {
  return asFailure(error).code
}

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const details = error as { code?: string; statusCode?: number; message?: string }
  const code: FailureCode = codeOf(details)
  // Logs a caller's mistake by code only: messages of the framework and of PostgreSQL quote addresses and values.
  const isTheirs = FAILURES[code].http < 500
  return new Failure(code, {
    internal: isTheirs ? (details.code ?? `http ${details.statusCode}`) : (details.message ?? String(error)),
    cause: error,
    ...(code === 'unavailable' ? { retryAfterS: 2 } : {}),
  })
}

function codeOf(error: { code?: string; statusCode?: number; message?: string }): FailureCode {
  // An operator can repair it: by adding the key that sealed the value, or by restoring the value.
  if (error instanceof SealedValueError) return 'unavailable'
  if (error.statusCode === 413) return 'too_large'
  if (error.statusCode === 415) return 'wrong_type'
  if (error.statusCode === 404) return 'not_found'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'invalid'
  if (error.code === READ_ONLY) return 'viewing_only'
  if (typeof error.code === 'string' && BAD_DATA.test(error.code)) return 'invalid'
  if (
    typeof error.code === 'string' &&
    (NOT_NOW.test(error.code) ||
      error.code === 'ECONNREFUSED' ||
      error.code === 'ENOENT' ||
      error.code === 'ECONNRESET' ||
      // The rollback on a connection that the database closed.
      error.code === 'EPIPE')
  ) {
    return 'unavailable'
  }
  if (
    error.message?.includes('timeout exceeded when trying to connect') ||
    error.message?.includes('Connection terminated') ||
    error.message?.includes('Client has encountered a connection error')
  )
    return 'unavailable'
  return 'bug'
}

/** Returns whether an error is temporary, such as a restart of the database. */
export function isPassing(error: unknown): boolean {
  return asFailure(error).code === 'unavailable'
}

/** Builds an error message for each invalid field. */
export function describeFieldErrors(error: z.core.$ZodError): Record<string, LocalizedText> {
  // Has no prototype, so that a field named like an Object.prototype member is an ordinary key.
  const errors = Object.create(null) as Record<string, LocalizedText>
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) errors[key] ??= UNKNOWN_FIELD
      continue
    }
    const field = issue.path.join('.') || 'request'
    errors[field] ??= describeIssue(issue)
  }
  return errors
}

const UNKNOWN_FIELD: LocalizedText = msg({ message: "This field doesn't exist." })
const EMPTY: LocalizedText = msg({ message: 'Fill this in.' })
const WRONG_FORMAT: LocalizedText = msg({ message: 'This has the wrong format.' })

function describeIssue(issue: z.core.$ZodIssue): LocalizedText {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return EMPTY
      return msg({ message: 'Use {minimum} or more.', values: { minimum: Number(issue.minimum) } })
    case 'too_big':
      return issue.origin === 'string'
        ? msg({ message: 'Use {maximum} characters or fewer.', values: { maximum: Number(issue.maximum) } })
        : msg({ message: 'Use {maximum} or less.', values: { maximum: Number(issue.maximum) } })
    case 'invalid_value': {
      const offered = issue.values.join(', ')
      return msg({ message: 'Choose one of: {offered}.', values: { offered } })
    }
    case 'invalid_type':
      return issue.input === undefined ? EMPTY : WRONG_FORMAT
    default:
      return WRONG_FORMAT
  }
}
