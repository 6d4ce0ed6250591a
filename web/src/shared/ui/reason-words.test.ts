import { expect, test } from 'vitest'
import { adviceWords, reasonWords } from './reason-words.ts'

const failed = { state: 'failed' as const, errorCode: '30003', reason: 'Phone is off.' }

test('a failed text says why in the language of its reader', () => {
  expect(reasonWords(failed, 'en')).toBe('Phone is off or has no signal.')
  expect(reasonWords(failed, 'es')).toMatch(/^El teléfono está apagado/)
  expect(adviceWords('30003', 'es')).toBe('Llama o pregunta en persona.')
})

test('an outcome nobody knows has words of its own, and what went well has none', () => {
  expect(reasonWords({ ...failed, state: 'unknown', errorCode: null }, 'es')).toMatch(/^No pudimos saber/)
  expect(reasonWords({ ...failed, errorCode: '99999' }, 'es')).toMatch(/^El operador no dijo/)
  expect(reasonWords({ state: 'delivered', errorCode: null, reason: null }, 'es')).toBeNull()
})
