import type { FastifyReply, FastifyRequest } from 'fastify'
import { FAILURES, type FailureCode } from '@crewline/contract/failures'
import { FAILURES_ES } from '@crewline/contract/failures-es'
import { inLanguage, type Words } from '@crewline/contract/words'
import type { z } from 'zod'
import { Failure } from '../failure.ts'
import { languageAsked } from './language.ts'

/** Writes a refusal in the one envelope and in the caller's language; what is not a Failure is our bug: logged whole, told briefly. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error)
  const said = FAILURES[failure.code]
  // The route's pattern: an address may hold a token.
  const route = { route: request.routeOptions.url, method: request.method }
  if (said.http >= 500) request.log.error({ err: error, code: failure.code, ...route }, 'a request failed')
  else request.log.info({ code: failure.code, why: failure.message }, 'a request was refused')
  const language = languageAsked(request.headers['accept-language']) ?? 'en'
  const { title, words: standing } = language === 'en' ? said : FAILURES_ES[failure.code]
  const words = failure.words?.[language] ?? standing
  if (failure.retryAfterS !== undefined)
    void reply.header('retry-after', String(Math.max(1, Math.ceil(failure.retryAfterS))))
  return reply.status(said.http).send({
    status: 'ERROR',
    code: failure.code,
    message: failure.code === 'past_due' ? 'past_due' : words,
    ...('toast' in said ? {} : { notification: { title, message: words } }),
    ...(failure.fieldErrors ? { fieldErrors: inLanguage(failure.fieldErrors, language) } : {}),
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
export function fieldWords(error: z.core.$ZodError): Record<string, Words> {
  // Without a prototype, so that a field named like a part of every object is a field like any other.
  const words = Object.create(null) as Record<string, Words>
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) words[key] ??= UNKNOWN_FIELD
      continue
    }
    const field = issue.path.join('.') || 'request'
    words[field] ??= wordsFor(issue)
  }
  return words
}

const UNKNOWN_FIELD: Words = { en: 'We do not know this field.', es: 'No conocemos este campo.' }
const EMPTY: Words = { en: 'Fill this in.', es: 'Completa este campo.' }
const WRONG_FORM: Words = { en: 'This has the wrong form.', es: 'Esto no tiene la forma correcta.' }

function wordsFor(issue: z.core.$ZodIssue): Words {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return EMPTY
      return { en: `Use ${issue.minimum} or more.`, es: `Usa ${issue.minimum} o más.` }
    case 'too_big':
      return issue.origin === 'string'
        ? { en: `Use ${issue.maximum} characters or fewer.`, es: `Usa ${issue.maximum} caracteres o menos.` }
        : { en: `Use ${issue.maximum} or less.`, es: `Usa ${issue.maximum} o menos.` }
    case 'invalid_value': {
      const offered = issue.values.join(', ')
      return { en: `Choose one of: ${offered}.`, es: `Elige una de estas opciones: ${offered}.` }
    }
    case 'invalid_type':
      return issue.input === undefined ? EMPTY : WRONG_FORM
    default:
      return WRONG_FORM
  }
}
