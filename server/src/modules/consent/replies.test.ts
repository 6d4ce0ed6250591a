import { countTexts } from '@crewline/contract/segments'
import { expect, test } from 'vitest'
import { LEXICONS } from './lexicon-rules/every.ts'
import { languageOf, noticeFor, replyTo } from './replies.ts'
import { judge } from './rules.ts'

const ACME = { organization: 'Acme Logistics of Illinois', helpContact: 'HR, 312-555-0100' }
const LANGUAGES = LEXICONS.map((lexicon) => lexicon.language)

test.each(LANGUAGES)('answers each keyword in %s in one message that names the sender', (language) => {
  for (const intent of ['opt_out', 'opt_in', 'help'] as const) {
    const text = replyTo(intent, ACME, language) ?? ''
    expect(text.startsWith('Acme Logistics')).toBe(true)
    expect(text).toContain(intent === 'opt_out' ? 'START' : 'STOP')
    if (intent === 'help') expect(text).toContain(ACME.helpContact)
    const count = countTexts(text)
    // Other alphabets need two bytes per letter, and the HELP answer has four parts.
    const isLatin = ['en', 'es', 'fr', 'pt', 'ht', 'tl'].includes(language)
    expect({ words: text, ...count }).toMatchObject(
      isLatin ? { encoding: 'GSM-7', segments: 1 } : { encoding: 'UCS-2' },
    )
    if (!isLatin && intent !== 'help') expect(count.segments).toBeLessThanOrEqual(2)
  }
})

test.each(LANGUAGES)('does not classify our own answers in %s as an opt-out, opt-in or help request', (language) => {
  for (const intent of ['opt_out', 'opt_in', 'help'] as const)
    expect(['none', 'possible_opt_out']).toContain(judge(replyTo(intent, ACME, language) ?? '').intent)
})

test.each(LANGUAGES)(
  'names the sender, possible costs, HELP and STOP in the first-contact notice in %s',
  (language) => {
    for (const organization of [
      ACME.organization,
      'Acme',
      'The Very Long Name Of A Company That Nobody Could Ever Shorten',
    ]) {
      const text = noticeFor(organization, language)
      expect(text).toContain(organization.slice(0, 12).trim())
      expect(text).toContain('HELP')
      expect(text).toContain('STOP')
      const isLatin = ['en', 'es', 'fr', 'pt', 'ht', 'tl'].includes(language)
      const { encoding, segments } = countTexts(text)
      expect({ words: text, encoding }).toMatchObject({ encoding: isLatin ? 'GSM-7' : 'UCS-2' })
      expect(segments).toBeLessThanOrEqual(isLatin ? 1 : 2)
      expect(['none', 'possible_opt_out']).toContain(judge(text).intent)
    }
    expect(noticeFor('Acme', 'so')).toBe(noticeFor('Acme', 'en'))
  },
)

test('shortens a long name to fit one segment and sends no automatic answer to possible opt-outs', () => {
  const long = {
    organization: 'The Very Long Name Of A Company That Nobody Could Ever Shorten, Incorporated In Ohio',
    helpContact: '',
  }
  for (const intent of ['opt_out', 'opt_in', 'help'] as const)
    expect(countTexts(replyTo(intent, long) ?? '')).toMatchObject({ segments: 1 })
  expect([replyTo('none', ACME), replyTo('possible_opt_out', ACME), replyTo('yes', ACME)]).toEqual([null, null, null])
})

test('answers in the language of the contact, or of the keyword when none was chosen', () => {
  expect(languageOf('es', 'en')).toBe('es')
  expect(languageOf('zh-Hans', 'en')).toBe('zh')
  expect(languageOf('fil', 'en')).toBe('tl')
  expect(languageOf('en', 'ht')).toBe('ht')
  expect(languageOf(undefined, 'fr')).toBe('fr')
  expect(languageOf('so', 'en')).toBe('en')
})
