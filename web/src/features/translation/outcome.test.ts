import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome.ts'

const answer = { status: 'OK' as const, text: 'Hola', from: 'en', to: 'es', provider: 'p', warnings: [], failed: false }

describe('what came of asking for a translation', () => {
  it('is the words in the other language', () => {
    expect(outcomeOf(answer, 'es')).toEqual({ kind: 'whole', text: 'Hola' })
  })
  it('is a part where the translator could not be trusted with all of it', () => {
    expect(outcomeOf({ ...answer, warnings: ['Gate 4'] }, 'es')).toEqual({ kind: 'part', text: 'Hola' })
  })
  it('is the same words where their reader reads them already', () => {
    expect(outcomeOf({ ...answer, from: 'es' }, 'es-MX')).toEqual({ kind: 'same' })
  })
  it.each([undefined, { ...answer, failed: true }])('is nothing without a translation: %o', (none) => {
    expect(outcomeOf(none, 'es')).toEqual({ kind: 'failed' })
  })
})
