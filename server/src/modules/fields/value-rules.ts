import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import type { FieldOption } from '@crewline/contract/fields'
import { EMAIL_MAX } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import { plain, type FieldRule } from './rules.ts'

/** Maximum length of single-line text, in characters. */
export const TEXT_MAX = 200
/** Maximum length of multi-line text, in characters. */
export const LONGTEXT_MAX = 2000
const URL_MAX = 1000
/** Larger integers are not exact. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

/** Context for parsing values. */
export interface Ground {
  /** ISO 3166 country for phone numbers without a country code. */
  country: string
}

/** A value to store, or why it is invalid. */
export type Read = { value: CustomValue | null } | { words: LocalizedText }

type Around = Ground & { before?: CustomValue | null | undefined }
type Reader = (raw: unknown, field: FieldRule, around: Around) => Read

/** Parses one nonempty value for a field. */
export function asValue(field: FieldRule, raw: unknown, around: Around): Read {
  return readers[field.type](raw, field, around)
}

const readers: Record<FieldRule['type'], Reader> = {
  text: (raw) => checkLength(oneLineOf(raw), TEXT_MAX),
  longtext: (raw) => checkLength(linesOf(raw), LONGTEXT_MAX),
  number: (raw) => readNumber(raw),
  date: (raw) => readDate(raw),
  boolean: (raw) => readBoolean(raw),
  select: (raw, field, { before }) => readChoices(field, [raw], before, (ids) => ids[0] ?? null),
  multiselect: (raw, field, { before }) => readChoices(field, listOf(raw, field), before, (ids) => ids),
  phone: (raw, _, { country }) => readPhone(raw, country),
  email: (raw) => readEmail(raw),
  url: (raw) => readUrl(raw),
}

/** Bidirectional control characters; they would also reorder the text around a value. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

function oneLineOf(raw: unknown): string | undefined {
  return textOf(raw)
    ?.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ')
    .trim()
}

function linesOf(raw: unknown): string | undefined {
  return textOf(raw)
    ?.replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

function textOf(raw: unknown): string | undefined {
  const text = typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : raw
  return typeof text === 'string' ? text.replace(TURNING, '').toWellFormed() : undefined
}

function checkLength(text: string | undefined, most: number): Read {
  if (text === undefined) return { words: msg({ message: 'Enter text.' }) }
  if (text.length > most)
    return {
      words: msg({
        message: 'Use {most} characters or fewer. This has {length}.',
        values: { most, length: text.length },
      }),
    }
  return { value: text === '' ? null : text }
}

function readNumber(raw: unknown): Read {
  const text = oneLineOf(raw) ?? ''
  const value =
    typeof raw === 'number' ? raw : /^[+-]?(\d{1,16}(\.\d{0,10})?|\.\d{1,10})$/.test(text) ? Number(text) : NaN
  if (!Number.isFinite(value) || Math.abs(value) > NUMBER_MAX)
    return { words: msg({ message: 'Enter a number, like 12 or 12.5.' }) }
  // Turns -0 into 0.
  return { value: value + 0 }
}

function readDate(raw: unknown): Read {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(oneLineOf(raw) ?? '')
  const [, year = '', month = '', day = ''] = match ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = match !== null && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day)
  if (!isReal || Number(year) < 1900 || Number(year) > 2200)
    return { words: msg({ message: 'Enter a date like 2026-04-23.' }) }
  return { value: `${year}-${month}-${day}` }
}

const YES = new Set(['true', 'yes', 'y', '1', 'sí', 'si', 'x'])
const NO = new Set(['false', 'no', 'n', '0'])

function readBoolean(raw: unknown): Read {
  if (typeof raw === 'boolean') return { value: raw }
  const text = (oneLineOf(raw) ?? '').toLowerCase()
  if (YES.has(text)) return { value: true }
  return NO.has(text) ? { value: false } : { words: msg({ message: 'Choose yes or no.' }) }
}

/** Returns a list of choices: as given, or split from text with commas, semicolons or lines. */
function listOf(raw: unknown, field: FieldRule): unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw !== 'string' || optionOf(field, raw)) return [raw]
  return raw
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Parses choices into the order of the options, without duplicates: by id, or by label for active options. */
function readChoices(
  field: FieldRule,
  raw: unknown[],
  before: CustomValue | null | undefined,
  pack: (ids: string[]) => CustomValue | null,
): Read {
  const chosen = new Set<string>()
  for (const choice of raw) {
    const option = optionOf(field, choice)
    if (!option) {
      const labels = offered(field)
      return { words: msg({ message: 'Choose one of: {labels}.', values: { labels } }) }
    }
    if (option.archived && before !== undefined && ![before].flat().includes(option.id))
      return { words: msg({ message: '“{label}” is no longer an option.', values: { label: option.label } }) }
    chosen.add(option.id)
  }
  const ids = field.options.map((option) => option.id).filter((id) => chosen.has(id))
  return ids.length === 0 ? { value: null } : { value: pack(ids) }
}

function optionOf({ options }: FieldRule, raw: unknown): FieldOption | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined
  const text = String(raw)
  return (
    options.find((option) => option.id === text) ??
    options.find((option) => !option.archived && plain(option.label) === plain(text))
  )
}

/** Lists only the first labels, so that the message stays readable. */
function offered({ options }: FieldRule): string {
  const labels = options.filter((option) => !option.archived).map((option) => option.label)
  return labels.length > 6 ? `${labels.slice(0, 6).join(', ')} …` : labels.join(', ')
}

function readPhone(raw: unknown, country: string): Read {
  const text = oneLineOf(raw) ?? ''
  const phone = text.length > 40 ? null : parsePhone(text, country)
  return phone
    ? { value: phone.e164 }
    : {
        words: msg({ message: 'Enter a phone number with its area code, like (555) 010-2233.' }),
      }
}

function readEmail(raw: unknown): Read {
  const email = (oneLineOf(raw) ?? '').toLowerCase()
  const isOne = email.length <= EMAIL_MAX && /^[^\s@<>"(),:;[\]\\]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(email)
  return isOne
    ? { value: email }
    : {
        words: msg({ message: 'Enter an email address, like ana@example.com.' }),
      }
}

function readUrl(raw: unknown): Read {
  const failure = {
    words: msg({ message: 'Enter a link that begins with https://.' }),
  }
  const text = oneLineOf(raw) ?? ''
  if (text === '' || text.length > URL_MAX || /\s/.test(text)) return failure
  const href = linkOf(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  return href === null || href.length > URL_MAX ? failure : { value: href }
}

/** Returns the normalized URL, or null when it is invalid, has no host or contains a password. */
function linkOf(text: string): string | null {
  const url = URL.parse(text)
  const isSite = url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.')
  return isSite && url.username === '' && url.password === '' ? url.href : null
}
