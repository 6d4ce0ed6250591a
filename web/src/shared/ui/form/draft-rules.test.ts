import { describe, expect, test } from 'vitest'
import { mergeDraft, withNewer } from './draft-rules.ts'

const base = { name: 'Party', text: 'Come', languages: ['en'] }

describe('what was saved', () => {
  test('replaces what was sent, and keeps what was typed meanwhile', () => {
    const sent = { ...base, name: 'Party ' }
    const now = { ...sent, languages: ['en', 'es'] }
    expect(withNewer({ ...base, name: 'Party' }, sent, now)).toEqual({ ...base, languages: ['en', 'es'] })
  })
})

describe('what a teammate saved meanwhile', () => {
  test('joins the edited fields', () => {
    const theirs = { ...base, name: 'Picnic' }
    expect(mergeDraft(theirs, { base, mine: { ...base, text: 'Join us' } })).toEqual({ ...theirs, text: 'Join us' })
    expect(mergeDraft(theirs, { base, mine: base })).toEqual(theirs)
    expect(mergeDraft(theirs, { base, mine: theirs })).toEqual(theirs)
  })

  test('is left to a person where both changed the same field', () => {
    const theirs = { ...base, text: 'Stay home' }
    expect(mergeDraft(theirs, { base, mine: { ...base, text: 'Join us' } })).toBeUndefined()
  })
})
