// What members write in an issue of news, and what readers can say about it.
import { z } from 'zod'
import { Blocks, BlockTranslations, Cover } from './blocks.ts'
import { flowLanguages } from './flows.ts'
import { NEWS_TITLE_MAX } from './news-limits.ts'
import { oneLine } from './one-line.ts'

/** The languages an issue can be read in. */
export const NewsLanguage = z.enum(flowLanguages)
export type NewsLanguage = z.infer<typeof NewsLanguage>

/** What members write. */
export const NewsContent = z.strictObject({
  title: oneLine(NEWS_TITLE_MAX).default(''),
  language: NewsLanguage.default('en').describe('The language that the issue is written in.'),
  cover: Cover.nullable().default(null),
  blocks: Blocks.default([]),
  languages: z
    .array(NewsLanguage)
    .max(flowLanguages.length)
    .refine((all) => new Set(all).size === all.length, 'Name each language once.')
    .default([])
    .describe('The languages it is translated into.'),
  translations: z.partialRecord(NewsLanguage, BlockTranslations).default({}),
  reactions: z.boolean().default(true).describe('Whether readers can react with one tap.'),
})
export type NewsContent = z.infer<typeof NewsContent>

/** What readers can say with one tap. */
export const NewsReaction = z.enum(['like', 'love', 'useful'])
export type NewsReaction = z.infer<typeof NewsReaction>

/** How often readers opened something that an issue leads to. */
export const NewsClicks = z.object({
  url: z.string(),
  kind: z.enum(['link', 'form', 'event']).describe('What it opens. An event is added to a calendar.'),
  label: z.string().describe('What the form or the event is called; empty for a link.'),
  clicks: z.number().int(),
})
