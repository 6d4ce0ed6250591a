import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { flowLanguages, inLanguages } from './flows.ts'
import { Id, Instant } from './ids.ts'
import { oneLine } from './one-line.ts'
import {
  OPT_IN_ACTIONS_MAX,
  OPT_IN_FIELDS_MAX,
  OPT_IN_VALUE_MAX,
  OPT_IN_WEBSITES_MAX,
  OPT_IN_WELCOME_MAX,
} from './opt-in-limits.ts'
import { pageOf, pageQuery } from './paging.ts'

/** The languages a page can be shown in. */
export const PageLanguage = z.enum(flowLanguages)
export type PageLanguage = z.infer<typeof PageLanguage>

/** What a field of a page is stored in. */
export const OptInSource = z.union([
  z.enum(['firstname', 'lastname', 'email', 'jobTitle', 'department', 'location']),
  z.string().regex(/^custom\.[a-z][a-z0-9_]{0,35}$/),
])
export type OptInSource = z.infer<typeof OptInSource>

/** A field of a page. The phone number is always there and always first. */
export const OptInField = z.strictObject({ source: OptInSource, required: z.boolean() })
export type OptInField = z.infer<typeof OptInField>

/** What happens after a person joined, in this order. */
export const OptInAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('add_to_group'), groupId: Id }),
  z.strictObject({ type: z.literal('add_tag'), tagId: Id }),
  z.strictObject({
    type: z.literal('set_field'),
    field: OptInSource.describe('Set unless the person entered a value.'),
    value: oneLine(OPT_IN_VALUE_MAX).min(1),
  }),
  z.strictObject({
    type: z.literal('send_message'),
    body: inLanguages(z.string().trim().min(1).max(OPT_IN_WELCOME_MAX)),
  }),
  z.strictObject({ type: z.literal('notify_members') }),
])
export type OptInAction = z.infer<typeof OptInAction>

/** What members edit on an opt-in page. */
export const OptInContent = z.strictObject({
  name: oneLine(80).min(1).describe('For the team only.'),
  url: oneLine(60).min(1).describe('Part of the public address: lower-case letters, digits and single hyphens.'),
  keyword: oneLine(20).default('').describe('The word that people text to join; empty for none.'),
  title: z.partialRecord(PageLanguage, oneLine(80)).default({}),
  intro: z.partialRecord(PageLanguage, z.string().trim().max(400)).default({}),
  thanks: z.partialRecord(PageLanguage, z.string().trim().max(400)).default({}),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Choose a color.')
    .default('#0b5fb0'),
  languages: z
    .array(PageLanguage)
    .min(1)
    .max(flowLanguages.length)
    .refine((all) => new Set(all).size === all.length, 'Name each language once.')
    .default(['en'])
    .describe('The first one is shown when the reader’s language is not among them.'),
  fields: z
    .array(OptInField)
    .max(OPT_IN_FIELDS_MAX)
    .refine((all) => new Set(all.map(({ source }) => source)).size === all.length, 'Ask for each field once.'),
  frequency: z.strictObject({ count: z.number().int().min(1).max(100), per: z.enum(['day', 'week', 'month']) }),
  termsUrl: oneLine(500).describe('A web address with https; empty until it is known.'),
  privacyUrl: oneLine(500).describe('A web address with https; empty until it is known.'),
  doubleOptIn: z.boolean().describe('People join when they reply YES to a text.'),
  verifyPhone: z.boolean().describe('People join when they enter a code that they got by text.'),
  duplicate: z
    .enum(['update', 'keep'])
    .describe('Whether a contact who joins again and proves to hold the number replaces their stored values.'),
  actions: z.array(OptInAction).max(OPT_IN_ACTIONS_MAX),
  websites: z
    .array(oneLine(200).min(1))
    .max(OPT_IN_WEBSITES_MAX)
    .default([])
    .describe('The websites that may show the page inside theirs, such as https://www.example.com; no others may.'),
})
export type OptInContent = z.infer<typeof OptInContent>

/** What must be right before a page can be published. */
export const OptInCheck = z.enum([
  'title',
  'who',
  'how_often',
  'rates',
  'stop_and_help',
  'voluntary',
  'terms_and_privacy',
  'number',
  'proof',
])
export type OptInCheck = z.infer<typeof OptInCheck>

export const OptInPage = OptInContent.extend({
  id: Id,
  status: z.enum(['active', 'paused']),
  link: z.url().describe('The public address.'),
  posterLink: z
    .url()
    .describe(
      'What the QR code of a poster holds: a short link that counts who scans it, once the page was published.',
    ),
  version: z.number().int(),
  checks: z.array(z.object({ check: OptInCheck, isDone: z.boolean() })),
  consent: z.partialRecord(PageLanguage, z.string()).describe('The consent text in each language, as people see it.'),
  stats: z.object({
    views: z.number().int().describe('Visits by people.'),
    submits: z.number().int().describe('Forms that were sent.'),
    joined: z.number().int().describe('People who joined.'),
  }),
  createdAt: Instant,
  updatedAt: Instant,
})
export type OptInPage = z.infer<typeof OptInPage>

export const optInPages = endpoint({
  method: 'GET',
  path: '/contactoptin',
  summary: 'Lists the opt-in pages; with `id`, only that one.',
  can: 'contacts.read',
  query: z.object({
    ...pageQuery,
    id: Id.optional(),
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['name', 'createdAt', 'joined']).default('createdAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: ok(pageOf(OptInPage)),
})

export const saveOptInPage = endpoint({
  method: 'POST',
  path: '/contactoptin',
  summary:
    'Creates an opt-in page, which is paused at first; with `id`, changes that one. Publishing needs every check to pass.',
  can: 'replies.manage',
  fails: ['name_taken', 'outdated', 'opt_in_incomplete', 'too_many'],
  query: z.object({ id: Id.optional() }),
  body: OptInContent.extend({
    status: z.enum(['active', 'paused']).optional(),
    version: z.number().int().optional().describe('Needed for a change: the version that the member saw.'),
  }).strict(),
  reply: ok({ page: OptInPage }),
})

export const deleteOptInPage = endpoint({
  method: 'DELETE',
  path: '/contactoptin',
  summary: 'Deletes an opt-in page. What people agreed to on it is kept.',
  can: 'replies.manage',
  plan: 'not_needed',
  query: z.object({ id: Id }),
  reply: ok({}),
})

export const previewOptInPage = endpoint({
  method: 'POST',
  path: '/contactoptin/preview',
  summary: 'Renders a page that is being edited, exactly as people will see it.',
  plan: 'not_needed',
  can: 'contacts.read',
  body: OptInContent.extend({ language: PageLanguage }).strict(),
  reply: ok({ html: z.string() }),
})

export const optInActions = endpoint({
  method: 'GET',
  path: '/contactoptin/actions',
  summary: 'Returns what happens after a person joined, and which actions can be chosen.',
  can: 'contacts.read',
  query: z.object({ id: Id }),
  reply: ok({
    actions: z.array(OptInAction),
    available: z.array(z.object({ type: z.string(), label: z.string() })),
  }),
})

/** A person who joined, or is about to. */
export const OptInJoin = z.object({
  id: Id,
  contactId: Id.nullable(),
  name: z.string(),
  phoneDisplay: z.string().nullable(),
  state: z.enum(['code', 'reply', 'joined', 'expired']).describe('`code` and `reply` wait for the person.'),
  language: PageLanguage,
  wording: z.string().describe('The exact text the person agreed to.'),
  at: Instant,
  joinedAt: Instant.nullable(),
})
export type OptInJoin = z.infer<typeof OptInJoin>

export const optInJoins = endpoint({
  method: 'GET',
  path: '/contactoptin/joins',
  summary: 'Lists who joined through a page, newest first.',
  can: 'contacts.read',
  query: z.object({ ...pageQuery, id: Id }),
  reply: ok(pageOf(OptInJoin)),
})

/** A link of a page that counts who opens it. */
export const OptInLink = z.object({
  kind: z.enum(['poster', 'welcome']).describe('The QR code of a poster, or an address in the text after joining.'),
  url: z.string(),
  people: z.number().int().nullable().describe('How many contacts opened it; null for a poster, which knows no one.'),
  clicks: z.number().int(),
  bots: z.number().int().describe('Previews and scanners, in neither of the other counts.'),
})
export type OptInLink = z.infer<typeof OptInLink>

export const optInLinks = endpoint({
  method: 'GET',
  path: '/contactoptin/links',
  summary:
    'Counts who opened the links of a page: the QR code of its poster, and the addresses in the text after joining.',
  can: 'contacts.read',
  query: z.object({ id: Id }),
  reply: ok({ links: z.array(OptInLink) }),
})
