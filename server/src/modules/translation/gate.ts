import { languageOf } from './detect.ts'
import { baseOf } from './rules.ts'

/** Why a machine translation was refused. */
export type GateFailure =
  | 'empty'
  | 'unchanged'
  | 'figures'
  | 'day_half'
  | 'kept_words'
  | 'negation'
  | 'length'
  | 'language'
  | 'repetition'

export interface GateInput {
  source: string
  translated: string
  from: string
  to: string
  /** Names of people, places, machines and products that must appear unchanged. */
  keep: readonly string[]
}

/** A translation shorter or longer than this, relative to its source, lost or invented something. */
const LENGTH_RATIO = { least: 0.5, most: 2.2 }
/** Chinese and Japanese need far fewer characters than languages written with letters. */
const DENSE = new Set(['zh', 'ja', 'ko'])
const DENSITY = 2.6
/** Below this many characters a ratio of lengths and a detected language say little. */
const SHORT = 24

/** Words that negate or forbid. Both texts must have one, or neither. */
const NEGATIONS = new Map<string, RegExp>(
  Object.entries({
    en: /\b(?:no|not|never|none|nobody|nothing|without|neither|nor|avoid|forbidden|prohibited|cannot|\w+n['’]t)\b/i,
    es: /\b(?:no|nunca|jam[aá]s|nadie|nada|ning[uú]n[oa]?|sin|tampoco|ni|evit\w+|prohib\w+)\b/i,
    fr: /\b(?:ne|pas|jamais|aucune?|rien|personne|sans|ni|non|[eé]vit\w+|interdi\w+|d[eé]fense)\b|\bn['’]/i,
    pt: /(?<!\p{L})(?:n[aã]o|nunca|jamais|ningu[eé]m|nada|nenhuma?|sem|nem|evit\p{L}+|proib\p{L}+)(?!\p{L})/iu,
    vi: /không|đừng|chưa|cấm|chẳng|tránh/i,
    zh: /不|没|沒|别|別|勿|禁|无|無|未|避免/,
    ht: /\b(?:pa|pap|p['’]?ap|non|janm|san|okenn|evite|entèdi|anyen)\b/i,
    ar: /(?<!\p{L})(?:و?لا|لن|لم|ليس|ليست|بدون|دون|ممنوع|تجنب|تجنبوا|غير|أبدا)(?!\p{L})/u,
    de: /\b(?:nicht|kein\w*|nie|niemals|ohne|niemand|nichts|vermeid\w+|verbot\w+|weder|nein)\b/i,
    it: /\b(?:non|no|mai|nessun\w*|niente|nulla|senza|né|evit\w+|vietat\w+)\b/i,
  }),
)

/** Words that restrict. One in the source must have one in the translation; some of them also mean something else. */
const RESTRICTIONS = new Map<string, RegExp>(
  Object.entries({
    en: /\b(?:only|except|unless)\b/i,
    es: /\b(?:s[oó]lo|solamente|[uú]nic[oa]s?|[uú]nicamente|excepto|salvo|menos|m[aá]s que)\b/i,
    fr: /\b(?:seul\w*|uniquement|sauf|que|moins|excepté)\b/i,
    pt: /(?<!\p{L})(?:s[oó]|somente|apenas|exceto|salvo|menos|únic[oa]s?)(?!\p{L})/iu,
    vi: /chỉ|trừ|ngoại/i,
    zh: /只|仅|僅|除/,
    ht: /\b(?:sèlman|sof|sèl)\b/i,
    ar: /فقط|إلا|ما عدا|سوى/,
    de: /\b(?:nur|außer|bis auf|es sei denn)\b/i,
    it: /\b(?:solo|soltanto|solamente|tranne|salvo|eccetto|meno)\b/i,
  }),
)

/**
 * Checks a machine translation. Returns why it must not be shown or sent, or undefined when every check passed. The
 * checks find altered figures, names and prohibitions; they cannot prove that the meaning is right.
 */
export async function checkTranslation(input: GateInput): Promise<GateFailure | undefined> {
  const { source, translated, to } = input
  const text = translated.trim()
  if (text === '') return 'empty'
  if (hasNoNewWords(source, text)) return 'unchanged'
  if (!sameList(figuresOf(source), figuresOf(text))) return 'figures'
  if (!sameList(dayHalvesOf(source), dayHalvesOf(text))) return 'day_half'
  if (input.keep.some((word) => countOf(source, word) > countOf(text, word)) || !keepsAddresses(source, text))
    return 'kept_words'
  if (negationChanged(input)) return 'negation'
  if (!isPlausibleLength(input)) return 'length'
  if (repeats(text) && !repeats(source)) return 'repetition'
  if (text.length >= SHORT && baseOf(await languageOf(text, to)) !== baseOf(to)) return 'language'
  return undefined
}

function hasNoNewWords(source: string, text: string): boolean {
  const plain = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  return plain(source) === plain(text)
}

const ARABIC_DIGITS = '٠١٢٣٤٥٦٧٨٩'

/** The digits of a text in a stable order; a translator may reorder a sentence, and write its digits in another script. */
function figuresOf(text: string): string[] {
  const latin = text.replace(/[٠-٩]/g, (digit) => String(ARABIC_DIGITS.indexOf(digit)))
  const figures = latin.match(/\d+(?:[.,:/-]\d+)*/g) ?? []
  return figures.map((figure) => figure.replace(/[.,](?=\d{3}(?!\d))/g, '').replace(/,/g, '.')).sort()
}

/** Morning or afternoon, once for each time that says it. */
function dayHalvesOf(text: string): string[] {
  return (text.match(/(?<=\d\s?)[ap]\.?\s?m\b/gi) ?? []).map((half) => half.charAt(0).toLowerCase()).sort()
}

function keepsAddresses(source: string, text: string): boolean {
  const addresses =
    source.match(/https?:\/\/[^\s<>"]+|[\w.+-]+@[\w-]+\.[\w.-]+|\{[a-z][a-z0-9_]*(?:\|[^{}]*)?\}/gu) ?? []
  return addresses.every((address) => text.includes(address))
}

function countOf(text: string, word: string): number {
  if (word.trim() === '') return 0
  const pattern = `(?<![\\p{L}\\p{N}])${word.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`
  return text.match(new RegExp(pattern, 'gu'))?.length ?? 0
}

/** A prohibition must stay one, and none may appear. Languages without a list of negations cannot be checked, so they fail. */
function negationChanged({ source, translated, from, to }: GateInput): boolean {
  const [before, after] = [NEGATIONS.get(baseOf(from)), NEGATIONS.get(baseOf(to))]
  if (!before || !after) return true
  const isRestricted = RESTRICTIONS.get(baseOf(from))?.test(source) && baseOf(from) === 'en'
  return (
    before.test(source) !== after.test(translated) ||
    Boolean(isRestricted && !RESTRICTIONS.get(baseOf(to))?.test(translated))
  )
}

function isPlausibleLength({ source, translated, from, to }: GateInput): boolean {
  const weight = (text: string, language: string) => text.trim().length * (DENSE.has(baseOf(language)) ? DENSITY : 1)
  if (source.trim().length < SHORT) return weight(translated, to) <= weight(source, from) * 4 + SHORT
  const ratio = weight(translated, to) / weight(source, from)
  return ratio >= LENGTH_RATIO.least && ratio <= LENGTH_RATIO.most
}

/** Models that lose track repeat a word or a group of words. */
function repeats(text: string): boolean {
  return /(?<!\p{L})(\p{L}{2,})(?:[\s,.]+\1){2,}(?!\p{L})/iu.test(text) || /(.{12,}?)\s*\1\s*\1/su.test(text)
}

function sameList(first: string[], second: string[]): boolean {
  return first.length === second.length && first.every((value, at) => value === second[at])
}
