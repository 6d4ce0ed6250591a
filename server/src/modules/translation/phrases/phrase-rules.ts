import { AUTONYMS } from '@crewline/contract/flow-languages'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import { PHRASE_MAX_CHARACTERS, PHRASE_SLOTS, PHRASE_SLOTS_MAX } from '@crewline/contract/translation-limits'
import { baseOf, hasWords } from '../rules.ts'
import { PHRASE_LANGUAGES, type PhraseLanguage } from './catalog.ts'
import { patternOf, sentencesOf, SLOT, slotsOf } from './pattern.ts'

/** The texts of a phrase; a language without a text is missing or empty. */
export type Texts = Partial<Record<PhraseLanguage, string>>

/** A phrase to be written. */
export interface PhraseDraft {
  isSafety: boolean
  texts: Texts
}

const SLOTS = PHRASE_SLOTS.map((slot) => `{${slot}}`).join(', ')

/** Returns the languages with a text, in a fixed order. */
export function languagesIn(texts: Texts): PhraseLanguage[] {
  return PHRASE_LANGUAGES.filter((language) => texts[language])
}

/**
 * Returns what is wrong with the texts of a phrase, by language: each must be one sentence that can be found again, with the
 * same slots, numbers and kind of sentence as the text in the team's language, or else the first one.
 */
export function problemsOf(texts: Texts, teamLanguage: string): Map<PhraseLanguage, LocalizedText> {
  const languages = languagesIn(texts)
  const main = languages.find((language) => language === baseOf(teamLanguage)) ?? languages[0]
  const problems = new Map<PhraseLanguage, LocalizedText>()
  for (const language of languages) {
    const text = texts[language] ?? ''
    const problem =
      textProblem(text, language) ??
      (main !== undefined && main !== language ? differenceOf(text, texts[main] ?? '', AUTONYMS[main]) : undefined)
    if (problem) problems.set(language, problem)
  }
  return problems
}

function textProblem(text: string, language: PhraseLanguage): LocalizedText | undefined {
  const plain = text.replace(SLOT, '')
  if (text.length > PHRASE_MAX_CHARACTERS)
    return msg({
      message: 'This has more than {most} characters. Shorten it.',
      values: { most: PHRASE_MAX_CHARACTERS },
    })
  if (!hasWords(plain)) return msg({ message: 'Write a sentence with words.' })
  if (/[{}]/.test(plain)) return msg({ message: 'Write slots exactly like these: {slots}.', values: { slots: SLOTS } })
  if (slotsOf(text).length > PHRASE_SLOTS_MAX)
    return msg({ message: 'Use at most {most} slots.', values: { most: PHRASE_SLOTS_MAX } })
  if (/(?!\d)\p{Nd}/u.test(plain)) return msg({ message: 'Write numbers with the digits 0 to 9.' })
  if (sentencesOf(text).filter((part) => /[\p{L}\p{N}{]/u.test(part)).length > 1)
    return msg({ message: 'This is more than one sentence. Add each sentence as a phrase of its own.' })
  if (!patternOf(text, language))
    return msg({ message: 'Put a word between a slot and a number or another slot, and no AM or PM after a slot.' })
  return undefined
}

function differenceOf(text: string, main: string, language: string): LocalizedText | undefined {
  const slots = slotsOf(main).sort()
  if (slotsOf(text).sort().join() !== slots.join())
    return slots.length === 0
      ? msg({ message: 'Leave out the slots, as in {language}.', values: { language } })
      : msg({
          message: 'Use the same slots as in {language}: {slots}.',
          values: { language, slots: slots.map((slot) => `{${slot}}`).join(', ') },
        })
  if (numbersIn(text) !== numbersIn(main))
    return msg({ message: 'Use the same numbers as in {language}.', values: { language } })
  if (isQuestion(text) !== isQuestion(main))
    return isQuestion(main)
      ? msg({ message: 'Write a question with a question mark, as in {language}.', values: { language } })
      : msg({ message: 'Leave out the question mark, as in {language}.', values: { language } })
  return undefined
}

function numbersIn(text: string): string {
  return [...text.replace(SLOT, ' ').matchAll(/\d+/g)]
    .map(([number]) => number)
    .sort()
    .join()
}

function isQuestion(text: string): boolean {
  return /[?？؟]/u.test(text)
}

/** Names what is said in a language, whatever the spelling: two phrases that say the same could not be told apart. */
export function meaningOf(text: string, language: PhraseLanguage): string | undefined {
  const pattern = patternOf(text, language)
  if (!pattern) return undefined
  const { key, isQuestion: asks, figures, days, slots } = pattern
  return JSON.stringify([key, asks, figures, days, slots])
}

/** Returns the first language of those in which both say the same; compared in the team's language and in English. */
export function sameIn(first: Texts, second: Texts, teamLanguage: string): PhraseLanguage | undefined {
  return PHRASE_LANGUAGES.find((language) => {
    if (language !== 'en' && language !== baseOf(teamLanguage)) return false
    const [one, other] = [first[language], second[language]]
    return one && other ? meaningOf(one, language) === meaningOf(other, language) : false
  })
}
