// How hard a text is to read, in years of school. English: Flesch-Kincaid (1975). Spanish: Crawford (1989), which was made
// for texts of primary schools and also answers in years. Other languages have no formula here.
import { fleschKincaid } from 'flesch-kincaid'
import { syllable } from 'syllable'

/** The languages with a formula. */
export const READING_LANGUAGES = ['en', 'es'] as const
export type ReadingLanguage = (typeof READING_LANGUAGES)[number]

/** Below this many words a level says nothing. */
const LEAST_WORDS = 20
/** A sentence with more words is long, and a word with more syllables is. */
const LONG_SENTENCE = 20
const LONG_WORD = 3
/** From this level on a sentence is hard. */
const HARD = 10
/** A short sentence is not hard, whatever its words are. */
const SHORT_SENTENCE = 8

/** A sentence that is hard to read, and what makes it so. */
export interface HardSentence {
  blockId: string
  text: string
  words: number
  /** Its longest words, when they make it hard; otherwise it is its length. */
  longWords: string[]
}

/** How hard a document is. */
export interface Reading {
  /** The years of school that a reader needs, at least 1. */
  grade: number
  hard: HardSentence[]
}

/** Counts the syllables of a Spanish word: two strong vowels, or an accented weak one beside a strong one, are apart. */
export function syllablesInSpanish(word: string): number {
  // The u of "qu" and "gue" is silent, and a y before a vowel is a consonant.
  const letters = word
    .toLowerCase()
    .replace(/qu|gu(?=[eiéí])/g, 'g')
    .replace(/y(?=[aeiouáéíóú])/g, 'j')
  const groups = letters.match(/[aeiouáéíóúüy]+/g) ?? []
  const count = groups.reduce((sum, group) => {
    const apart = group.match(/[aeoáéó](?=[aeoáéóíú])|[íú](?=[aeoáéó])/g)?.length ?? 0
    return sum + 1 + apart
  }, 0)
  return Math.max(1, count)
}

interface Counts {
  sentence: number
  word: number
  syllable: number
}

function gradeOf({ sentence, word, syllable: syllables }: Counts, language: ReadingLanguage): number {
  if (language === 'en') return fleschKincaid({ sentence, word, syllable: syllables })
  const per100 = 100 / word
  return -0.205 * sentence * per100 + 0.049 * syllables * per100 - 3.407
}

/** Returns how hard texts are, or undefined when there are too few words. */
export function readingOf(
  texts: readonly { blockId: string; text: string }[],
  language: ReadingLanguage,
): Reading | undefined {
  const count = language === 'en' ? syllable : syllablesInSpanish
  const sentences = new Intl.Segmenter(language, { granularity: 'sentence' })
  const all: Counts = { sentence: 0, word: 0, syllable: 0 }
  const hard: (HardSentence & { grade: number })[] = []
  for (const { blockId, text } of texts)
    for (const { segment } of sentences.segment(text)) {
      const words = segment.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []
      if (words.length === 0) continue
      const sized = words.map((word) => ({ word, size: count(word) }))
      const syllables = sized.reduce((sum, { size }) => sum + size, 0)
      all.sentence += 1
      all.word += words.length
      all.syllable += syllables
      const grade = gradeOf({ sentence: 1, word: words.length, syllable: syllables }, language)
      if (grade < HARD || words.length < SHORT_SENTENCE) continue
      const longWords = sized.filter(({ size }) => size > LONG_WORD).map(({ word }) => word)
      const isLong = words.length > LONG_SENTENCE
      hard.push({ blockId, text: segment.trim(), words: words.length, longWords: isLong ? [] : longWords, grade })
    }
  if (all.word < LEAST_WORDS) return undefined
  return {
    grade: Math.max(1, Math.round(gradeOf(all, language))),
    hard: hard.sort((one, other) => other.grade - one.grade).map(({ grade: _grade, ...sentence }) => sentence),
  }
}
