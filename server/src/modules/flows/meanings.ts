// How the answers to a question are recognized: by their keys, labels and synonyms, and by words of ours.
import type { FlowStep } from '@crewline/contract/flows'
import { plainWords } from '../consent/index.ts'
import { ACKNOWLEDGED, NO, OPPOSITES, YES } from './answer-words-rules.ts'
import { numberWords } from './number-words-rules.ts'
import { plainSet } from './readings.ts'
import { ACKNOWLEDGE_KEY, confirms, optionsOf } from './step-rules.ts'

/** Shorter labels, and shorter words of ours, are too close to other words: one typo may turn one into another. */
const LABEL_TYPO_MIN = 5
const WORD_TYPO_MIN = 6

const YES_WORDS = plainSet(YES)
const NO_WORDS = plainSet(NO)
const ACKNOWLEDGING_WORDS = new Set([...YES_WORDS, ...plainSet(ACKNOWLEDGED)])

/** How the answers to a question are recognized in one language. */
interface Meanings {
  /** The plain keys of the answers. */
  keys: ReadonlySet<string>
  /** The key that each phrase means. */
  meanings: ReadonlyMap<string, string>
  /** Phrases in which one typo is accepted, with the key they mean. */
  similar: readonly (readonly [phrase: string, key: string])[]
}

type Phrase = readonly [phrase: string, key: string]

/** Cache of the questions in use: each is compared with the texts of many contacts. */
const known = new Map<string, Meanings>()
const KNOWN_MAX = 200

/** Returns how the answers to a question are recognized in a language. */
export function meaningsOf(step: FlowStep, language: string): Meanings {
  const cacheKey = JSON.stringify([language, step.type, step.options])
  const cached = known.get(cacheKey)
  if (cached) return cached
  if (known.size >= KNOWN_MAX) known.clear()
  const meanings = collectMeanings(step, language)
  known.set(cacheKey, meanings)
  return meanings
}

/** Keys count more than labels, labels more than words; a phrase that means two answers of one kind means neither. */
function collectMeanings(step: FlowStep, language: string): Meanings {
  const options = optionsOf(step)
  const labels = options.flatMap((option): Phrase[] =>
    [...Object.values(option.label), ...option.synonyms].map((phrase) => [phrase, option.key]),
  )
  const numbers = numberWords(language).flatMap(([word, number]): Phrase[] =>
    options.some(({ key }) => key === String(number)) ? [[word, String(number)]] : [],
  )
  const words = wordsFor(step, language)
  const meanings = new Map<string, string>()
  const keys = options.map(({ key }): Phrase => [key, key])
  for (const group of [keys, labels, numbers, oppositesFor(step, language), words]) addGroup(meanings, group)
  // "1 yes" and "yes 1": a key next to a word of the same answer.
  addGroup(
    meanings,
    [...meanings].flatMap(([phrase, key]): Phrase[] => [
      [`${key} ${phrase}`, key],
      [`${phrase} ${key}`, key],
    ]),
  )
  const plain = (phrases: readonly Phrase[], least: number) =>
    phrases.map(([phrase, key]): Phrase => [plainWords(phrase), key]).filter(([phrase]) => phrase.length >= least)
  const single = plain(words, WORD_TYPO_MIN).filter(([phrase]) => !phrase.includes(' '))
  return {
    keys: new Set(options.map(({ key }) => plainWords(key))),
    meanings,
    similar: [...plain(labels, LABEL_TYPO_MIN), ...single],
  }
}

function addGroup(meanings: Map<string, string>, phrases: readonly Phrase[]): void {
  const byPhrase = Map.groupBy(phrases, ([phrase]) => plainWords(phrase))
  for (const [phrase, same] of byPhrase) {
    const keys = new Set(same.map(([, key]) => key))
    const [key] = keys
    if (phrase !== '' && keys.size === 1 && key !== undefined && !meanings.has(phrase)) meanings.set(phrase, key)
  }
}

/** The words that answer a question without options of its own. */
function wordsFor(step: FlowStep, language: string): Phrase[] {
  const opposites = OPPOSITES[language] ?? []
  if (confirms(step))
    return [...ACKNOWLEDGING_WORDS].filter((word) => !opposites.includes(word)).map((word) => [word, ACKNOWLEDGE_KEY])
  const [yes, no] = optionsOf(step)
  if (step.type !== 'yes_no' || !yes || !no) return []
  return [
    ...[...YES_WORDS].map((word): Phrase => [word, yes.key]),
    ...[...NO_WORDS].map((word): Phrase => [word, no.key]),
  ]
}

/** Words that mean no in this language and yes in others. */
function oppositesFor(step: FlowStep, language: string): Phrase[] {
  const [, no] = optionsOf(step)
  const words = OPPOSITES[language] ?? []
  return step.type === 'yes_no' && no ? words.map((word) => [word, no.key]) : []
}
