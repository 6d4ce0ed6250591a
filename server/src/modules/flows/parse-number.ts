import { scaleOf, type FlowStep } from '@crewline/contract/flows'
import { plainWords } from '../consent/index.ts'
import { numberWords } from './number-words-rules.ts'
import { FILLER_WORDS, NEGATIONS, plainSet, type Written } from './readings.ts'
import { NUMBER_FILLERS, OUT_OF } from './words-around-rules.ts'

const DIGITS = /[-+]?\d[\d,. ]*/g
const AROUND = new Set([...FILLER_WORDS, ...plainSet(NUMBER_FILLERS)])
const STARS = new Set(Array.from('⭐★🌟'))

/**
 * Reads the number of a text: in digits or in a word, alone or with few words around it ("about 12 pallets"), four stars,
 * or "4 out of 5" on a scale to 5. Returns undefined when there is none, more than one, or one outside the limits.
 */
export function parseNumber(step: FlowStep, { body, words, language }: Written): number | undefined {
  const isScale = step.type === 'scale'
  const { min, max } = isScale ? scaleOf(step) : { min: step.min, max: step.max }
  const stars = isScale && words === '' ? Array.from(body).filter((character) => STARS.has(character)).length : 0
  const number = stars > 0 ? stars : numberIn(inDigits(body, words, language), isScale ? max : undefined)
  if (number === undefined || !Number.isFinite(number)) return undefined
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) return undefined
  return isScale && !Number.isInteger(number) ? undefined : number
}

/** Writes a text with digits; number words count only in a text without any. */
function inDigits(body: string, words: string, language: string): string {
  // Circled, full-width and keycap digits become digits.
  const written = body
    .normalize('NFKC')
    .replace(/[\u20e3\ufe0f\s]+/g, ' ')
    .replaceAll('−', '-')
    .trim()
  if (/\d/.test(written)) return written
  const numbers = numbersOf(language)
  return words
    .split(' ')
    .map((word) => String(numbers.get(word) ?? word))
    .join(' ')
}

function numberIn(written: string, outOf: number | undefined): number | undefined {
  const digits = written.match(DIGITS) ?? []
  const [before = '', after = ''] = written.split(DIGITS)
  const isOutOf =
    digits.length === 2 &&
    toNumber(digits[1] ?? '') === outOf &&
    (after.trim() === '/' || OUT_OF.test(plainWords(after)))
  if (digits.length !== 1 && !isOutOf) return undefined
  // "B2" and "2moro" are words.
  if (
    /\p{Letter}$/u.test(before) ||
    /^(?!(?:h|hr|hrs|hs|hours?|horas?|min|mins|x|k?g|lbs?|km|mi)\b)\p{Letter}/u.test(gapless(written, digits[0]))
  )
    return undefined
  const [leading, trailing] = [tokensOf(before), isOutOf ? [] : tokensOf(after)]
  if ([...leading, ...trailing].some((token) => NEGATIONS.has(token))) return undefined
  if (leading.some((token) => !AROUND.has(token)) || trailing.filter((token) => !AROUND.has(token)).length > 1)
    return undefined
  return toNumber(digits[0] ?? '')
}

/** Returns what follows the digits when nothing separates them. */
function gapless(written: string, digits = ''): string {
  return /\s$/.test(digits) ? '' : written.slice(written.indexOf(digits) + digits.length)
}

function tokensOf(text: string): string[] {
  return plainWords(text).split(' ').filter(Boolean)
}

/** "1,500" is fifteen hundred, "1,5" is one and a half. */
function toNumber(written: string): number {
  const plain = written.replace(/[, .]+$/, '').replaceAll(' ', '')
  const whole = /^[-+]?\d{1,3}(?:[,.]\d{3})+$/.test(plain) ? plain.replace(/[,.]/g, '') : plain.replace(',', '.')
  return /^[-+]?\d{1,15}(?:\.\d{1,6})?$/.test(whole) ? Number(whole) : Number.NaN
}

const numbersByLanguage = new Map<string, ReadonlyMap<string, number>>()

function numbersOf(language: string): ReadonlyMap<string, number> {
  const numbers =
    numbersByLanguage.get(language) ??
    new Map(numberWords(language).map(([word, number]): [string, number] => [plainWords(word), number]))
  numbersByLanguage.set(language, numbers)
  return numbers
}
