import { foldLetters, isOneSlip, markedWords, partsOf, plainWords, withoutSignature, wordsOf } from './fold-rules.ts'
import { COMPILED, type Compiled } from './compiled-rules.ts'
import type { Language } from './lexicon-rules/lexicon.ts'
import { namedStop, ownStop, signedStop } from './signed-rules.ts'

/** What a text says about consent. `possible_opt_out` is for a person to judge; `yes` counts while opted out only. */
export type Verdict = 'opt_out' | 'opt_in' | 'help' | 'possible_opt_out' | 'yes' | 'none'

/** A verdict, how it was said, and in which language; `wrongNumber` says that somebody else has this number now. */
export interface Judgement {
  verdict: Verdict
  method: 'keyword' | 'natural_language'
  language: Language
  wrongNumber: 'says' | 'asks' | null
}

/** Nobody opts out in more words than this in one sentence; longer ones are not taken apart. */
const SENTENCE_MAX = 160
/** Sentences of one text that are looked at. */
const PARTS_MAX = 12

const ENGLISH_PLEASE = /^please | please$/g

/**
 * Every word, and every piece of one, that a text of several words can be made of to say stop, please and thanks. Only in
 * the letters of ASCII: words of other scripts are not looked up here.
 */
const STOPPING = new Set(COMPILED.flatMap(stoppingWords))

function stoppingWords({ lexicon, stop, weak, bare, joined }: Compiled): string[] {
  const said = [...stop, ...weak, ...bare, ...[...lexicon.please, ...lexicon.courtesy].map(plainWords)]
  const pieces = [...joined].flatMap((word) =>
    Array.from(word, (_, from) => Array.from(word, (_sign, to) => word.slice(from, to + 1))).flat(),
  )
  return [...said.flatMap((words) => words.split(' ')), ...pieces]
}

/** Whether a text is worth asking every language for its ways to say stop: of more than one word at most one may be unknown. */
function mayStop(words: string): boolean {
  if (!/^[a-z0-9]+(?: [a-z0-9]+)+$/.test(words)) return true
  let unknown = 0
  for (const word of words.split(' ')) if (!STOPPING.has(word) && ++unknown > 1) return false
  return true
}

/** The last judgements: a text is asked about more than once on its way in. */
const judged = new Map<string, Judgement>()
const MOST_JUDGED = 500

/**
 * What this text says about consent. Opting out is judged first, always. Where the name of its writer is known, a stop that
 * is followed by nothing but that name is obeyed.
 */
export function judge(text: string, ownName = ''): Judgement {
  const said = judgeWords(text)
  if (ownName === '' || (said.verdict !== 'none' && said.verdict !== 'possible_opt_out')) return said
  const own = ownStop(withoutSignature(text), ownName)
  if (!own) return said
  const { by, surely } = own
  return { ...said, verdict: surely ? 'opt_out' : 'possible_opt_out', method: 'keyword', language: by.lexicon.language }
}

function judgeWords(text: string): Judgement {
  const known = judged.get(text)
  if (known) return known
  if (judged.size >= MOST_JUDGED) judged.clear()
  const said = judgeAnew(text)
  judged.set(text, said)
  return said
}

function judgeAnew(whole: string): Judgement {
  const text = withoutSignature(whole)
  const folded = foldLetters(text)
  const words = wordsOf(folded)
  const parts = partsOf(folded).slice(0, PARTS_MAX)
  const wrong = whoseNumber(parts)
  const said = (verdict: Verdict, by: Compiled, method: Judgement['method'] = 'keyword'): Judgement => ({
    verdict,
    method,
    language: by.lexicon.language,
    wrongNumber: wrong,
  })
  const english = COMPILED[0] as Compiled
  if (words === '') return said('none', english)
  const stops = mayStop(words) ? COMPILED.find((one) => saysStop(words, text, one)) : undefined
  if (stops) return said('opt_out', stops)
  const keyword = COMPILED.find((one) => one.start.has(words) || one.help.has(words) || one.yes.has(words))
  const help = COMPILED.find((one) => one.markedHelp.size > 0 && one.markedHelp.has(markedWords(text)))
  if (help) return said('help', help)
  if (keyword) return said(keyword.start.has(words) ? 'opt_in' : keyword.help.has(words) ? 'help' : 'yes', keyword)
  const short = parts.filter((part) => part.length <= SENTENCE_MAX)
  const asks = COMPILED.find((one) => short.some((part) => one.clear.test(part)) || givesReason(short, one))
  if (asks) return said(asks.limits.test(words) ? 'possible_opt_out' : 'opt_out', asks, 'natural_language')
  const signed = signedStop(folded) ?? namedStop(text, words)
  if (signed) return said('possible_opt_out', signed)
  const isMarked = () => markedWords(text) !== words
  const hints = COMPILED.find((one) => (one.bare.has(words) && !isMarked()) || mayAsk(words, short, one))
  if (hints) return said('possible_opt_out', hints, 'natural_language')
  // Who has this number now is for a person to find out; whether they want texts, too.
  return said(wrong === 'says' ? 'possible_opt_out' : 'none', english)
}

/** "stop", "stop stop", "S T O P", "please stop" and "sotp" mean stop; "stop the line" does not. */
function saysStop(words: string, text: string, one: Compiled): boolean {
  const asked = words.replace(one.please, '').replace(ENGLISH_PLEASE, '')
  if (isOf(asked, one.stop) || isOf(asked, one.weak) || one.joined.has(asked.replaceAll(' ', ''))) return true
  if (one.stop.has(words.replace(one.courtesy, ''))) return true
  if (isOf(asked, one.bare) && [...one.marked].some((word) => ` ${markedWords(text)} `.includes(` ${word} `)))
    return true
  if (asked.includes(' ')) return false
  const once = asked.replace(/(.)\1{2,}/gu, '$1')
  if (once !== asked && once.length >= 3 && one.joined.has(once)) return true
  return asked.length >= 4 && !one.notSlips.has(asked) && one.slips.some((word) => isOneSlip(asked, word))
}

/** "Stop. I don't work there" is a stop with its reason; with anything else beside it, a person judges. */
function givesReason(parts: string[], { stop, reasons }: Compiled): boolean {
  if (reasons === null || parts.length < 2) return false
  const others = parts.filter((part) => !isOf(part, stop))
  return others.length > 0 && others.length < parts.length && others.every((part) => reasons.test(part))
}

function isOf(words: string, list: Set<string>): boolean {
  if (list.has(words)) return true
  const first = words.slice(0, Math.max(0, words.indexOf(' ')))
  return list.has(first) && words.split(' ').every((word) => word === first)
}

function mayAsk(words: string, parts: string[], { maybe }: Compiled): boolean {
  if (maybe === null) return false
  const start = words.slice(0, SENTENCE_MAX)
  return maybe.test(start) || parts.some((part) => part !== start && maybe.test(part))
}

function whoseNumber(parts: string[]): Judgement['wrongNumber'] {
  const short = parts.filter((part) => part.length <= SENTENCE_MAX)
  if (short.some((part) => COMPILED.some((one) => one.wrong.test(part)))) return 'says'
  return short.length === 1 && COMPILED.some((one) => one.who.test(short[0] ?? '')) ? 'asks' : null
}
