import { baseOf } from '../rules.ts'
import { PHRASE_LANGUAGES, type PhraseLanguage } from './catalog.ts'
import { DAYS } from './days.ts'
import { fitsSlot, mayBeQuestion, normalizeSentence, type FigureKind, type NormalizedSentence } from './normalize.ts'
import { patternOf, sentencesOf, SLOT, type Pattern } from './pattern.ts'

/** One text of a phrase in one language. */
export interface PhraseText {
  text: string
  /** Rises with each change of the text. */
  revision: number
  /** Undefined: no one who reads the language has confirmed this text, so it is not offered. */
  review: { by: string; on: string } | undefined
}

/** A whole sentence of work or safety in several languages. */
export interface Phrase {
  id: string
  isSafety: boolean
  texts: Partial<Record<PhraseLanguage, PhraseText>>
}

/** A sentence found in the phrasebook. */
export interface FoundPhrase {
  id: string
  revision: number
  isSafety: boolean
}

/** A text in which every sentence is a reviewed phrase. */
export interface ReviewedText {
  text: string
  phrases: FoundPhrase[]
}

/** A phrase the sender may pick in place of a text that is not a phrase. */
export interface Suggestion {
  id: string
  text: string
  translated: string
  isSafety: boolean
}

interface Entry {
  phrase: Phrase
  pattern: Pattern
}

/**
 * Looks up texts in a set of phrases; made once for each set. Phrases of the other book count where none of its own fits, and
 * share what that book has worked out.
 */
export class Phrasebook {
  readonly #own: readonly Phrase[]
  readonly #others: Phrasebook | undefined
  readonly #byLanguage = new Map<PhraseLanguage, Map<string, Entry[]>>()
  readonly #words = new Map<PhraseLanguage, Map<string, Set<string>>>()

  constructor(phrases: readonly Phrase[], others?: Phrasebook) {
    this.#own = phrases
    this.#others = others
  }

  /** Its own phrases, then those of the other book. */
  get phrases(): readonly Phrase[] {
    return [...this.#own, ...(this.#others?.phrases ?? [])]
  }

  /** The languages in which any phrase is reviewed. */
  get languages(): PhraseLanguage[] {
    return PHRASE_LANGUAGES.filter((language) => this.phrases.some((phrase) => phrase.texts[language]?.review))
  }

  /**
   * Translates a text whose every sentence is a phrase reviewed in both languages; figures, codes and names are copied
   * unchanged. Returns undefined for any other text: there is no partial translation and no guess.
   */
  translate(text: string, from: string, to: string, names: readonly string[] = []): ReviewedText | undefined {
    const [source, target] = [baseOf(from), baseOf(to)]
    if (!isPhraseLanguage(source) || !isPhraseLanguage(target) || source === target) return undefined
    const known = names.filter((name) => name.trim() !== '')
    const phrases: FoundPhrase[] = []
    const parts: string[] = []
    for (const part of sentencesOf(text)) {
      if (!/[\p{L}\p{N}]/u.test(part)) {
        parts.push(part)
        continue
      }
      // A name may also be a word of a phrase, so it counts as a name only where the sentence is no phrase otherwise.
      const made =
        this.#sentence(part, source, target, []) ??
        (known.length > 0 ? this.#sentence(part, source, target, known) : undefined)
      if (!made) return undefined
      phrases.push(made.found)
      parts.push(`${/^\s*/u.exec(part)?.[0] ?? ''}${made.text}${/\s*$/u.exec(part)?.[0] ?? ''}`)
    }
    return phrases.length === 0 ? undefined : { text: parts.join(''), phrases }
  }

  /** Returns up to `most` phrases with similar words, the most similar first. They are only shown, never sent by themselves. */
  suggest(
    text: string,
    from: string,
    to: string,
    { most, isSafety }: { most: number; isSafety?: boolean },
  ): Suggestion[] {
    const [source, target] = [baseOf(from), baseOf(to)]
    if (!isPhraseLanguage(source) || !isPhraseLanguage(target) || source === target) return []
    const words = new Set(normalizeSentence(text, source, []).key.split(' '))
    return this.#similar(words, source, target)
      .filter(({ phrase }) => !isSafety || phrase.isSafety)
      .sort((a, b) => b.score - a.score)
      .slice(0, most)
      .map(({ phrase }) => ({
        id: phrase.id,
        text: phrase.texts[source]?.text ?? '',
        translated: phrase.texts[target]?.text ?? '',
        isSafety: phrase.isSafety,
      }))
  }

  /** Returns the phrases offered in both languages with similar words, without those of the other book that say the same. */
  #similar(words: Set<string>, source: PhraseLanguage, target: PhraseLanguage): { phrase: Phrase; score: number }[] {
    const own = this.#own
      .filter((phrase) => phrase.texts[target]?.review && phrase.texts[source]?.review)
      .map((phrase) => ({ phrase, score: similarity(words, this.#wordsOf(phrase, source)) }))
      .filter(({ score }) => score >= LEAST_SIMILARITY)
    const keyOf = (phrase: Phrase) => normalizeSentence(phrase.texts[source]?.text ?? '', source, []).key
    const taken = new Set(own.map(({ phrase }) => keyOf(phrase)))
    const others = this.#others ? this.#others.#similar(words, source, target) : []
    return [...own, ...others.filter(({ phrase }) => !taken.has(keyOf(phrase)))]
  }

  #sentence(
    part: string,
    source: PhraseLanguage,
    target: PhraseLanguage,
    names: readonly string[],
  ): { text: string; found: FoundPhrase } | undefined {
    const sentence = normalizeSentence(part, source, names)
    const fitting = (this.#entries(source).get(sentence.key) ?? []).filter(
      ({ phrase, pattern }) =>
        phrase.texts[source]?.review &&
        phrase.texts[target]?.review &&
        mayBeQuestion(source, pattern.isQuestion, sentence.isQuestion) &&
        figuresFit(pattern, sentence),
    )
    const entry = fitting.find(({ pattern }) => pattern.isQuestion === sentence.isQuestion) ?? fitting[0]
    const made = entry?.phrase.texts[target]
    const filled = entry && made ? fillSlots(made.text, entry.pattern, sentence, target) : undefined
    if (!entry || !made || filled === undefined)
      return this.#others && this.#others.#sentence(part, source, target, names)
    const { id, isSafety } = entry.phrase
    return { text: filled, found: { id, isSafety, revision: made.revision } }
  }

  #entries(language: PhraseLanguage): Map<string, Entry[]> {
    const cached = this.#byLanguage.get(language)
    if (cached) return cached
    const entries = new Map<string, Entry[]>()
    for (const phrase of this.#own) {
      const source = phrase.texts[language]?.text
      const pattern = source ? patternOf(source, language) : undefined
      if (!pattern) continue
      const entry = { phrase, pattern }
      const others = entries.get(pattern.key)
      if (others) others.push(entry)
      else entries.set(pattern.key, [entry])
    }
    this.#byLanguage.set(language, entries)
    return entries
  }

  #wordsOf(phrase: Phrase, language: PhraseLanguage): Set<string> {
    const ofLanguage = this.#words.get(language) ?? new Map<string, Set<string>>()
    this.#words.set(language, ofLanguage)
    let words = ofLanguage.get(phrase.id)
    if (!words) {
      const text = (phrase.texts[language]?.text ?? '').replace(SLOT, ' ')
      words = new Set(normalizeSentence(text, language, []).key.split(' '))
      ofLanguage.set(phrase.id, words)
    }
    return words
  }
}

/** A phrase with fewer words in common is not worth showing. */
const LEAST_SIMILARITY = 0.45

function similarity(first: Set<string>, second: Set<string>): number {
  const common = [...first].filter((word) => second.has(word)).length
  return common / (first.size + second.size - common || 1)
}

function isPhraseLanguage(language: string): language is PhraseLanguage {
  return (PHRASE_LANGUAGES as readonly string[]).includes(language)
}

/** Whether the figures and days of a sentence are those that the phrase itself names, and fit its slots elsewhere. */
function figuresFit({ figures, days, slots }: Pattern, sentence: NormalizedSentence): boolean {
  const kinds = slots.filter((slot) => slot !== 'day' && slot !== 'name')
  return (
    figures.length === sentence.figures.length &&
    days.length === sentence.days.length &&
    days.every((day, at) => day === undefined || day === sentence.days[at]) &&
    figures.every((fixed, at) => {
      const figure = sentence.figures[at] ?? ''
      return fixed === undefined ? fitsSlot(kinds.shift() as FigureKind, figure) : fixed === figure
    })
  )
}

/** Fills the slots of the target text; several slots of one kind keep their order. */
function fillSlots(
  template: string,
  pattern: Pattern,
  sentence: NormalizedSentence,
  target: PhraseLanguage,
): string | undefined {
  const values = new Map<string, string[]>()
  const queues = {
    figures: sentence.figures.filter((_figure, at) => pattern.figures[at] === undefined),
    days: sentence.days.filter((_day, at) => pattern.days[at] === undefined),
    names: [...sentence.names],
  }
  for (const slot of pattern.slots) {
    const value =
      slot === 'day'
        ? DAYS[target][queues.days.shift() ?? -1]
        : slot === 'name'
          ? queues.names.shift()
          : queues.figures.shift()
    if (value === undefined) return undefined
    values.set(slot, [...(values.get(slot) ?? []), value])
  }
  if (queues.figures.length + queues.days.length + queues.names.length > 0) return undefined
  const filled = template.replace(SLOT, (slot, kind: string) => values.get(kind)?.shift() ?? slot)
  return [...values.values()].some((rest) => rest.length > 0) || /\{\w+\}/.test(filled) ? undefined : filled
}
