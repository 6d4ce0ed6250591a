import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

const answer = { status: 'OK' as const, text: 'Hola', from: 'en', to: 'es', provider: 'p', warnings: [], failed: false }

describe('the outcome of a translation request', () => {
  it('is the translated text', () => {
    expect(outcomeOf(answer, 'es')).toEqual({ kind: 'whole', text: 'Hola' })
  })
  it('is a part when the translation is incomplete', () => {
    expect(outcomeOf({ ...answer, warnings: ['Gate 4'] }, 'es')).toEqual({ kind: 'part', text: 'Hola' })
  })
  it('is the same text when the reader already reads the language', () => {
    expect(outcomeOf({ ...answer, from: 'es' }, 'es-MX')).toEqual({ kind: 'same' })
  })
  it.each([undefined, { ...answer, failed: true }])('is a failure without a translation: %o', (none) => {
    expect(outcomeOf(none, 'es')).toEqual({ kind: 'failed' })
  })
})
