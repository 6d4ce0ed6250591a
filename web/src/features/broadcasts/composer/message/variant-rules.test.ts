import type { BroadcastVariant } from '@crewline/contract/broadcast-variants'
import { describe, expect, it } from 'vitest'
import { isAutomatic, languagesToTranslate, withApproval, withEditedBody, withTranslations } from './variant-rules.ts'

const own: BroadcastVariant = { language: 'es', body: 'Hola', source: 'author', approved: true }
const machine: BroadcastVariant = { language: 'vi', body: 'Chào', source: 'machine', approved: false }

describe('the languages of a broadcast', () => {
  it('translates into the languages of the audience without a text, most people first', () => {
    const counted = [
      { language: 'en', count: 90 },
      { language: 'fr', count: 2 },
      { language: 'es', count: 30 },
      { language: 'vi', count: 9 },
    ]
    expect(languagesToTranslate({ language: 'en', variants: [own] }, counted)).toEqual(['vi', 'fr'])
  })

  it('keeps a text that a member wrote, and replaces one from a machine', () => {
    const next = withTranslations(
      [own, machine],
      [
        { language: 'es', kind: 'machine', body: 'Buenas' },
        { language: 'vi', kind: 'reviewed', body: 'Xin chào' },
      ],
    )
    expect(next).toEqual([own, { language: 'vi', body: 'Xin chào', source: 'reviewed', approved: true }])
  })

  it('adds nothing for a refused language, so that its people get the text as written', () => {
    expect(withTranslations([], [{ language: 'ht', kind: 'refused', body: 'Hi', reason: 'not connected' }])).toEqual([])
  })

  it('marks a machine translation until it is approved or edited', () => {
    expect(isAutomatic(machine)).toBe(true)
    expect(withApproval([machine], 'vi').some(isAutomatic)).toBe(false)
    expect(withEditedBody([machine], 'vi', 'Chào bạn')).toEqual([
      { language: 'vi', body: 'Chào bạn', source: 'author', approved: true },
    ])
  })
})
