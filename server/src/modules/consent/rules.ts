import {
  normalizeLetters,
  isOneSlip,
  wordsWithDiacritics,
  partsOf,
  plainWords,
  withoutSignature,
  wordsOf,
} from './normalize-rules.ts'
import { COMPILED, type Compiled } from './compiled-rules.ts'
import type { Language } from './lexicon-rules/lexicon.ts'
import { namedStop, findStopWithOwnName, signedStop, stopAboveSignature } from './signed-rules.ts'

/**
 * How a message is classified. A member decides on `possible_opt_out`; `yes` counts only while the number is opted out.
 */
export type MessageIntent = 'opt_out' | 'opt_in' | 'help' | 'possible_opt_out' | 'yes' | 'none'

/** A classification with its method and language. `wrongNumber` means that another person now has the number. */
export interface Judgement {
  intent: MessageIntent
  method: 'keyword' | 'natural_language' | 'carrier'
  language: Language
  wrongNumber: 'says' | 'asks' | null
}

/** Maximum sentence length to analyze, in characters; opt-out requests are shorter. */
const SENTENCE_MAX = 160
/** Maximum number of sentences analyzed per message. */
const PARTS_MAX = 12

const ENGLISH_PLEASE = /^please | please$/g

/**
 * Every word, and every part of one, that can occur in a request of several words to stop, with please and thanks.
 * ASCII letters only: words of other scripts are not looked up here.
 */
const STOPPING = new Set(COMPILED.flatMap(listStopWords))

function listStopWords({ lexicon, stop, weak, bare, joined }: Compiled): string[] {
  const phrases = [...stop, ...weak, ...bare, ...[...lexicon.please, ...lexicon.courtesy].map(plainWords)]
  const pieces = [...joined].flatMap((word) =>
    Array.from(word, (_, from) => Array.from(word, (_sign, to) => word.slice(from, to + 1))).flat(),
  )
  return [...phrases.flatMap((phrase) => phrase.split(' ')), ...pieces]
}

/** Returns whether the stop rules of every language should be checked: at most one of several words may be unknown. */
function mayStop(words: string): boolean {
  if (!/^[a-z0-9]+(?: [a-z0-9]+)+$/.test(words)) return true
  let unknown = 0
  for (const word of words.split(' ')) if (!STOPPING.has(word) && ++unknown > 1) return false
  return true
}

/** Cache of recent results: each inbound message is classified more than once. */
const judged = new Map<string, Judgement>()
const MOST_JUDGED = 500

/**
 * Classifies a message. Always checks for an opt-out first. With the sender's name, a stop followed by only that name
 * is an opt-out.
 */
export function judge(text: string, ownName = ''): Judgement {
  const judgement = judgeCached(text)
  if (ownName === '' || (judgement.intent !== 'none' && judgement.intent !== 'possible_opt_out')) return judgement
  const ownMatch = findStopWithOwnName(withoutSignature(text), ownName)
  if (!ownMatch) return judgement
  const { by, surely } = ownMatch
  return {
    ...judgement,
    intent: surely ? 'opt_out' : 'possible_opt_out',
    method: 'keyword',
    language: by.lexicon.language,
  }
}

function judgeCached(text: string): Judgement {
  const cached = judged.get(text)
  if (cached) return cached
  if (judged.size >= MOST_JUDGED) judged.clear()
  const judgement = judgeUncached(text)
  judged.set(text, judgement)
  return judgement
}

function judgeUncached(message: string): Judgement {
  const text = withoutSignature(message)
  const folded = normalizeLetters(text)
  const words = wordsOf(folded)
  const parts = partsOf(folded).slice(0, PARTS_MAX)
  const wrongNumber = classifyWrongNumber(parts)
  const judgementOf = (intent: MessageIntent, by: Compiled, method: Judgement['method'] = 'keyword'): Judgement => ({
    intent,
    method,
    language: by.lexicon.language,
    wrongNumber,
  })
  const english = COMPILED[0] as Compiled
  if (words === '') return judgementOf('none', english)
  const stops = mayStop(words) ? COMPILED.find((compiled) => isStopRequest(words, text, compiled)) : undefined
  if (stops) return judgementOf('opt_out', stops)
  const above = stopAboveSignature(text)
  if (above) return judgementOf('opt_out', above)
  const keyword = COMPILED.find(
    (compiled) => compiled.start.has(words) || compiled.help.has(words) || compiled.yes.has(words),
  )
  const help = COMPILED.find(
    (compiled) => compiled.markedHelp.size > 0 && compiled.markedHelp.has(wordsWithDiacritics(text)),
  )
  if (help) return judgementOf('help', help)
  if (keyword)
    return judgementOf(keyword.start.has(words) ? 'opt_in' : keyword.help.has(words) ? 'help' : 'yes', keyword)
  const short = parts.filter((part) => part.length <= SENTENCE_MAX)
  const clearRequest = COMPILED.find(
    (compiled) => short.some((part) => compiled.clear.test(part)) || isStopWithReason(short, compiled),
  )
  if (clearRequest)
    return judgementOf(
      clearRequest.limits.test(words) ? 'possible_opt_out' : 'opt_out',
      clearRequest,
      'natural_language',
    )
  const signed = signedStop(folded) ?? namedStop(text, words)
  if (signed) return judgementOf('possible_opt_out', signed)
  const isMarked = () => wordsWithDiacritics(text) !== words
  const hints = COMPILED.find(
    (compiled) => (compiled.bare.has(words) && !isMarked()) || isPossibleRequest(words, short, compiled),
  )
  if (hints) return judgementOf('possible_opt_out', hints, 'natural_language')
  // A member must find out who has this number now and whether they want texts.
  return judgementOf(wrongNumber === 'says' ? 'possible_opt_out' : 'none', english)
}

/** "stop", "stop stop", "S T O P", "please stop" and "sotp" mean stop; "stop the line" does not. */
function isStopRequest(words: string, text: string, compiled: Compiled): boolean {
  const request = words.replace(compiled.please, '').replace(ENGLISH_PLEASE, '')
  if (isOf(request, compiled.stop) || isOf(request, compiled.weak) || compiled.joined.has(request.replaceAll(' ', '')))
    return true
  if (compiled.stop.has(words.replace(compiled.courtesy, ''))) return true
  if (
    isOf(request, compiled.bare) &&
    [...compiled.marked].some((word) => ` ${wordsWithDiacritics(text)} `.includes(` ${word} `))
  )
    return true
  if (request.includes(' ')) return false
  const once = request.replace(/(.)\1{2,}/gu, '$1')
  if (once !== request && once.length >= 3 && compiled.joined.has(once)) return true
  return (
    request.length >= 4 && !compiled.notSlips.has(request) && compiled.slips.some((word) => isOneSlip(request, word))
  )
}

/** "Stop. I don't work there" is a stop with its reason. With any other sentence, a member decides. */
function isStopWithReason(parts: string[], { stop, reasons }: Compiled): boolean {
  if (reasons === null || parts.length < 2) return false
  const others = parts.filter((part) => !isOf(part, stop))
  return others.length > 0 && others.length < parts.length && others.every((part) => reasons.test(part))
}

function isOf(words: string, list: Set<string>): boolean {
  if (list.has(words)) return true
  const first = words.slice(0, Math.max(0, words.indexOf(' ')))
  return list.has(first) && words.split(' ').every((word) => word === first)
}

function isPossibleRequest(words: string, parts: string[], { maybe }: Compiled): boolean {
  if (maybe === null) return false
  const start = words.slice(0, SENTENCE_MAX)
  return maybe.test(start) || parts.some((part) => part !== start && maybe.test(part))
}

function classifyWrongNumber(parts: string[]): Judgement['wrongNumber'] {
  const short = parts.filter((part) => part.length <= SENTENCE_MAX)
  if (short.some((part) => COMPILED.some((compiled) => compiled.wrongNumber.test(part)))) return 'says'
  return short.length === 1 && COMPILED.some((compiled) => compiled.whoIsThis.test(short[0] ?? '')) ? 'asks' : null
}
