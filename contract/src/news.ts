// Issues of news: pages that people open from a text.
import { z } from 'zod'
import { Span } from './blocks.ts'
import { LIST_ITEMS_MAX, SPANS_MAX } from './block-limits.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { MediaItem } from './media.ts'
import { NewsClicks, NewsContent, NewsLanguage, NewsReaction } from './news-content.ts'
import { NEWS_GROUPS_MAX } from './news-limits.ts'
import { LeftOut } from './naming.ts'
import { oneLine } from './one-line.ts'
import { pageOf, pageQuery } from './paging.ts'

export { NewsContent, NewsLanguage, NewsReaction }

/** `expired`: readers see that it is over. `archived`: closed to readers and out of the list. */
export const NewsStatus = z.enum(['draft', 'published', 'expired', 'archived'])
export type NewsStatus = z.infer<typeof NewsStatus>

/** An issue in the list. */
export const NewsItem = z.object({
  id: Id,
  title: z.string(),
  coverUrl: z.string().nullable().describe('Opens its cover for a few minutes.'),
  status: NewsStatus,
  isChanged: z.boolean().describe('Whether it was changed since it was published.'),
  language: NewsLanguage,
  languages: z.array(NewsLanguage),
  groupIds: z.array(Id).describe('Who it is for: the recipients that are proposed when it is texted.'),
  link: z.url().describe('The public address.'),
  readers: z.number().int(),
  publishedAt: Instant.nullable(),
  expiresAt: Instant.nullable(),
  plannedAt: Instant.nullable().describe('When it is published by itself, as it is written then.'),
  planFailedAt: Instant.nullable().describe('When it was to be published and something was missing.'),
  changedAt: Instant,
  changedBy: z.string().nullable().describe('The name of the member.'),
})
export type NewsItem = z.infer<typeof NewsItem>

/** A picture of an issue, with a link that opens it for a few minutes. */
export const NewsPicture = z.object({
  id: Id,
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bytes: z.number().int(),
})
export type NewsPicture = z.infer<typeof NewsPicture>

/** A file or a video of an issue, with a link that opens it for a few minutes. */
export const NewsFile = MediaItem.pick({ id: true, kind: true, name: true, mime: true, bytes: true, url: true })
export type NewsFile = z.infer<typeof NewsFile>

/** An issue with what members write. */
export const NewsIssue = NewsItem.extend({
  version: z.number().int(),
  content: NewsContent,
  pictures: z.array(NewsPicture),
  files: z.array(NewsFile),
})
export type NewsIssue = z.infer<typeof NewsIssue>

const params = z.object({ id: Id })
const issue = ok({ issue: NewsIssue })
const version = z.number().int().min(1).describe('The version that the member saw.')

export const newsIssues = endpoint({
  method: 'GET',
  path: '/news',
  summary: 'Lists the issues of news, the last changed first.',
  can: 'broadcasts.read',
  query: z.object({
    ...pageQuery,
    search: z.string().trim().max(100).optional(),
    status: NewsStatus.optional().describe('Without it, all but the archived ones.'),
  }),
  reply: ok(pageOf(NewsItem)),
})

export const newsIssue = endpoint({
  method: 'GET',
  path: '/news/{id}',
  summary: 'Returns one issue with its content.',
  can: 'broadcasts.read',
  params,
  reply: issue,
})

export const createNewsIssue = endpoint({
  method: 'POST',
  path: '/news',
  summary: 'Creates an issue as a draft.',
  can: 'broadcasts.draft',
  fails: ['too_many', 'file_unknown'],
  body: z.strictObject({ content: NewsContent }),
  reply: issue,
})

export const saveNewsIssue = endpoint({
  method: 'PUT',
  path: '/news/{id}',
  summary:
    'Saves what members write. Readers see it after it is published. Fails with `outdated` when a teammate saved in the meantime, and changes nothing then.',
  can: 'broadcasts.draft',
  fails: ['outdated', 'file_unknown'],
  params,
  body: z.strictObject({ version, content: NewsContent, groupIds: z.array(Id).max(NEWS_GROUPS_MAX) }),
  reply: issue,
})

export const publishNewsIssue = endpoint({
  method: 'POST',
  path: '/news/{id}/publish',
  summary:
    'Shows the issue, or its changes, to readers. It needs a title, text, a description of each picture, addresses on its buttons, forms that anyone can answer, and the time of each event. Languages whose translation is not complete are left out.',
  can: 'broadcasts.send',
  fails: ['outdated', 'news_incomplete'],
  params,
  body: z.strictObject({ version, expiresAt: Instant.nullable().describe('When readers see that it is over.') }),
  reply: issue,
})

export const planNewsIssue = endpoint({
  method: 'POST',
  path: '/news/{id}/plan',
  summary:
    'Publishes the issue at a time, as it is written then, or cancels that. What is needed for publishing is needed now, too.',
  can: 'broadcasts.send',
  fails: ['outdated', 'news_incomplete'],
  params,
  body: z.strictObject({
    version,
    at: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Enter a day and a time like 2026-10-05T09:00.')
      .nullable()
      .describe('On the clock of the organization; null cancels.'),
    expiresAt: Instant.nullable().describe('When readers see that it is over.'),
  }),
  reply: issue,
})

export const endNewsIssue = endpoint({
  method: 'POST',
  path: '/news/{id}/end',
  summary: 'Ends a published issue at a time, or now; publishing opens it again.',
  can: 'broadcasts.send',
  fails: ['news_not_published'],
  params,
  body: z.strictObject({ at: Instant.nullable().describe('Null: now.') }),
  reply: issue,
})

export const archiveNewsIssue = endpoint({
  method: 'POST',
  path: '/news/{id}/archive',
  summary: 'Moves an issue to the archive, where readers cannot open it, or back.',
  can: 'broadcasts.send',
  params,
  body: z.strictObject({ archived: z.boolean() }),
  reply: issue,
})

export const duplicateNewsIssue = endpoint({
  method: 'POST',
  path: '/news/{id}/duplicate',
  summary: 'Creates a draft with the same content.',
  can: 'broadcasts.draft',
  fails: ['too_many'],
  params,
  reply: issue,
})

export const deleteNewsIssue = endpoint({
  method: 'DELETE',
  path: '/news/{id}',
  summary: 'Deletes an issue. Its link stops working.',
  can: 'broadcasts.send',
  params,
  reply: ok({}),
})

/** An earlier version of an issue. */
export const NewsVersion = z.object({
  id: Id,
  title: z.string(),
  blocks: z.number().int(),
  reason: z.enum(['edited', 'published', 'restored']).describe('`edited` and `restored`: what it was before that.'),
  at: Instant,
  by: z.string().nullable().describe('The name of the member.'),
})
export type NewsVersion = z.infer<typeof NewsVersion>

export const newsVersions = endpoint({
  method: 'GET',
  path: '/news/{id}/versions',
  summary: 'Lists the earlier versions of an issue, newest first.',
  can: 'broadcasts.read',
  params,
  reply: ok({ versions: z.array(NewsVersion) }),
})

export const restoreNewsVersion = endpoint({
  method: 'POST',
  path: '/news/{id}/restore',
  summary: 'Replaces the content by an earlier version; what it replaces becomes a version itself.',
  can: 'broadcasts.draft',
  fails: ['outdated'],
  params,
  body: z.strictObject({ version, versionId: Id }),
  reply: issue,
})

export const previewNews = endpoint({
  method: 'POST',
  path: '/news/preview',
  viewing: 'allowed',
  summary: 'Renders an issue that is being edited, exactly as readers will see it, and weighs it.',
  can: 'broadcasts.read',
  body: z.strictObject({ content: NewsContent, language: NewsLanguage }),
  reply: ok({
    html: z.string(),
    leftOut: z.array(LeftOut).describe('Whom blocks of celebrations do not name because they asked for it.'),
    weight: z.object({
      page: z.number().int().describe('Bytes of the page itself.'),
      pictures: z.number().int().describe('Bytes of its pictures.'),
    }),
  }),
})

export const addNewsPicture = endpoint({
  method: 'POST',
  path: '/news/picture',
  summary: 'Uploads a picture as raw bytes (application/octet-stream). It is made small enough for a phone.',
  can: 'broadcasts.draft',
  fails: ['too_many', 'file_refused', 'file_too_large'],
  takes: 'bytes',
  query: z.object({ name: oneLine(120).default('') }),
  reply: ok({ picture: NewsPicture }),
})

export const addNewsFile = endpoint({
  method: 'POST',
  path: '/news/file',
  summary:
    'Uploads a file or a video as raw bytes (application/octet-stream), at most 10 MB. It is checked as files of messages are.',
  can: 'broadcasts.draft',
  fails: ['too_many', 'file_refused', 'file_too_large'],
  takes: 'bytes',
  query: z.object({ name: oneLine(120).default(''), kind: z.enum(['file', 'video']).default('file') }),
  reply: ok({ file: NewsFile }),
})

export const translateNews = endpoint({
  method: 'POST',
  path: '/news/translate',
  summary:
    'Translates the texts of one block, whole and with their formats or not at all. Nothing is stored. `refused`: a member must translate it.',
  can: 'broadcasts.draft',
  body: z.strictObject({
    from: NewsLanguage,
    to: NewsLanguage,
    texts: z.array(z.array(Span).max(SPANS_MAX)).min(1).max(LIST_ITEMS_MAX),
  }),
  reply: ok({
    kind: z.enum(['reviewed', 'machine', 'refused']),
    texts: z.array(z.array(Span)).describe('With bold, italics and links on their words. Empty when refused.'),
  }),
})

/** What became of an issue. */
export const NewsResults = z.object({
  readers: z.number().int().describe('People who opened it, about: one phone and connection counts once.'),
  views: z.number().int().describe('How often they opened it. Previews and scanners are not counted.'),
  deep: z
    .number()
    .int()
    .describe('Of the people, those who reached three quarters of it, as far as a script could tell.'),
  languages: z.array(z.object({ language: NewsLanguage, readers: z.number().int() })),
  reactions: z.array(z.object({ reaction: NewsReaction, readers: z.number().int() })),
  links: z.array(NewsClicks),
})
export type NewsResults = z.infer<typeof NewsResults>

export const newsResults = endpoint({
  method: 'GET',
  path: '/news/{id}/results',
  summary: 'Returns who read an issue, in numbers: readers, languages, reactions and clicks.',
  can: 'broadcasts.read',
  params,
  reply: ok({ results: NewsResults }),
})

/** `news-editors`: who has an issue of news open for editing; expires after 10 s. */
export interface NewsEditors {
  issueId: string
  editors: { userId: string; name: string }[]
}
