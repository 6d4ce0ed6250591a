import { msg } from '@crewline/contract/localized-text'
import type { z } from 'zod'
import { fail } from '../failure.ts'
import { describeFieldErrors } from './answer.ts'

/** Validates one part of a request by its schema; fails with 400 and a message per field. */
export function read<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const cleaned = schema.def.type === 'undefined' ? undefined : clean(input ?? {})
  const parsed = schema.safeParse(cleaned, { reportInput: true })
  if (!parsed.success)
    fail('invalid', {
      internal: 'the request does not match the contract',
      fieldErrors: describeFieldErrors(parsed.error),
    })
  return parsed.data
}

/** Deepest nesting of a request; our own requests never reach it. */
const DEEPEST = 12

/**
 * Normalizes strings to NFC; refuses what PostgreSQL or a browser cannot store (NUL, lone surrogates) before any
 * handler sees it.
 */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      fail('invalid', {
        text: msg({ message: "A field has characters we can't save." }),
      })
    return value.normalize('NFC')
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST)
    fail('invalid', {
      text: msg({ message: 'The request is nested too deep.' }),
    })
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, clean(item, depth + 1)]))
}
