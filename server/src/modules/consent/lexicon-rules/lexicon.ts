/** The supported languages of contacts. */
export type Language = 'en' | 'es' | 'fr' | 'pt' | 'vi' | 'zh' | 'ht' | 'ar' | 'tl'

/**
 * The consent vocabulary of one language. Patterns are regular expressions over normalized text: lower case, no
 * accents, no apostrophes, one space between words. `(texts)` stands for the language's words for text messages.
 */
export interface Lexicon {
  language: Language
  /** Opt out when alone or with a courtesy. */
  stop: string[]
  /** Also used at work: opt out only when alone or with "please". */
  weakStop: string[]
  /**
   * Words with another meaning when written without diacritics: with them they opt out, without them a member decides.
   */
  marked: string[]
  /** Words in which one wrong letter is accepted, and the real words one letter away from them. */
  slips: string[]
  notSlips: string[]
  start: string[]
  /** Yes: opts in, but only a number that is opted out. */
  yes: string[]
  help: string[]
  /** Help words that are names or meaningless without their diacritics. */
  markedHelp?: string[]
  /** Words for "please", and courtesies that may accompany a stop word. */
  please: string[]
  courtesy: string[]
  /** The language's words for text messages. */
  texts: string
  /** Sentences that clearly ask for no more texts, and what may precede and follow them. */
  clear: string[]
  before: string
  after: string
  /** Sentences that give a reason: next to a stop word in its own sentence, they make the request clear. */
  reasons?: string[]
  /** Words that limit the request to a time or a topic: then a member decides. */
  limits: string
  /** A member decides wherever these occur. */
  maybe: string[]
  /** Sentences that say the number belongs to another person, and sentences that only ask who is texting. */
  wrongNumber: string[]
  whoIsThis: string[]
}
