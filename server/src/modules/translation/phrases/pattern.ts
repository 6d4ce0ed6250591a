import { isDeepStrictEqual } from 'node:util'
import type { PhraseLanguage } from './catalog.ts'
import { DAYS } from './days.ts'
import { normalizeSentence, type NormalizedSentence } from './normalize.ts'

/** A slot of a phrase, such as {time}. */
export const SLOT = /\{(time|day|number|phone|code|name)\}/g

/** What a sentence must say to be a phrase. */
export interface Pattern {
  /** The words as `normalizeSentence` writes them. */
  key: string
  isQuestion: boolean
  /** Its figures in order: one that the phrase itself names, such as 911, or undefined for a slot. */
  figures: (string | undefined)[]
  /** Its days in order, Monday is 0: one that the phrase itself names, or undefined for a slot. */
  days: (number | undefined)[]
  /** The kinds of its slots, in order. */
  slots: string[]
}

/** Values of each slot that no phrase has in common, so that they can be told from what the phrase itself names. */
const EXAMPLES: readonly Record<string, string>[] = [
  { time: '7:01', number: '51', phone: '5551', code: '71' },
  { time: '8:02', number: '62', phone: '6662', code: '82' },
]
const NAME_EXAMPLE = 'Xnameslot'

/** Returns the kinds of the slots of a text, in order. */
export function slotsOf(text: string): string[] {
  return [...text.matchAll(SLOT)].map(([, kind = '']) => kind)
}

/** Returns the pattern of a phrase; undefined when a slot touches another figure or half of the day. */
export function patternOf(source: string, language: PhraseLanguage): Pattern | undefined {
  const [first, second] = [exampleOf(source, language, 0), exampleOf(source, language, 1)]
  if (!first || !second || first.key !== second.key) return undefined
  const figures = first.figures.map((figure, at) => (figure === second.figures[at] ? figure : undefined))
  const days = first.days.map((day, at) => (day === second.days[at] ? day : undefined))
  const slots = slotsOf(source)
  const count = (kind: string) => slots.filter((slot) => slot === kind).length
  const examples = slots.filter((slot) => slot !== 'day' && slot !== 'name').map((slot) => EXAMPLES[0]?.[slot])
  const isClear =
    days.filter((day) => day === undefined).length === count('day') &&
    first.names.length === count('name') &&
    isDeepStrictEqual(
      first.figures.filter((_figure, at) => figures[at] === undefined),
      examples,
    )
  return isClear ? { key: first.key, isQuestion: first.isQuestion, figures, days, slots } : undefined
}

/** Fills the slots with one of two sets of examples. */
function exampleOf(source: string, language: PhraseLanguage, at: 0 | 1): NormalizedSentence | undefined {
  const example = source.replace(SLOT, (_slot, kind: string) =>
    kind === 'day' ? (DAYS[language][at] ?? '') : (EXAMPLES[at]?.[kind] ?? NAME_EXAMPLE),
  )
  return normalizeSentence(example, language, [NAME_EXAMPLE])
}

/** Splits a text after the end marks of its sentences; a time such as 6:30 and a number such as 1.5 are not ends. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？؟\n])(?<![ap]\.\s?m\.)(?=\s|\p{L}|$)/iu).filter((part) => part !== '')
}
