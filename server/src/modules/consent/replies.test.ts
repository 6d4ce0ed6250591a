import { countTexts } from '@crewline/contract/segments'
import { expect, test } from 'vitest'
import { LEXICONS } from './lexicon-rules/every.ts'
import { languageOf, noticeFor, replyTo } from './replies.ts'
import { judge } from './rules.ts'

const ACME = { organization: 'Acme Logistics of Illinois', helpContact: 'HR, 312-555-0100' }
const LANGUAGES = LEXICONS.map((one) => one.language)

test.each(LANGUAGES)('in %s each word has its one answer, which names who texts and is one text', (language) => {
  for (const verdict of ['opt_out', 'opt_in', 'help'] as const) {
    const words = replyTo(verdict, ACME, language) ?? ''
    expect(words.startsWith('Acme Logistics')).toBe(true)
    expect(words).toContain(verdict === 'opt_out' ? 'START' : 'STOP')
    if (verdict === 'help') expect(words).toContain(ACME.helpContact)
    const count = countTexts(words)
    // Letters of the other alphabets need two bytes each, and the answer to HELP says four things.
    const isLatin = ['en', 'es', 'fr', 'pt', 'ht'].includes(language)
    expect({ words, ...count }).toMatchObject(isLatin ? { encoding: 'GSM-7', segments: 1 } : { encoding: 'UCS-2' })
    if (!isLatin && verdict !== 'help') expect(count.segments).toBeLessThanOrEqual(2)
  }
})

test.each(LANGUAGES)(
  'in %s what we say ourselves opts nobody out, in or asks for help when it is sent back',
  (language) => {
    for (const verdict of ['opt_out', 'opt_in', 'help'] as const)
      expect(['none', 'possible_opt_out']).toContain(judge(replyTo(verdict, ACME, language) ?? '').verdict)
  },
)

test.each(LANGUAGES)(
  'in %s the notice after a first text says who texts, what it may cost, HELP and STOP',
  (language) => {
    for (const organization of [
      ACME.organization,
      'Acme',
      'The Very Long Name Of A Company That Nobody Could Ever Shorten',
    ]) {
      const words = noticeFor(organization, language)
      expect(words).toContain(organization.slice(0, 12).trim())
      expect(words).toContain('HELP')
      expect(words).toContain('STOP')
      const isLatin = ['en', 'es', 'fr', 'pt', 'ht'].includes(language)
      const { encoding, segments } = countTexts(words)
      expect({ words, encoding }).toMatchObject({ encoding: isLatin ? 'GSM-7' : 'UCS-2' })
      expect(segments).toBeLessThanOrEqual(isLatin ? 1 : 2)
      expect(['none', 'possible_opt_out']).toContain(judge(words).verdict)
    }
    expect(noticeFor('Acme', 'tl')).toBe(noticeFor('Acme', 'en'))
  },
)

test('a long name is cut where the answer would not be one text; pleas are answered by people', () => {
  const long = {
    organization: 'The Very Long Name Of A Company That Nobody Could Ever Shorten, Incorporated In Ohio',
    helpContact: '',
  }
  for (const verdict of ['opt_out', 'opt_in', 'help'] as const)
    expect(countTexts(replyTo(verdict, long) ?? '')).toMatchObject({ segments: 1 })
  expect([replyTo('none', ACME), replyTo('possible_opt_out', ACME), replyTo('yes', ACME)]).toEqual([null, null, null])
})

test('the answer is in the language of the worker, or of the word where theirs was never chosen', () => {
  expect(languageOf('es', 'en')).toBe('es')
  expect(languageOf('zh-Hans', 'en')).toBe('zh')
  expect(languageOf('en', 'ht')).toBe('ht')
  expect(languageOf(undefined, 'fr')).toBe('fr')
  expect(languageOf('so', 'en')).toBe('en')
})
