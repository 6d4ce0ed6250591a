import type { Block, Cover } from '@crewline/contract/blocks'
import {
  hasText,
  hrefsOf,
  plainText,
  textsOf,
  textsOfCover,
  translationState,
  withTexts,
} from '@crewline/contract/block-rules'
import { NewsReaction, type NewsContent, type NewsLanguage, type NewsStatus } from '@crewline/contract/news'

/** An issue as readers get it. */
export interface PublicIssue {
  id: string
  orgId: string
  code: string
  content: NewsContent
  /** The code of the short link of each address. */
  linkCodes: Readonly<Record<string, string>>
  publishedAt: Date
}

/** Returns the public address of an issue. */
export function linkOf(publicUrl: string, code: string): string {
  return `${publicUrl}/public/news/${code}`
}

/** Letters and digits that are not mistaken for each other on a poster. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789'
/** Random bytes of a code, one for each character: 32 to the 12th is 1e18. */
export const CODE_BYTES = 12

/** Makes the code of a public address from random bytes. */
export function codeFrom(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** Returns what members and readers see of the times of an issue. */
export function statusOf(
  issue: { publishedAt: Date | null; expiresAt: Date | null; archivedAt: Date | null },
  now: Date,
): NewsStatus {
  if (issue.archivedAt) return 'archived'
  if (!issue.publishedAt) return 'draft'
  return issue.expiresAt && issue.expiresAt <= now ? 'expired' : 'published'
}

/** Returns whether every text of an issue has an up-to-date translation into a language. */
export function isComplete(content: NewsContent, language: NewsLanguage): boolean {
  const translations = content.translations[language] ?? {}
  const isDone = (key: string, texts: ReturnType<typeof textsOf>) =>
    ['done', 'not_needed'].includes(translationState(texts, translations[key]))
  return (
    isDone('title', [[{ text: content.title }]]) &&
    isDone('cover', textsOfCover(content.cover)) &&
    content.blocks.every((block) => isDone(block.id, textsOf(block)))
  )
}

/**
 * Returns what readers get: the complete languages only, because an issue is read whole in one language, and no blocks
 * without content.
 */
export function publicContent(content: NewsContent): NewsContent {
  const languages = content.languages.filter(
    (language) => language !== content.language && isComplete(content, language),
  )
  return {
    ...content,
    blocks: content.blocks.filter((block) => SHOWN_WITHOUT_TEXT.has(block.type) || hasContent(block)),
    languages,
    translations: Object.fromEntries(languages.map((language) => [language, content.translations[language]])),
  }
}

/** Blocks that show something besides their own texts. */
const SHOWN_WITHOUT_TEXT: ReadonlySet<Block['type']> = new Set([
  'divider',
  'picture',
  'gallery',
  'file',
  'video',
  'form',
  'poll',
  'celebrations',
  'contact',
])

function hasContent(block: Block): boolean {
  return hasText(textsOf(block))
}

/** Returns the title, the cover and the blocks in a language; what is not translated stays as written. */
export function contentIn(
  content: NewsContent,
  language: NewsLanguage,
): { title: string; cover: Cover | null; blocks: Block[] } {
  const translations = language === content.language ? undefined : content.translations[language]
  const { cover } = content
  if (!translations) return { title: content.title, cover, blocks: content.blocks }
  const alt = plainText(translations['cover']?.texts[0] ?? [])
  const title = plainText(translations['title']?.texts[0] ?? [])
  return {
    title: title || content.title,
    cover: cover && { ...cover, alt: alt || cover.alt },
    blocks: content.blocks.map((block) => withTexts(block, translations[block.id]?.texts ?? [])),
  }
}

/** Returns the web addresses that an issue links to, in all its languages. */
export function webAddressesOf(content: NewsContent): string[] {
  const blocks = [content.language, ...content.languages].flatMap((language) => contentIn(content, language).blocks)
  return hrefsOf(blocks).filter((href) => /^https?:/i.test(href))
}

/** Returns what a reader sent as a reaction; a schema would take longer than the rest of the page. */
export function reactionOf(value: unknown): NewsReaction | undefined {
  return NewsReaction.options.find((reaction) => reaction === value)
}
