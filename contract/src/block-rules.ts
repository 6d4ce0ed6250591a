// Pure functions on block documents, without schemas, because the pages import this file too.
import { BLOCK_TEXT_MAX, HREF_MAX, LIST_ITEMS_MAX, SPANS_MAX } from './block-limits.ts'
import type { Block, BlockTranslation, Cover, DescribedPicture, Span } from './blocks.ts'

/** The texts of a block, each a list of pieces: one for a paragraph, one for each item of a list. */
export type Texts = Span[][]

/** Returns a text without its formats. */
export function plainText(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('')
}

/** Returns what can be translated in a block, in a fixed order. */
export function textsOf(block: Block): Texts {
  switch (block.type) {
    case 'heading':
    case 'paragraph':
    case 'callout':
      return [block.text]
    case 'list':
      return block.items
    case 'picture':
      return block.isDecoration ? [] : lineOf(block.alt)
    case 'gallery':
      return block.pictures.flatMap(({ alt, isDecoration }) => (isDecoration ? [] : lineOf(alt)))
    case 'button':
      return lineOf(block.label)
    case 'quote':
      return [block.text, ...lineOf(block.from)]
    case 'file':
    case 'video':
    case 'form':
      return lineOf(block.label)
    case 'event':
      return [...lineOf(block.title), ...lineOf(block.place)]
    case 'contact':
      return lineOf(block.role)
    case 'divider':
    case 'poll':
    case 'celebrations':
      return []
  }
}

/** Returns the texts of a line of text: none when it is empty. */
function lineOf(text: string): Texts {
  return text === '' ? [] : [[{ text }]]
}

/** Returns what can be translated of a cover. */
export function textsOfCover(cover: Cover | null): Texts {
  return cover === null || cover.isDecoration ? [] : lineOf(cover.alt)
}

/** Replaces the texts of a block. Texts that do not fit its number of texts leave it as it is. */
export function withTexts(block: Block, texts: Texts): Block {
  const before = textsOf(block)
  const [first] = texts
  if (before.length === 0 || before.length !== texts.length || first === undefined) return block
  switch (block.type) {
    case 'heading':
    case 'paragraph':
    case 'callout':
      return { ...block, text: first }
    case 'list':
      return { ...block, items: texts }
    case 'picture':
      return { ...block, alt: plainText(first) }
    case 'gallery':
      return { ...block, pictures: withDescriptions(block.pictures, texts) }
    case 'button':
    case 'file':
    case 'video':
    case 'form':
      return { ...block, label: plainText(first) }
    case 'quote':
      // A line left empty, such as a name, reads as in the original.
      return { ...block, text: hasText([first]) ? first : block.text, from: plainText(texts[1] ?? []) || block.from }
    case 'event':
      return block.title === ''
        ? { ...block, place: plainText(first) }
        : { ...block, title: plainText(first) || block.title, place: plainText(texts[1] ?? []) || block.place }
    case 'contact':
      return { ...block, role: plainText(first) }
    case 'divider':
    case 'poll':
    case 'celebrations':
      return block
  }
}

/** A description left empty reads as in the original. */
function withDescriptions(pictures: readonly DescribedPicture[], texts: Texts): DescribedPicture[] {
  let at = 0
  return pictures.map((picture) => {
    if (picture.isDecoration || picture.alt === '') return picture
    const alt = plainText(texts[at] ?? [])
    at += 1
    return { ...picture, alt: alt || picture.alt }
  })
}

/** Returns whether texts contain anything to read. */
export function hasText(texts: Texts): boolean {
  return texts.some((spans) => plainText(spans).trim() !== '')
}

/** Returns whether the texts of a block, or their translation, are short enough to be stored. */
export function areStorable(texts: Texts): boolean {
  const isShort = (spans: readonly Span[]) =>
    spans.length <= SPANS_MAX && spans.reduce((sum, { text }) => sum + text.length, 0) <= BLOCK_TEXT_MAX
  return texts.length <= LIST_ITEMS_MAX && texts.every(isShort)
}

/** Identifies texts: a translation made from other texts has another value. Not a cryptographic hash. */
export function fingerprintOf(texts: Texts): string {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  // The database returns the keys of an object in an order of its own.
  const parts = texts.map((spans) =>
    spans.map(({ text, bold, italic, href }) => [text, bold ?? false, italic ?? false, href ?? '']),
  )
  for (const character of JSON.stringify(parts)) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return [high, low].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('')
}

/** How far the translation of a text is: `outdated` when the text changed since. */
export type TranslationState = 'not_needed' | 'missing' | 'outdated' | 'done'

/** Returns how far a translation of these texts is. */
export function translationState(texts: Texts, translation: BlockTranslation | undefined): TranslationState {
  if (!hasText(texts)) return 'not_needed'
  if (!translation || translation.texts.length !== texts.length || !hasText(translation.texts)) return 'missing'
  return translation.of === fingerprintOf(texts) ? 'done' : 'outdated'
}

/** Returns whether an address may stand in a link: a web page, an email or a phone number, never a script. */
export function isSafeHref(href: string): boolean {
  if (href.length > HREF_MAX || !URL.canParse(href)) return false
  const { protocol, username, password, hostname } = new URL(href)
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  // Chromium reads "https://lot b" as the host "lot%20b"; the server refuses it, as the URL standard does.
  if (hostname.includes('%')) return false
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

/** Returns the address that calls a number; undefined when it is none. */
export function callHref(phone: string): string | undefined {
  const number = phone.replace(/[\s().-]/g, '')
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : undefined
}

/** Returns the address that writes to an email address; undefined when it is none. */
export function mailHref(email: string): string | undefined {
  return /^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$/.test(email) ? `mailto:${email}` : undefined
}

/** Returns whether an address is that of a web page, as the address of a video must be. */
export function isWebHref(href: string): boolean {
  return /^https?:/i.test(href) && isSafeHref(href)
}

/** Joins neighbors of the same format and drops empty pieces. */
export function joinedSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    if (span.text === '') continue
    const last = joined.at(-1)
    const isSame = last && last.bold === span.bold && last.italic === span.italic && last.href === span.href
    if (isSame) joined[joined.length - 1] = { ...last, text: last.text + span.text }
    else joined.push(span)
  }
  return joined
}

/** Writes a text with its formats in plain signs: `**bold**`, `*italic*`, `[text](address)`. */
export function toMarkup(spans: readonly Span[]): string {
  return spans
    .map(({ text, bold, italic, href }) => {
      const marks = `${bold ? '**' : ''}${italic ? '*' : ''}`
      const marked = marks + text + marks
      return href === undefined ? marked : `[${marked}](${href})`
    })
    .join('')
}

const MARKUP = /\[([^\]\n]+)\]\(([^)\s]+)\)|\*\*\*([^*]+)\*\*\*|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*/

/** Reads a text written by `toMarkup` or by hand. Signs without a partner, and links that are not safe, stay text. */
export function fromMarkup(markup: string, format: Omit<Span, 'text'> = {}): Span[] {
  const spans: Span[] = []
  let rest = markup
  for (;;) {
    const match = MARKUP.exec(rest)
    if (!match) return joinedSpans([...spans, { ...format, text: rest }])
    const [whole, label, href = '', both, bold, italic] = match
    spans.push({ ...format, text: rest.slice(0, match.index) })
    rest = rest.slice(match.index + whole.length)
    if (label !== undefined && isSafeHref(href)) spans.push(...fromMarkup(label, { ...format, href }))
    else if (both !== undefined) spans.push({ ...format, text: both, bold: true, italic: true })
    else if (bold !== undefined) spans.push({ ...format, text: bold, bold: true })
    else if (italic !== undefined) spans.push({ ...format, text: italic, italic: true })
    else spans.push({ ...format, text: whole })
  }
}

/** Returns the pictures of a document, in reading order, each as often as it is shown. */
export function picturesIn(blocks: readonly Block[]): DescribedPicture[] {
  return blocks.flatMap((block) =>
    block.type === 'picture' ? [block] : block.type === 'gallery' ? block.pictures : [],
  )
}

/** Returns the files of the pictures of a document, each once, that of its cover first. */
export function pictureIdsOf({ cover, blocks }: { cover?: Cover | null; blocks: readonly Block[] }): string[] {
  const inBlocks = picturesIn(blocks).map(({ fileId }) => fileId)
  return [...new Set([...(cover ? [cover.fileId] : []), ...inBlocks])]
}

/** Returns the files and uploaded videos of a document, each once. */
export function fileIdsOf(blocks: readonly Block[]): string[] {
  const ids = blocks.flatMap((block) => (block.type === 'file' || block.type === 'video' ? (block.fileId ?? []) : []))
  return [...new Set(ids)]
}

/** Returns the forms and polls of a document, each once. */
export function formIdsOf(blocks: readonly Block[]): string[] {
  const ids = blocks.flatMap((block) => (block.type === 'form' || block.type === 'poll' ? (block.formId ?? []) : []))
  return [...new Set(ids)]
}

/** Returns the addresses that a document links to, each once. */
export function hrefsOf(blocks: readonly Block[]): string[] {
  const inTexts = blocks.flatMap((block) => textsOf(block).flatMap((spans) => spans.flatMap(({ href }) => href ?? [])))
  const onButtons = blocks.flatMap((block) =>
    (block.type === 'button' || (block.type === 'video' && block.fileId === null)) && block.href !== ''
      ? [block.href]
      : [],
  )
  const onPictures = blocks.flatMap((block) => (block.type === 'picture' && block.href ? [block.href] : []))
  return [...new Set([...inTexts, ...onButtons, ...onPictures])]
}

/** Words that a person reads in a minute. */
const WORDS_PER_MINUTE = 200

/** Returns how long a document takes to read, in whole minutes, at least one. */
export function minutesToRead(blocks: readonly Block[]): number {
  const words = blocks
    .flatMap(textsOf)
    .map((spans) => plainText(spans).trim().split(/\s+/).filter(Boolean).length)
    .reduce((sum, count) => sum + count, 0)
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE))
}
