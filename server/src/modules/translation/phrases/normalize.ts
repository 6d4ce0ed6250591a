import type { PhraseLanguage } from './catalog.ts'
import { DAYS } from './days.ts'

/** What people type in a chat, and what it stands for. Whole words only, without accents. */
const SPELLINGS: Partial<Record<PhraseLanguage, Record<string, string>>> = {
  en: {
    "i'm": 'i am',
    im: 'i am',
    "i'll": 'i will',
    "i've": 'i have',
    "i'd": 'i would',
    "can't": 'can not',
    cant: 'can not',
    cannot: 'can not',
    "don't": 'do not',
    dont: 'do not',
    "doesn't": 'does not',
    doesnt: 'does not',
    "didn't": 'did not',
    didnt: 'did not',
    "isn't": 'is not',
    isnt: 'is not',
    "won't": 'will not',
    wont: 'will not',
    "aren't": 'are not',
    "wasn't": 'was not',
    "you're": 'you are',
    youre: 'you are',
    "you'll": 'you will',
    "we're": 'we are',
    "we'll": 'we will',
    "it's": 'it is',
    "there's": 'there is',
    "what's": 'what is',
    "where's": 'where is',
    "who's": 'who is',
    "couldn't": 'could not',
    "shouldn't": 'should not',
    "they're": 'they are',
    "haven't": 'have not',
    u: 'you',
    ur: 'your',
    r: 'are',
    pls: 'please',
    plz: 'please',
    thx: 'thanks',
    ty: 'thank you',
    tmrw: 'tomorrow',
    tmr: 'tomorrow',
    tmw: 'tomorrow',
    mins: 'minutes',
    okay: 'ok',
    k: 'ok',
    canceled: 'cancelled',
    hrs: 'hours',
    mon: 'monday',
    tues: 'tuesday',
    thurs: 'thursday',
    fri: 'friday',
  },
  es: {
    q: 'que',
    k: 'que',
    xq: 'por que',
    pq: 'por que',
    xfa: 'por favor',
    pf: 'por favor',
    grax: 'gracias',
    tmb: 'tambien',
  },
  fr: { svp: "s'il vous plait", stp: "s'il te plait", mrc: 'merci', bjr: 'bonjour', dsl: 'desole' },
  pt: {
    vc: 'voce',
    vcs: 'voces',
    obg: 'obrigado',
    hj: 'hoje',
    amanha: 'amanha',
    pfv: 'por favor',
    nao: 'nao',
    n: 'nao',
  },
}

/** In these languages the words of a question differ from those of a statement, with or without a question mark. */
const QUESTIONS_BY_WORDS = new Set<PhraseLanguage>(['en', 'vi', 'zh', 'ht', 'ar'])

/** A letter that makes a code or a word of the figure beside it: Chinese is written without spaces. */
const LETTER = String.raw`(?!\p{Script=Han})\p{L}`

/** A number, a time of day, an amount, a phone number, or a short code such as B2. */
const FIGURE = new RegExp(
  [
    String.raw`\d{1,2}:\d{2}(?:\s?(?:[AaPp][Mm]|[AaPp]\.\s?[Mm]\.))?`,
    String.raw`\d{1,2}\s?(?:[AaPp][Mm]|[AaPp]\.\s?[Mm]\.)(?!${LETTER})`,
    String.raw`[+(]?\d[\d\s().,/-]*\d(?!${LETTER})`,
    String.raw`(?<!${LETTER})\p{Lu}?\d+\p{Lu}?(?!${LETTER})`,
    String.raw`\d`,
  ].join('|'),
  'gu',
)

const KINDS = {
  time: /^(?:(?:[01]?\d|2[0-3]):[0-5]\d|(?:1[0-2]|0?[1-9])(?=\s?[ap])|(?:[01]?\d|2[0-4]))(?:\s?(?:[ap]m|[ap]\.\s?m\.))?$/i,
  number: /^\d{1,3}(?:[.,]?\d{3})*(?:[.,]\d{1,2})?$/,
  phone: /^\+?[\d\s().-]{3,20}$/,
  code: /^(?:\p{Lu}?\d{1,4}\p{Lu}?)$/u,
}
export type FigureKind = keyof typeof KINDS

/** Returns whether a figure of a text may stand in a slot of this kind. */
export function fitsSlot(kind: FigureKind, figure: string): boolean {
  return KINDS[kind].test(figure)
}

/** A sentence without its variable parts. */
export interface NormalizedSentence {
  /** The words, with # for a figure, @ for a day and * for a name. */
  key: string
  isQuestion: boolean
  figures: string[]
  /** Indexes of days, Monday is 0. */
  days: number[]
  names: string[]
}

/**
 * Reduces a sentence to the words a phrase is found by: without case, accents, punctuation and common chat spellings,
 * and with its figures, days and names taken out in their order.
 */
export function normalizeSentence(
  sentence: string,
  language: PhraseLanguage,
  names: readonly string[],
): NormalizedSentence {
  const found: Pick<NormalizedSentence, 'figures' | 'days' | 'names'> = { figures: [], days: [], names: [] }
  let text = sentence.normalize('NFC')
  for (const name of names) text = text.replace(wholeWord(name), (match) => `⟦${found.names.push(match) - 1}⟧`)
  text = text.replace(/⟦\d+⟧/gu, ' * ')
  text = text.replace(FIGURE, (figure) => {
    found.figures.push(figure.trim())
    return ' # '
  })
  text = withoutDays(plainWords(text, language), language, found.days)
  const isQuestion = /[?？؟]/u.test(sentence)
  return { ...found, key: text, isQuestion }
}

/** Returns whether a text may be this phrase, although it may lack the question mark. */
export function mayBeQuestion(language: PhraseLanguage, isPhraseQuestion: boolean, isTextQuestion: boolean): boolean {
  if (isPhraseQuestion === isTextQuestion) return true
  return isPhraseQuestion && QUESTIONS_BY_WORDS.has(language)
}

function plainWords(text: string, language: PhraseLanguage): string {
  const lower = withoutAccents(text.toLowerCase().replace(/[’‘`´]/g, "'"), language)
  const spellings = SPELLINGS[language] ?? {}
  return lower
    .replace(/[^\p{L}\p{N}\p{Mark}#@*' -]+/gu, ' ')
    .split(/[\s-]+/)
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .map((word) => (Object.hasOwn(spellings, word) ? spellings[word] : word))
    .filter((word) => word !== '')
    .join(' ')
}

/** Vietnamese words differ by their accents, and Arabic and Chinese have none to drop. */
function withoutAccents(text: string, language: PhraseLanguage): string {
  if (language === 'vi' || language === 'zh' || language === 'ar') return text
  return text.normalize('NFD').replace(/\p{Mn}/gu, '')
}

/** The days of a language in normalized form, and the pattern that finds them; made once for each language. */
const dayPatterns = new Map<PhraseLanguage, { names: string[]; pattern: RegExp }>()

function dayPatternOf(language: PhraseLanguage): { names: string[]; pattern: RegExp } {
  const cached = dayPatterns.get(language)
  if (cached) return cached
  const names = DAYS[language].map((name) => plainWords(name, language))
  const either = [...names].sort((a, b) => b.length - a.length).join('|')
  // Chinese has no spaces between words.
  const pattern = new RegExp(language === 'zh' ? either : `(?<!\\p{L})(?:${either})(?!\\p{L})`, 'gu')
  const made = { names, pattern }
  dayPatterns.set(language, made)
  return made
}

function withoutDays(text: string, language: PhraseLanguage, days: number[]): string {
  const { names, pattern } = dayPatternOf(language)
  return text
    .replace(pattern, (name) => {
      days.push(names.indexOf(name))
      return ' @ '
    })
    .replace(/\s+/g, ' ')
    .trim()
}

function wholeWord(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'giu')
}
