import { baseOf } from '../rules.ts'
import type { Answered, TranslationRequest, Translator } from '../translator.ts'
import { DAYS, ENGLISH_SPANISH, EVERYWHERE, LANGUAGES } from './phrases.ts'

type Language = (typeof LANGUAGES)[number]

/** Phrases by normalized text, for each language pair used so far. */
const books = new Map<string, Map<string, string>>()

/** A number, a time of day or an amount, as people write it. */
const NUMBER =
  /\d{1,2}:\d{2}(?:\s?(?:[ap]m|[ap]\.m\.))?|\d{1,2}\s?(?:[ap]m|[ap]\.m\.)(?!\p{L})|[+(]?\d[\d\s().,/-]*\d|\d/giu

/**
 * The translator without a service: it contains whole sentences from work, reports what it lacks, and never guesses.
 */
export const phrasebook: Translator = {
  name: 'phrasebook',
  isLocal: true,
  translate: async (request) => lookUpTranslation(request),
}

/** Translates the sentences that the phrasebook contains. The rest stays unchanged and is listed. */
export function lookUpTranslation({ text, from, to }: TranslationRequest): Answered {
  const [source, target] = [baseOf(from), baseOf(to)]
  if (!isSupported(source) || !isSupported(target) || source === target)
    return { text, failed: source !== target, untranslated: source === target ? [] : [text] }
  const book = bookOf(source, target)
  const untranslated: string[] = []
  let translatedCount = 0
  const parts = sentencesOf(text).map((part) => {
    if (!/[\p{L}\p{N}]/u.test(part)) return part
    const translation = sentence(part, book, { source, target })
    if (translation === undefined) untranslated.push(part.trim())
    else translatedCount += 1
    return translation ?? part
  })
  if (translatedCount === 0 && untranslated.length > 0) return { text, failed: true, untranslated }
  return { text: parts.join(''), failed: false, untranslated }
}

function isSupported(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language)
}

/** Splits a text into sentences with their end marks. A greeting before a comma is a sentence of its own. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?。！？؟\n])(?=\s|[^\s\d]|$)|(?<=[,،，])(?=\s)/u).filter((part) => part !== '')
}

function sentence(
  part: string,
  book: Map<string, string>,
  { source, target }: { source: Language; target: Language },
): string | undefined {
  const numbers: string[] = []
  const days: number[] = []
  const counted = part.replace(NUMBER, (number) => {
    numbers.push(number.trim())
    return ' # '
  })
  const template = book.get(plain(dayless(counted, source, days)))
  if (template === undefined) return undefined
  let number = 0
  let day = 0
  const filled = template
    .replace(/#/g, () => numbers[number++] ?? '')
    .replace(/@/g, () => DAYS[target][days[day++] ?? 0] ?? '')
  // A sentence with more numbers than the phrase has placeholders would lose one.
  if (number !== numbers.length || day !== days.length) return undefined
  return dressed(part, target === 'en' ? englishCase(filled) : filled, target)
}

/** English capitalizes "I" and the days. */
function englishCase(text: string): string {
  const days = new RegExp(`\\b(${DAYS.en.join('|')})\\b`, 'g')
  return text.replace(/\bi\b/g, 'I').replace(days, (day) => day.charAt(0).toUpperCase() + day.slice(1))
}

/** Replaces days of the week with @ and records them in order. */
function dayless(text: string, language: Language, days: number[]): string {
  const names = DAYS[language].map((name) => name.normalize('NFC'))
  const either = [...names].sort((a, b) => b.length - a.length).map((name) => name.replace(/-/g, '[- ]'))
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(new RegExp(either.join('|'), 'gu'), (name) => {
      days.push(names.indexOf(name.replace(' feira', '-feira')))
      return ' @ '
    })
}

/** Returns the translation with the case and end mark of the original; Spanish gets marks on both sides. */
function dressed(original: string, translated: string, target: Language): string {
  const [, before = '', end = '', after = ''] = /^(\s*)[^]*?([.!?。！？؟,،，]*)(\s*)$/u.exec(original) ?? []
  const isCapital = /^\P{L}*\p{Lu}/u.test(original) || !/[\p{Ll}\p{Lu}]/u.test(original)
  const text = isCapital ? translated.charAt(0).toUpperCase() + translated.slice(1) : translated
  const punctuation = endOf(end, target)
  if (target === 'es' && punctuation === '?') return `${before}¿${text}?${after}`
  if (target === 'es' && punctuation === '!') return `${before}¡${text}!${after}`
  return `${before}${text}${punctuation}${after}`
}

const ENDS: Record<string, Partial<Record<Language, string>>> = {
  '?': { zh: '？', ar: '؟' },
  ',': { zh: '，', ar: '،' },
  '.': { zh: '。' },
  '!': { zh: '！' },
}
const PLAIN_ENDS: Record<string, string> = { '？': '?', '؟': '?', '。': '.', '！': '!', '，': ',', '،': ',' }

function endOf(end: string, target: Language): string {
  const plainEnd = PLAIN_ENDS[end] ?? end
  return ENDS[plainEnd]?.[target] ?? plainEnd
}

/** Normalizes text for the lookup: case, punctuation and spaces are ignored, and English contractions are expanded. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’]/g, "'")
    .replace(/\bi'm\b/g, 'i am')
    .replace(/\bcan't\b|\bcannot\b/g, 'can not')
    .replace(/\bdon't\b/g, 'do not')
    .replace(/\bdidn't\b/g, 'did not')
    .replace(/\bi'll\b/g, 'i will')
    .replace(/\byou're\b/g, 'you are')
    .replace(/[^\p{L}\p{N}\p{Mark}#@' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function bookOf(source: Language, target: Language): Map<string, string> {
  const name = `${source}>${target}`
  const cached = books.get(name)
  if (cached) return cached
  const book = new Map<string, string>()
  const add = (lines: string, columns: readonly string[]) => {
    const [from, to] = [columns.indexOf(source), columns.indexOf(target)]
    if (from < 0 || to < 0) return
    for (const line of lines.trim().split('\n')) {
      const cells = line.split('|').map((cell) => cell.trim())
      const key = plain(cells[from] ?? '')
      if (key !== '' && !book.has(key)) book.set(key, cells[to] ?? '')
    }
  }
  add(EVERYWHERE, LANGUAGES)
  add(ENGLISH_SPANISH, ['en', 'es'])
  books.set(name, book)
  return book
}
