import { baseOf } from '../rules.ts'
import type { Answered, Asked, Translator } from '../translator.ts'
import { DAYS, ENGLISH_SPANISH, EVERYWHERE, LANGUAGES } from './phrases.ts'

type Language = (typeof LANGUAGES)[number]

/** Phrases by their plain words, for each pair of languages that was asked for. */
const books = new Map<string, Map<string, string>>()

/** A number, a time of day or an amount, as people write it. */
const NUMBER =
  /\d{1,2}:\d{2}(?:\s?(?:[ap]m|[ap]\.m\.))?|\d{1,2}\s?(?:[ap]m|[ap]\.m\.)(?!\p{L})|[+(]?\d[\d\s().,/-]*\d|\d/giu

/** The translator that needs no service: it knows whole sentences of work, says so where it does not, and never guesses. */
export const phrasebook: Translator = {
  name: 'phrasebook',
  isLocal: true,
  translate: async (asked) => lookUp(asked),
}

/** Translates sentence by sentence what the phrasebook has; the rest stays as it is and is named. */
export function lookUp({ text, from, to }: Asked): Answered {
  const [source, target] = [baseOf(from), baseOf(to)]
  if (!isKnown(source) || !isKnown(target) || source === target)
    return { text, failed: source !== target, untranslated: source === target ? [] : [text] }
  const book = bookOf(source, target)
  const untranslated: string[] = []
  let found = 0
  const parts = sentencesOf(text).map((part) => {
    if (!/[\p{L}\p{N}]/u.test(part)) return part
    const said = sentence(part, book, { source, target })
    if (said === undefined) untranslated.push(part.trim())
    else found += 1
    return said ?? part
  })
  if (found === 0 && untranslated.length > 0) return { text, failed: true, untranslated }
  return { text: parts.join(''), failed: false, untranslated }
}

function isKnown(language: string): language is Language {
  return (LANGUAGES as readonly string[]).includes(language)
}

/** Sentences with what ends them; a greeting before a comma is one of its own. */
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
  const known = book.get(plain(dayless(counted, source, days)))
  if (known === undefined) return undefined
  let number = 0
  let day = 0
  const filled = known
    .replace(/#/g, () => numbers[number++] ?? '')
    .replace(/@/g, () => DAYS[target][days[day++] ?? 0] ?? '')
  // A sentence with more numbers than the phrase has places would lose one.
  if (number !== numbers.length || day !== days.length) return undefined
  return dressed(part, target === 'en' ? englishCase(filled) : filled, target)
}

/** English writes the first person and the days with a capital. */
function englishCase(words: string): string {
  const days = new RegExp(`\\b(${DAYS.en.join('|')})\\b`, 'g')
  return words.replace(/\bi\b/g, 'I').replace(days, (day) => day.charAt(0).toUpperCase() + day.slice(1))
}

/** Days of the week become @; which they were is noted in their order. */
function dayless(text: string, language: Language, days: number[]): string {
  const names = DAYS[language].map((name) => name.normalize('NFC'))
  const either = [...names].sort((one, other) => other.length - one.length).map((name) => name.replace(/-/g, '[- ]'))
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(new RegExp(either.join('|'), 'gu'), (name) => {
      days.push(names.indexOf(name.replace(' feira', '-feira')))
      return ' @ '
    })
}

/** The translation with the case and the end of the original, and Spanish marks on both sides. */
function dressed(original: string, translated: string, target: Language): string {
  const [, before = '', end = '', after = ''] = /^(\s*)[^]*?([.!?。！？؟,،，]*)(\s*)$/u.exec(original) ?? []
  const isCapital = /^\P{L}*\p{Lu}/u.test(original) || !/[\p{Ll}\p{Lu}]/u.test(original)
  const words = isCapital ? translated.charAt(0).toUpperCase() + translated.slice(1) : translated
  const mark = endOf(end, target)
  if (target === 'es' && mark === '?') return `${before}¿${words}?${after}`
  if (target === 'es' && mark === '!') return `${before}¡${words}!${after}`
  return `${before}${words}${mark}${after}`
}

const ENDS: Record<string, Partial<Record<Language, string>>> = {
  '?': { zh: '？', ar: '؟' },
  ',': { zh: '，', ar: '،' },
  '.': { zh: '。' },
  '!': { zh: '！' },
}
const PLAIN_ENDS: Record<string, string> = { '？': '?', '؟': '?', '。': '.', '！': '!', '，': ',', '،': ',' }

function endOf(end: string, target: Language): string {
  const mark = PLAIN_ENDS[end] ?? end
  return ENDS[mark]?.[target] ?? mark
}

/** Words as they are looked up: case, marks and spaces do not matter; nor do the short forms of English. */
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
  const known = books.get(name)
  if (known) return known
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
