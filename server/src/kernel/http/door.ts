import type { z } from 'zod'
import { fail } from '../failure.ts'
import { fieldWords } from './answer.ts'

/** Reads one part of a request by its schema; what does not fit is 400 with words per field. */
export function read<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const cleaned = schema.def.type === 'undefined' ? undefined : clean(given ?? {})
  const parsed = schema.safeParse(cleaned, { reportInput: true })
  if (!parsed.success)
    fail('invalid', { internal: 'the request does not fit the contract', fieldErrors: fieldWords(parsed.error) })
  return parsed.data
}

/** Depth beyond which no request of ours goes. */
const DEEPEST = 12

/** Strings become NFC; what PostgreSQL or a browser could not hold (NUL, half characters) is refused before anyone sees it. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      fail('invalid', {
        words: {
          en: 'A field has characters we cannot store.',
          es: 'Un campo tiene caracteres que no podemos guardar.',
        },
      })
    return value.normalize('NFC')
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST)
    fail('invalid', {
      words: { en: 'The request is nested too deep.', es: 'La solicitud tiene demasiados niveles.' },
    })
  if (Array.isArray(value)) return value.map((one) => clean(one, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, clean(one, depth + 1)]))
}
