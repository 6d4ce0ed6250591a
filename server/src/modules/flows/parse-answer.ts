import type { FlowStep } from '@crewline/contract/flows'
import { parsePhone } from '@crewline/contract/phone'
import { z } from 'zod'
import { isOneSlip, plainWords } from '../consent/index.ts'
import { BACK, NO_EMOJI, SKIP, YES_EMOJI } from './answer-words-rules.ts'
import { meaningsOf } from './meanings.ts'
import { parseClock, parseDay } from './parse-moment.ts'
import { parseNumber } from './parse-number.ts'
import { isCourtesy, isReaction, plainSet, readings, writtenOf, type Written } from './readings.ts'
import { ACKNOWLEDGE_KEY, confirms, optionsOf } from './step-rules.ts'

/**
 * What a contact answered to one question: exactly one of these. The text of several choices holds their keys with commas,
 * that of a date, a time, a phone number or an email the value as the product stores it.
 */
export interface Answer {
  key?: string
  number?: number
  text?: string
}

/**
 * What a text means as the answer to a question. `aside`: it is not about the question, such as a reaction to a message
 * that the phone wrote out.
 */
export type Parsed =
  | { kind: 'answer'; answer: Answer }
  | { kind: 'skip' }
  | { kind: 'back' }
  | { kind: 'unclear' }
  | { kind: 'aside' }

/** Longer texts are no answer to a choice, in characters: the longest label with a few words around it. */
const ANSWER_MAX = 120
/** Words between several answers, and nothing at all. */
const AND = plainSet(['', 'and', 'y', 'e', 'et', 'va', '和', 'ak', 'و'])

const SKIPPING_WORDS = plainSet(SKIP)
const RETURNING_WORDS = plainSet(BACK)
const Email = z.email().max(254)

/**
 * Reads a text as the answer to a question. Accepts keys, numbers, labels and synonyms, yes, no and "got it" in the
 * languages of the contacts, numbers in words, emoji, and one typo in longer words. A sentence that only contains an
 * answer is unclear, and so is a text with two answers or a question mark. `canReturn` also accepts words that ask for the
 * question before. `today` is the day of the sender when they sent the text.
 */
export function parseAnswer(
  step: FlowStep,
  text: string,
  language: string,
  { today = '1970-01-01', canReturn = false }: { today?: string; canReturn?: boolean } = {},
): Parsed {
  const written = writtenOf(text, language)
  const { body, words } = written
  if (isReaction(body)) return { kind: 'aside' }
  if (!isMeantAsAnswer(step, written)) {
    if (!step.required && SKIPPING_WORDS.has(words)) return { kind: 'skip' }
    if (canReturn && RETURNING_WORDS.has(words)) return { kind: 'back' }
  }
  if (step.type === 'text') return body === '' ? { kind: 'unclear' } : { kind: 'answer', answer: { text: shown(text) } }
  if (body.length > ANSWER_MAX || /[?？؟]/u.test(body)) return { kind: 'unclear' }
  if (step.type === 'scale' || step.type === 'number') {
    const number = parseNumber(step, written)
    return number === undefined ? { kind: 'unclear' } : { kind: 'answer', answer: { number } }
  }
  if (step.type === 'choices') return asText(parseOptions(step, written))
  if (isWritten(step)) return asText(parseWritten(step, body, today))
  const key = parseOption(step, written)
  return key === undefined ? { kind: 'unclear' } : { kind: 'answer', answer: { key } }
}

/** Whether a text means BACK or SKIP to a question, whatever it asks. */
export function isCommand(text: string, { required }: Pick<FlowStep, 'required'>): boolean {
  const words = plainWords(text)
  return RETURNING_WORDS.has(words) || (!required && SKIPPING_WORDS.has(words))
}

/**
 * Whether "back" or "skip" is an answer: it is one of the answers that a question offers, or a question in free words
 * contains it, such as "Does your neck or back hurt?". Other questions have no answer of these words, or one that can be
 * given in more words ("my back"), and the contact sees at once how it was understood.
 */
function isMeantAsAnswer(step: FlowStep, { words, language }: Written): boolean {
  if (step.type === 'text')
    return Object.values(step.prompt).some((prompt) => ` ${plainWords(prompt)} `.includes(` ${words} `))
  return step.options.length > 0 && meaningsOf(step, language).meanings.has(words)
}

function asText(text: string | undefined): Parsed {
  return text === undefined ? { kind: 'unclear' } : { kind: 'answer', answer: { text } }
}

function isWritten({ type }: FlowStep): boolean {
  return type === 'date' || type === 'time' || type === 'phone' || type === 'email'
}

function parseWritten({ type, country = 'US' }: FlowStep, body: string, today: string): string | undefined {
  if (type === 'date') return parseDay(body, { today, country })
  if (type === 'time') return parseClock(body, country)
  if (type === 'phone') return parsePhone(body, country)?.e164
  return Email.safeParse(body.trim()).data
}

/** Several answers: "1 3", "1, 3", "1 and 3", or one alone by any of its words. All of them must be understood. */
function parseOptions(step: FlowStep, written: Written): string | undefined {
  const one = parseOption(step, written)
  if (one !== undefined) return one
  const parts = written.body.split(/[\s,;+&/、，]+/u).filter((part) => !AND.has(plainWords(part)))
  const keys = new Set(step.options.map(({ key }) => key))
  const chosen = parts.every((part) => keys.has(part)) ? parts : labelsIn(step, written)
  return chosen.length === 0 ? undefined : [...keys].filter((key) => chosen.includes(key)).join(',')
}

function labelsIn(step: FlowStep, written: Written): string[] {
  const keys = written.body
    .split(/[,;+&\n、，]+/u)
    .filter((part) => part.trim() !== '')
    .map((part) => parseOption(step, { ...written, body: part.trim(), words: plainWords(part) }))
  return keys.some((key) => key === undefined) ? [] : keys.flatMap((key) => key ?? [])
}

/** The text of an answer as written, without characters that change the order of what stands around it. */
function shown(text: string): string {
  return text.replace(/[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '').trim()
}

function parseOption(step: FlowStep, { body, words, language }: Written): string | undefined {
  if (words === '' || isCourtesy(words)) return fromEmoji(step, body)
  const { keys, meanings, similar } = meaningsOf(step, language)
  const phrases = readings(words, keys)
  const exact = phrases.map((phrase) => meanings.get(phrase)).find((key) => key !== undefined)
  const found = new Set(
    exact === undefined
      ? phrases.flatMap((phrase) => similar.flatMap(([word, key]) => (isTypo(phrase, word) ? [key] : [])))
      : [exact],
  )
  const [key] = found
  return found.size === 1 && key !== undefined && !isContradicted(step, body, key) ? key : undefined
}

/** "Right" is no typo of "Night": the first letter is rarely wrong. */
function isTypo(typed: string, word: string): boolean {
  return typed[0] === word[0] && isOneSlip(typed, word)
}

/** Emoji alone: thumbs up is a yes, thumbs down is a no, and both together are neither. */
function fromEmoji(step: FlowStep, body: string): string | undefined {
  const [isYes, isNo] = [hasOneOf(body, YES_EMOJI), hasOneOf(body, NO_EMOJI)]
  if (isYes === isNo) return undefined
  if (confirms(step)) return isYes ? ACKNOWLEDGE_KEY : undefined
  if (step.type !== 'yes_no') return undefined
  const [yes, no] = optionsOf(step)
  return (isYes ? yes : no)?.key
}

/** "Yes 👎" is unclear. */
function isContradicted(step: FlowStep, body: string, key: string): boolean {
  if (step.type === 'choice' || step.type === 'choices') return false
  const isYes = key === optionsOf(step)[0]?.key
  return hasOneOf(body, isYes ? NO_EMOJI : YES_EMOJI)
}

function hasOneOf(body: string, emoji: string): boolean {
  const wanted = new Set(Array.from(emoji))
  return Array.from(body).some((character) => wanted.has(character))
}
