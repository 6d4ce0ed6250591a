import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { compileIcu, parsePo, type CompiledMessageFunction } from 'pofile-ts'
import { regionalTag } from '@crewline/contract/formats'
import type { LocalizedText, TextValues } from '@crewline/contract/localized-text'

const FOLDER = join(import.meta.dirname, '../../../../locales')
const SOURCE_LOCALE = 'en'

/** The languages of the product: one for each catalog in `locales/`. */
export const LOCALES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.po'))
  .map((name) => name.slice(0, -'.po'.length))
  .toSorted()

/** Translates texts of one language; compiles each message once, when it is first used. */
interface Translator {
  translations: ReadonlyMap<string, string>
  compiled: Map<string, CompiledMessageFunction>
}

const translators = new Map<string, Translator>()

/**
 * Writes out a text in a language; in English where the language has no translation of it, or is none of the product's.
 */
export function localize(text: LocalizedText, locale: string): string {
  const { id, message, values } = text
  if (id === '') return message
  const translator = translatorOf(locale)
  let format = translator.compiled.get(id)
  if (!format) {
    const translation = translator.translations.get(id)
    format = compileIcu(translation ?? message, {
      locale: regionalTag(translation === undefined ? SOURCE_LOCALE : locale),
    })
    translator.compiled.set(id, format)
  }
  return String(format(values && writeOut(values, locale)))
}

/** Writes out the error message of each field in one language. */
export function localizeEach(texts: Readonly<Record<string, LocalizedText>>, locale: string): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, localize(text, locale)]))
}

function writeOut(values: TextValues, locale: string): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? localize(value, locale) : value]),
  )
}

function translatorOf(locale: string): Translator {
  const known = LOCALES.includes(locale) ? locale : SOURCE_LOCALE
  let translator = translators.get(known)
  if (!translator) {
    translator = { translations: readCatalog(known), compiled: new Map() }
    translators.set(known, translator)
  }
  return translator
}

/** Reads the translations of a language by message id; an empty one is missing. */
function readCatalog(locale: string): ReadonlyMap<string, string> {
  const { items } = parsePo(readFileSync(join(FOLDER, `${locale}.po`), 'utf8'))
  return new Map(
    items.flatMap(({ msgid, msgctxt, msgstr: [translation = ''] }) =>
      translation === '' ? [] : [[generateMessageId(msgid, msgctxt ?? undefined), translation] as const],
    ),
  )
}
