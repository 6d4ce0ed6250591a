import { PICTURES_MAX } from '@crewline/contract/block-limits'
import type { Block } from '@crewline/contract/blocks'
import {
  areStorable,
  fingerprintOf,
  picturesIn,
  plainText,
  textsOf,
  textsOfCover,
  translationState,
  type Texts,
  type TranslationState,
} from '@crewline/contract/block-rules'
import type { NewsContent, NewsLanguage } from '@crewline/contract/news'

export { AUTONYMS } from '@crewline/contract/flow-languages'

/** The languages of issues. */
export { flowLanguages as NEWS_LANGUAGES } from '@crewline/contract/flow-languages'

/** Something that is translated: the title, the cover or a block. */
export interface TranslationRow {
  key: string
  kind: 'title' | 'cover' | Block['type']
  texts: Texts
  /** Its texts in the other language; empty while there are none. */
  translated: Texts
  state: TranslationState
}

/** Returns what has to be translated in an issue, in reading order. */
export function translationRows(content: NewsContent, language: NewsLanguage): TranslationRow[] {
  const translations = content.translations[language] ?? {}
  const parts: { key: string; kind: TranslationRow['kind']; texts: Texts }[] = [
    { key: 'title', kind: 'title', texts: content.title === '' ? [[]] : [[{ text: content.title }]] },
    { key: 'cover', kind: 'cover', texts: textsOfCover(content.cover) },
    ...content.blocks.map((block) => ({ key: block.id, kind: block.type, texts: textsOf(block) })),
  ]
  return parts
    .map(({ key, kind, texts }) => {
      const state = translationState(texts, translations[key])
      return { key, kind, texts, translated: translations[key]?.texts ?? [], state }
    })
    .filter(({ state }) => state !== 'not_needed')
}

/** Returns how many texts of an issue have no up-to-date translation into a language. */
export function openTranslations(content: NewsContent, language: NewsLanguage): number {
  return translationRows(content, language).filter(({ state }) => state !== 'done').length
}

/** Stores a translation that was made of the current texts. */
export function withTranslation(
  content: NewsContent,
  language: NewsLanguage,
  { key, source, texts }: { key: string; source: Texts; texts: Texts },
): NewsContent {
  const translation = { of: fingerprintOf(source), texts }
  const all = { ...content.translations[language], [key]: translation }
  return { ...content, translations: { ...content.translations, [language]: all } }
}

/**
 * Stores what a machine translated, unless the text or its translation changed since the row was read: what a member wrote
 * meanwhile stays.
 */
export function withMachineTranslation(
  now: NewsContent,
  language: NewsLanguage,
  { row, texts }: { row: TranslationRow; texts: Texts },
): NewsContent {
  const current = translationRows(now, language).find(({ key }) => key === row.key)
  const isUntouched =
    current !== undefined &&
    fingerprintOf(current.texts) === fingerprintOf(row.texts) &&
    fingerprintOf(current.translated) === fingerprintOf(row.translated) &&
    current.state === row.state
  return isUntouched ? withTranslation(now, language, { key: row.key, source: row.texts, texts }) : now
}

/** Returns the blocks whose text is too long to be stored. */
export function blocksTooLong({ blocks }: NewsContent): string[] {
  return blocks.flatMap((block) => (areStorable(textsOf(block)) ? [] : [block.id]))
}

/** Returns the block with the first picture that is one too many to be stored. */
export function blockWithTooManyPictures({ blocks }: NewsContent): string | undefined {
  return blocks.find((_block, at) => picturesIn(blocks.slice(0, at + 1)).length > PICTURES_MAX)?.id
}

/** Drops translations of blocks that no longer exist, so that they do not pile up. */
export function withoutOrphans(content: NewsContent): NewsContent {
  const keys = new Set(['title', 'cover', ...content.blocks.map(({ id }) => id)])
  const translations = Object.fromEntries(
    Object.entries(content.translations)
      .filter(([tag]) => content.languages.some((language) => language === tag))
      .map(([tag, all]) => [tag, Object.fromEntries(Object.entries(all).filter(([key]) => keys.has(key)))]),
  )
  return { ...content, translations }
}

/** Returns the title of an issue in a language that it is translated into, else as written. */
export function titleIn(content: NewsContent, language: NewsLanguage): string {
  return plainText(content.translations[language]?.['title']?.texts[0] ?? []) || content.title
}

/** Returns how long a page takes on a slow phone connection, in seconds: 1.6 Mbit/s and half a second of waiting. */
export function secondsOn3g(bytes: number): number {
  return Math.round((0.5 + (bytes * 8) / 1_600_000) * 10) / 10
}

/** Returns the first thing that a refusal names, as the page shows them: `title`, `cover` or the id of a block. */
export function firstWrong(
  problems: Readonly<Record<string, string>>,
  blocks: NewsContent['blocks'],
): { id: string } | undefined {
  const order = ['title', 'cover', ...blocks.map(({ id }) => `blocks.${id}`)]
  const first = order.find((field) => field in problems)
  return first === undefined ? undefined : { id: first.replace(/^blocks\./, '') }
}
