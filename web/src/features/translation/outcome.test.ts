import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

const base = { status: 'OK' as const, from: 'en', to: 'es', provider: 'p', suggestions: [] }
const answer = { ...base, text: 'Hola', kind: 'reviewed' as const }

describe('the outcome of a translation request', () => {
  it('is the translated text', () => {
    expect(outcomeOf(answer, 'es')).toEqual({ kind: 'whole', text: 'Hola' })
    expect(outcomeOf({ ...answer, kind: 'machine' }, 'es')).toEqual({ kind: 'whole', text: 'Hola' })
  })
  it('is the same text when the reader already reads the language', () => {
    expect(outcomeOf({ ...answer, from: 'es' }, 'es-MX')).toEqual({ kind: 'same' })
    expect(outcomeOf({ ...answer, kind: 'same' }, 'es')).toEqual({ kind: 'same' })
  })
  it('is a refusal with its reason, never a part of a translation', () => {
    const refused = { ...base, text: 'Gate 4 sticks', kind: 'refused' as const, reason: 'safety' as const }
    expect(outcomeOf(refused, 'es')).toEqual({ kind: 'refused', reason: 'safety' })
  })
  it('is a failure without a response', () => {
    expect(outcomeOf(undefined, 'es')).toEqual({ kind: 'failed' })
  })
})
