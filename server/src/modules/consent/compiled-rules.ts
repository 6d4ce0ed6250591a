import { foldLetters, markedWords, plainWords } from './fold-rules.ts'
import { LEXICONS } from './lexicon-rules/every.ts'
import type { Lexicon } from './lexicon-rules/lexicon.ts'

/** A language's words and patterns, ready to be held against folded texts. */
export interface Compiled {
  lexicon: Lexicon
  stop: Set<string>
  joined: Set<string>
  weak: Set<string>
  bare: Set<string>
  marked: Set<string>
  slips: string[]
  notSlips: Set<string>
  start: Set<string>
  yes: Set<string>
  help: Set<string>
  markedHelp: Set<string>
  please: RegExp
  courtesy: RegExp
  clear: RegExp
  reasons: RegExp | null
  limits: RegExp
  maybe: RegExp | null
  wrong: RegExp
  who: RegExp
}

/** Every language, in the order in which they are asked. */
export const COMPILED: readonly Compiled[] = LEXICONS.map(compile)

function compile(lexicon: Lexicon): Compiled {
  const set = (words: string[]) => new Set(words.map(plainWords))
  // Chinese is written without spaces between words.
  const gap = lexicon.language === 'zh' ? '' : ' '
  const folded = (source: string) => foldLetters(source).replaceAll('(texts)', foldLetters(lexicon.texts))
  const anyOf = (sources: string[]) => sources.map((source) => `(?:${folded(source)})`).join('|')
  const reasons = lexicon.reasons ?? []
  const whole = (sources: string[], besides: string[] = []) => {
    const also = besides.length > 0 ? `|${anyOf(besides)}` : ''
    const [before, after] = [`(?:${folded(lexicon.before)}${also})`, `(?:${folded(lexicon.after)}${also})`]
    return new RegExp(`^(?:${before}${gap}){0,4}(?:${anyOf(sources)})(?:${gap}${after}){0,4}$`, 'u')
  }
  const around = (words: string[]) => {
    const one = `(?:${words.map(plainWords).join('|')})`
    return new RegExp(gap ? `^(?:${one} )+|(?: ${one})+$` : `^${one}+|${one}+$`, 'gu')
  }
  const stop = set(lexicon.stop)
  const weak = set(lexicon.weakStop)
  return {
    lexicon,
    stop,
    weak,
    joined: new Set([...stop, ...weak].map((words) => words.replaceAll(' ', ''))),
    bare: set(lexicon.marked),
    marked: new Set(lexicon.marked.map(markedWords)),
    slips: lexicon.slips,
    notSlips: set(lexicon.notSlips),
    start: set(lexicon.start),
    yes: set(lexicon.yes),
    help: set(lexicon.help),
    markedHelp: new Set(lexicon.markedHelp?.map(markedWords)),
    // "please stop" is said in any mixture of languages.
    please: around(gap ? LEXICONS.flatMap((one) => (one.language === 'zh' ? [] : one.please)) : lexicon.please),
    courtesy: around([...lexicon.please, ...lexicon.courtesy]),
    clear: whole([...lexicon.clear, ...stopsWithReason(lexicon, gap)], reasons),
    reasons: reasons.length > 0 ? whole(reasons) : null,
    limits: new RegExp(gap ? `(?:^| )(?:${folded(lexicon.limits)})(?: |$)` : folded(lexicon.limits), 'u'),
    maybe: lexicon.maybe.length > 0 ? new RegExp(anyOf(lexicon.maybe), 'u') : null,
    wrong: whole(lexicon.wrongNumber),
    who: whole(lexicon.whoIsThis),
  }
}

/** "Stop I don't work there", also without a mark between the two. */
function stopsWithReason({ stop, please, reasons = [] }: Lexicon, gap: string): string[] {
  if (reasons.length === 0) return []
  const stops = `(?:${stop.map(plainWords).join('|')})`
  const reason = `(?:${reasons.map((source) => `(?:${source})`).join('|')})`
  const asked = `(?:(?:${please.map(plainWords).join('|')})${gap})?`
  return [`${stops}${gap}${reason}`, `${reason}${gap}${asked}${stops}`]
}
