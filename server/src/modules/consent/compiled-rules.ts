import { normalizeLetters, wordsWithDiacritics, plainWords } from './normalize-rules.ts'
import { LEXICONS } from './lexicon-rules/every.ts'
import type { Lexicon } from './lexicon-rules/lexicon.ts'

/** A language's words and patterns, compiled for matching normalized text. */
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
  wrongNumber: RegExp
  whoIsThis: RegExp
}

/** Compiled rules of every language, in matching order. */
export const COMPILED: readonly Compiled[] = LEXICONS.map(compile)

function compile(lexicon: Lexicon): Compiled {
  const set = (words: string[]) => new Set(words.map(plainWords))
  // Chinese has no spaces between words.
  const gap = lexicon.language === 'zh' ? '' : ' '
  const folded = (source: string) => normalizeLetters(source).replaceAll('(texts)', normalizeLetters(lexicon.texts))
  const anyOf = (sources: string[]) => sources.map((source) => `(?:${folded(source)})`).join('|')
  const reasons = lexicon.reasons ?? []
  const matchWhole = (sources: string[], besides: string[] = []) => {
    const also = besides.length > 0 ? `|${anyOf(besides)}` : ''
    const [before, after] = [`(?:${folded(lexicon.before)}${also})`, `(?:${folded(lexicon.after)}${also})`]
    return new RegExp(`^(?:${before}${gap}){0,4}(?:${anyOf(sources)})(?:${gap}${after}){0,4}$`, 'u')
  }
  const around = (words: string[]) => {
    const alternatives = `(?:${words.map(plainWords).join('|')})`
    return new RegExp(
      gap ? `^(?:${alternatives} )+|(?: ${alternatives})+$` : `^${alternatives}+|${alternatives}+$`,
      'gu',
    )
  }
  const stop = set(lexicon.stop)
  const weak = set(lexicon.weakStop)
  return {
    lexicon,
    stop,
    weak,
    joined: new Set([...stop, ...weak].map((words) => words.replaceAll(' ', ''))),
    bare: set(lexicon.marked),
    marked: new Set(lexicon.marked.map(wordsWithDiacritics)),
    slips: lexicon.slips,
    notSlips: set(lexicon.notSlips),
    start: set(lexicon.start),
    yes: set(lexicon.yes),
    help: set(lexicon.help),
    markedHelp: new Set(lexicon.markedHelp?.map(wordsWithDiacritics)),
    // "please stop" occurs in any mixture of languages.
    please: around(gap ? LEXICONS.flatMap((entry) => (entry.language === 'zh' ? [] : entry.please)) : lexicon.please),
    courtesy: around([...lexicon.please, ...lexicon.courtesy]),
    clear: matchWhole([...lexicon.clear, ...stopsWithReason(lexicon, gap)], reasons),
    reasons: reasons.length > 0 ? matchWhole(reasons) : null,
    limits: new RegExp(gap ? `(?:^| )(?:${folded(lexicon.limits)})(?: |$)` : folded(lexicon.limits), 'u'),
    maybe: lexicon.maybe.length > 0 ? new RegExp(anyOf(lexicon.maybe), 'u') : null,
    wrongNumber: matchWhole(lexicon.wrongNumber),
    whoIsThis: matchWhole(lexicon.whoIsThis),
  }
}

/** Matches "Stop I don't work there", also without punctuation between the two parts. */
function stopsWithReason({ stop, please, reasons = [] }: Lexicon, gap: string): string[] {
  if (reasons.length === 0) return []
  const stops = `(?:${stop.map(plainWords).join('|')})`
  const reason = `(?:${reasons.map((source) => `(?:${source})`).join('|')})`
  const optionalPlease = `(?:(?:${please.map(plainWords).join('|')})${gap})?`
  return [`${stops}${gap}${reason}`, `${reason}${gap}${optionalPlease}${stops}`]
}
