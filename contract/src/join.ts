import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { OPT_IN_VALUE_MAX } from './opt-in-limits.ts'
import { PageLanguage } from './opt-in.ts'

/** A page as the public sees it: nothing about groups, counts or other people. */
export const PublicOptInPage = z.object({
  url: z.string(),
  organization: z.string(),
  language: PageLanguage,
  languages: z.array(PageLanguage),
  title: z.string(),
  intro: z.string(),
  thanks: z.string().describe('Shown after the form was sent; empty for none.'),
  color: z.string(),
  fields: z.array(z.object({ source: z.string(), label: z.string(), required: z.boolean() })),
  consent: z.object({ text: z.string(), version: z.string(), termsUrl: z.string(), privacyUrl: z.string() }),
  verifyPhone: z.boolean(),
})
export type PublicOptInPage = z.infer<typeof PublicOptInPage>

export const renderOptInPage = endpoint({
  method: 'GET',
  path: '/contactoptin/render',
  summary: 'Returns a published page for the public. Fails with 410 when it is paused.',
  session: 'none',
  fails: ['page_closed', 'not_found'],
  query: z.object({ url: z.string().max(100), lang: PageLanguage.optional() }),
  reply: ok({ page: PublicOptInPage }),
})

export const optInContact = endpoint({
  method: 'GET',
  path: '/contactoptin/contact',
  summary:
    'Says whether a person is known, only to a caller who proved to hold the number. Without a proof `known` is always false, so that no one can find out who works where.',
  session: 'none',
  fails: ['page_closed', 'not_found'],
  query: z.object({
    phone: z.string().trim().max(40),
    url: z.string().max(100),
    proof: z.string().max(100).optional(),
  }),
  reply: ok({ known: z.boolean(), needsCode: z.boolean() }),
})

/** How a form was answered. `code_sent`: a code must be confirmed. `resume_needed`: the person must text START. */
export const OptInResult = z.enum([
  'subscribed',
  'pending_confirmation',
  'already_subscribed',
  'resume_needed',
  'code_sent',
])
export type OptInResult = z.infer<typeof OptInResult>

export const submitOptIn = endpoint({
  method: 'POST',
  path: '/contactoptin/submit',
  summary: 'Joins a person. The consent must be accepted in its current wording.',
  session: 'none',
  fails: ['page_closed', 'not_found', 'outdated', 'phone_invalid', 'phone_unsupported'],
  body: z.strictObject({
    url: z.string().max(100),
    phone: z.string().trim().min(1).max(40),
    values: z.record(z.string().max(50), z.string().max(OPT_IN_VALUE_MAX)).default({}),
    consent: z.strictObject({ accepted: z.literal(true), version: z.string().max(40) }),
    lang: PageLanguage,
    source: z.enum(['web', 'qr', 'kiosk']).default('web').describe('Where the page was opened.'),
  }),
  reply: ok({ result: OptInResult, token: z.string().optional().describe('Confirms the code, with `code_sent`.') }),
})

export const confirmOptIn = endpoint({
  method: 'POST',
  path: '/contactoptin/confirm',
  summary:
    'Confirms the code that a person got by text. Returns a proof that they hold the number, valid for ten minutes.',
  session: 'none',
  fails: ['code_wrong', 'code_dead', 'page_closed'],
  body: z.strictObject({ token: z.string().max(100), code: z.string().trim().max(12) }),
  reply: ok({ result: OptInResult, proof: z.string() }),
})
