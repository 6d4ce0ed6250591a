// Documents made of blocks: what people read on public pages, on a poster and on a screen.
import { z } from 'zod'
import {
  ALT_MAX,
  BLOCK_FILES_MAX,
  BLOCK_LABEL_MAX,
  BLOCKS_MAX,
  BLOCK_TEXT_MAX,
  BUTTON_LABEL_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  GALLERY_PICTURES_MAX,
  HREF_MAX,
  LOCAL_TIME,
  LIST_ITEMS_MAX,
  PERSON_LINE_MAX,
  PICTURES_MAX,
  QUOTE_FROM_MAX,
  SPANS_MAX,
} from './block-limits.ts'
import { isSafeHref, isWebHref, picturesIn } from './block-rules.ts'
import { Id } from './ids.ts'
import { oneLine } from './one-line.ts'
import { TimeZone } from './time-zone.ts'

const Href = z
  .string()
  .trim()
  .max(HREF_MAX)
  .refine(isSafeHref, 'Enter a full web address, an email with mailto: or a number with tel:.')

/** A piece of text in one format. */
export const Span = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(BLOCK_TEXT_MAX)
    // Line breaks and control characters are spaces; characters that reverse the order of text are removed.
    .overwrite((text) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/[\u202a-\u202e\u2066-\u2069]/g, '')),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  href: Href.optional().describe('A web page (https or http), an email (mailto) or a phone number (tel).'),
})
export type Span = z.infer<typeof Span>

const Text = z
  .array(Span)
  .max(SPANS_MAX)
  .refine((spans) => spans.reduce((sum, { text }) => sum + text.length, 0) <= BLOCK_TEXT_MAX, 'This text is too long.')

/** Identifies a block in its document, so that translations and changes by two people can be matched. */
export const BlockId = z.string().regex(/^b[0-9a-z]{5,20}$/)
const id = BlockId

const LocalTime = z.union([
  z.literal(''),
  z
    .string()
    .regex(LOCAL_TIME, 'Enter a day and a time like 2026-10-05T09:00.')
    .refine((local) => {
      const at = new Date(`${local}:00Z`)
      return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(local)
    }, 'Enter a day that exists.'),
])

/** A picture with its description. */
const DescribedPicture = z.strictObject({
  fileId: Id,
  alt: oneLine(ALT_MAX).describe('What the picture shows, for people who cannot see it.'),
  isDecoration: z.boolean().describe('The picture adds nothing to the text; it needs no description.'),
})
export type DescribedPicture = z.infer<typeof DescribedPicture>

/** One block of a document. Texts may be empty while it is edited. */
export const Block = z.discriminatedUnion('type', [
  z.strictObject({ id, type: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), text: Text }),
  z.strictObject({ id, type: z.literal('paragraph'), text: Text }),
  z.strictObject({
    id,
    type: z.literal('list'),
    style: z.enum(['bullets', 'numbers']),
    items: z.array(Text).min(1).max(LIST_ITEMS_MAX),
  }),
  DescribedPicture.extend({
    id,
    type: z.literal('picture'),
    href: z
      .union([z.literal(''), Href])
      .optional()
      .describe('What the picture opens; empty for nothing.'),
    size: z.enum(['large', 'medium', 'small']).optional().describe('As wide as the text, unless it says otherwise.'),
    align: z.enum(['start', 'center', 'end']).optional().describe('Where a picture stands that is not large.'),
  }),
  z.strictObject({
    id,
    type: z.literal('gallery'),
    pictures: z.array(DescribedPicture).max(GALLERY_PICTURES_MAX).describe('Shown small, side by side.'),
  }),
  z.strictObject({ id, type: z.literal('callout'), tone: z.enum(['info', 'important']), text: Text }),
  z.strictObject({
    id,
    type: z.literal('button'),
    label: oneLine(BUTTON_LABEL_MAX),
    href: z.union([z.literal(''), Href]).describe('Empty until it is known.'),
  }),
  z.strictObject({ id, type: z.literal('divider') }),
  z.strictObject({
    id,
    type: z.literal('quote'),
    text: Text,
    from: oneLine(QUOTE_FROM_MAX).describe('Who said it, or where it stands; may be empty.'),
  }),
  z.strictObject({
    id,
    type: z.literal('file'),
    fileId: Id,
    label: oneLine(BLOCK_LABEL_MAX).describe('What it is called; the name of the file when empty.'),
  }),
  z.strictObject({
    id,
    type: z.literal('video'),
    fileId: Id.nullable().describe('An uploaded video, which plays on the page.'),
    href: z
      .union([z.literal(''), Href.refine(isWebHref, 'Enter a full web address.')])
      .describe('A video elsewhere, when none is uploaded: a link, of which the page loads nothing.'),
    label: oneLine(BLOCK_LABEL_MAX).describe('What the video shows.'),
  }),
  z.strictObject({
    id,
    type: z.literal('form'),
    formId: Id.nullable(),
    label: oneLine(BUTTON_LABEL_MAX).describe('What its button says; the title of the form when empty.'),
  }),
  z.strictObject({
    id,
    type: z.literal('poll'),
    formId: Id.nullable().describe('A form of one question with choices, which is answered on the page.'),
  }),
  z.strictObject({
    id,
    type: z.literal('event'),
    title: oneLine(EVENT_TITLE_MAX),
    startsAt: LocalTime.describe('On the clock of its time zone; empty until it is known.'),
    endsAt: LocalTime,
    timezone: TimeZone,
    place: oneLine(EVENT_PLACE_MAX),
  }),
  z.strictObject({
    id,
    type: z.literal('contact'),
    name: oneLine(PERSON_LINE_MAX).describe('Whom readers can ask.'),
    role: oneLine(PERSON_LINE_MAX),
    phone: oneLine(PERSON_LINE_MAX).describe('A number to call, or empty.'),
    email: oneLine(PERSON_LINE_MAX).describe('An email address, or empty.'),
  }),
  z.strictObject({
    id,
    type: z.literal('celebrations'),
    days: z
      .union([z.literal(7), z.literal(14), z.literal(31)])
      .describe('Names who is celebrated in this many days, from the day on which the page is read.'),
  }),
])
export type Block = z.infer<typeof Block>

/** The blocks of a document, in reading order. */
export const Blocks = z
  .array(Block)
  .max(BLOCKS_MAX)
  .refine((blocks) => new Set(blocks.map((block) => block.id)).size === blocks.length, 'Each block needs its own id.')
  .refine((blocks) => picturesIn(blocks).length <= PICTURES_MAX, `Use at most ${PICTURES_MAX} pictures.`)
  .refine(
    (blocks) => blocks.filter(({ type }) => type === 'file' || type === 'video').length <= BLOCK_FILES_MAX,
    `Use at most ${BLOCK_FILES_MAX} files and videos.`,
  )

/** The picture of a document: at its top, in lists, and where its link is shown. */
export const Cover = z.strictObject({
  fileId: Id,
  alt: oneLine(ALT_MAX).describe('What the picture shows, for people who cannot see it.'),
  isDecoration: z.boolean(),
})
export type Cover = z.infer<typeof Cover>

/** The texts of a block in another language. */
export const BlockTranslation = z.strictObject({
  of: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe('Identifies the texts that were translated.'),
  texts: z.array(Text).max(LIST_ITEMS_MAX),
})
export type BlockTranslation = z.infer<typeof BlockTranslation>

/** The translations of a document into one language by block; `title` is that of the title, `cover` that of the cover. */
export const BlockTranslations = z
  .record(z.union([z.enum(['title', 'cover']), BlockId]), BlockTranslation)
  .refine((all) => Object.keys(all).length <= BLOCKS_MAX + 2, 'There are more translations than blocks.')
export type BlockTranslations = z.infer<typeof BlockTranslations>
