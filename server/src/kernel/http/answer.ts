import type { FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import type { z } from 'zod'
import { Failure } from '../failure.ts'

/** Writes a refusal in the one envelope; anything that is not a Failure is our bug: logged whole, told briefly. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error)
  const said = FAILURES[failure.code]
  if (said.http >= 500) request.log.error({ err: error, code: failure.code }, 'a request failed')
  else request.log.info({ code: failure.code, why: failure.message }, 'a request was refused')
  const words = failure.words ?? said.words
  if (failure.retryAfterS !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))))
  return reply.status(said.http).send({
    status: 'ERROR',
    code: failure.code,
    message: failure.code === 'past_due' ? 'past_due' : words,
    ...('toast' in said ? {} : { notification: { title: said.title, message: words } }),
    ...(failure.fieldErrors ? { fieldErrors: failure.fieldErrors } : {}),
    requestId: request.id,
  })
}

/** PostgreSQL's class for values that do not fit their type: only a caller's words get that far. */
const BAD_DATA = /^22[0-9A-Z]{3}$/
/** PostgreSQL's classes for "not now": connection trouble, deadlocks, resources, operator intervention, canceled statements. */
const NOT_NOW = /^(08|40|53|57)/

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const known = error as { code?: string; statusCode?: number; message?: string }
  const code: FailureCode = codeOf(known)
  // What a caller got wrong is logged by its code: the words of the framework and of PostgreSQL quote addresses and values.
  const isTheirs = FAILURES[code].http < 500
  return new Failure(code, {
    internal: isTheirs ? (known.code ?? `http ${known.statusCode}`) : (known.message ?? String(error)),
    cause: error,
    ...(code === 'unavailable' ? { retryAfterS: 2 } : {}),
  })
}

function codeOf(error: { code?: string; statusCode?: number; message?: string }): FailureCode {
  if (error.statusCode === 413) return 'too_large'
  if (error.statusCode === 415) return 'wrong_type'
  if (error.statusCode === 404) return 'not_found'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'invalid'
  if (typeof error.code === 'string' && BAD_DATA.test(error.code)) return 'invalid'
  if (
    typeof error.code === 'string' &&
    (NOT_NOW.test(error.code) ||
      error.code === 'ECONNREFUSED' ||
      error.code === 'ENOENT' ||
      error.code === 'ECONNRESET')
  ) {
    return 'unavailable'
  }
  if (
    error.message?.includes('timeout exceeded when trying to connect') ||
    error.message?.includes('Connection terminated')
  )
    return 'unavailable'
  return 'bug'
}

/** Whether an error comes from trouble that passes by itself, such as a database that restarts. */
export function isPassing(error: unknown): boolean {
  return asFailure(error).code === 'unavailable'
}

/** Words next to each field that did not fit. */
export function fieldWords(error: z.core.$ZodError): Record<string, string> {
  // Without a prototype, so that a field named like a part of every object is a field like any other.
  const words = Object.create(null) as Record<string, string>
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) words[key] ??= 'We do not know this field.'
      continue
    }
    const field = issue.path.join('.') || 'request'
    words[field] ??= wordsFor(issue)
  }
  return words
}

function wordsFor(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? 'Fill this in.' : `Use ${issue.minimum} or more.`
    case 'too_big':
      return issue.origin === 'string' ? `Use ${issue.maximum} characters or fewer.` : `Use ${issue.maximum} or less.`
    case 'invalid_value':
      return `Choose one of: ${issue.values.join(', ')}.`
    case 'invalid_type':
      return issue.input === undefined ? 'Fill this in.' : 'This has the wrong form.'
    default:
      return 'This has the wrong form.'
  }
}
