/** The languages in which workers are understood. */
export type Language = 'en' | 'es' | 'fr' | 'pt' | 'vi' | 'zh' | 'ht' | 'ar'

/**
 * What one language knows about consent. Patterns are regular expressions over folded text: lower case, no accents, no
 * apostrophes, one space between words. `(texts)` stands for the words for text messages of the language.
 */
export interface Lexicon {
  language: Language
  /** Alone, or with a courtesy, they opt out. */
  stop: string[]
  /** Work words too: they opt out alone or with "please" only. */
  weakStop: string[]
  /** Words that mean something else without their marks: marked they opt out, bare they are for a person to judge. */
  marked: string[]
  /** Words in which one wrong letter is forgiven, and the real words that are one letter away. */
  slips: string[]
  notSlips: string[]
  start: string[]
  /** Yes: opts in, while opted out only. */
  yes: string[]
  help: string[]
  /** Words for help that are names or nothing without their marks. */
  markedHelp?: string[]
  /** Asking words for `please`, and courtesies that may stand beside a stop word. */
  please: string[]
  courtesy: string[]
  /** What the language calls texts. */
  texts: string
  /** Sentences that clearly ask for no more texts, and what may stand before and after them. */
  clear: string[]
  before: string
  after: string
  /** Sentences that give a reason: beside a stop word in a sentence of its own they make it clear. */
  reasons?: string[]
  /** Words that limit the wish to a time or a matter: then a person judges. */
  limits: string
  /** What is for a person to judge wherever it stands. */
  maybe: string[]
  /** Sentences that say the number belongs to somebody else; and those that only ask who is there. */
  wrongNumber: string[]
  whoIsThis: string[]
}
