// Forms: questions that people answer on their phone, without an account.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { FormAnswers, FormContent, FormLanguage, FormQuestionType } from './form-content.ts'
import { FORM_IDLE_MAX_SECONDS, FORM_IDLE_MIN_SECONDS, FORM_TEXT_MAX, FORM_TRANSLATED_MAX } from './form-limits.ts'
import { Id, Instant } from './ids.ts'
import { MediaItem } from './media.ts'
import { pageOf, pageQuery } from './paging.ts'

/** `draft` was never published; `closed` takes no answers, by hand or because its closing date has passed. */
export const FormStatus = z.enum(['draft', 'open', 'closed'])
export type FormStatus = z.infer<typeof FormStatus>

export const Form = FormContent.extend({
  id: Id,
  status: FormStatus,
  archived: z.boolean(),
  link: z.url().describe('The public address.'),
  kiosk: z
    .object({ link: z.url(), idleSeconds: z.number().int() })
    .nullable()
    .describe('The address for a shared tablet, while it is on.'),
  version: z.number().int().describe('Counts the changes; a change names the one that the member saw.'),
  publishedVersion: z.number().int().nullable().describe('The version that people see.'),
  responses: z.number().int().describe('Answers of people whom the member may see.'),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Form = z.infer<typeof Form>

export const forms = endpoint({
  method: 'GET',
  path: '/forms',
  summary: 'Lists the forms; with `id`, only that one.',
  can: 'contacts.read',
  query: z.object({
    ...pageQuery,
    id: Id.optional(),
    search: z.string().trim().max(100).optional(),
    archived: z.enum(['yes', 'no']).default('no'),
    status: FormStatus.optional().describe('Only those that people can answer now, for example: `open`.'),
    sort: z.enum(['name', 'updatedAt']).default('updatedAt'),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  reply: ok(pageOf(Form)),
})

export const createForm = endpoint({
  method: 'POST',
  path: '/forms',
  summary: 'Creates a form as a draft.',
  can: 'replies.manage',
  fails: ['too_many'],
  body: FormContent,
  reply: ok({ form: Form }),
})

export const askForDate = endpoint({
  method: 'POST',
  path: '/forms/ask-date',
  summary:
    'Returns the open form that asks people with a personal link for one date and saves it to a field; creates and publishes it in every language when there is none.',
  can: 'replies.manage',
  fails: ['too_many'],
  body: z.strictObject({
    saveTo: z.union([z.enum(['birthday', 'hireDate']), z.string().regex(/^custom\.[a-z][a-z0-9_]{0,35}$/)]),
  }),
  reply: ok({ form: Form }),
})

export const changeForm = endpoint({
  method: 'PATCH',
  path: '/forms/{id}',
  summary: 'Replaces the content of a form. People see the change when it is published.',
  can: 'replies.manage',
  fails: ['outdated'],
  params: z.object({ id: Id }),
  body: FormContent.extend({ version: z.number().int() }).strict(),
  reply: ok({ form: Form }),
})

export const publishForm = endpoint({
  method: 'POST',
  path: '/forms/{id}/publish',
  summary:
    'Publishes the current content as a new version and opens the form. Answers to earlier versions keep theirs.',
  can: 'replies.manage',
  fails: ['outdated', 'form_incomplete'],
  params: z.object({ id: Id }),
  body: z.strictObject({ version: z.number().int() }),
  reply: ok({ form: Form }),
})

export const setFormState = endpoint({
  method: 'POST',
  path: '/forms/{id}/state',
  summary:
    'Closes a form, opens a closed one again, archives it, or returns it from the archive. Archiving also closes.',
  can: 'replies.manage',
  fails: ['form_incomplete'],
  params: z.object({ id: Id }),
  body: z.strictObject({ to: z.enum(['open', 'closed', 'archived', 'unarchived']) }),
  reply: ok({ form: Form }),
})

export const setFormKiosk = endpoint({
  method: 'POST',
  path: '/forms/{id}/kiosk',
  summary:
    'Gives a form an address for a shared tablet, changes its idle time, or takes the address away. A former address stops working at once.',
  can: 'replies.manage',
  params: z.object({ id: Id }),
  body: z.strictObject({
    idleSeconds: z
      .number()
      .int()
      .min(FORM_IDLE_MIN_SECONDS)
      .max(FORM_IDLE_MAX_SECONDS)
      .nullable()
      .describe('The page starts over after this long without a touch; null turns the address off.'),
    newAddress: z.boolean().default(false).describe('Replaces the address that the form has.'),
  }),
  reply: ok({ form: Form }),
})

export const duplicateForm = endpoint({
  method: 'POST',
  path: '/forms/{id}/duplicate',
  summary: 'Copies a form, without its answers, as a draft.',
  can: 'replies.manage',
  fails: ['too_many'],
  params: z.object({ id: Id }),
  body: z.strictObject({}),
  reply: ok({ form: Form }),
})

export const previewForm = endpoint({
  method: 'POST',
  path: '/forms/preview',
  viewing: 'allowed',
  summary:
    'Renders a form that is being edited, exactly as people will see it; with a question, the page with that one.',
  can: 'contacts.read',
  body: FormContent.omit({ groupIds: true })
    .extend({ language: FormLanguage, questionId: z.string().max(16).optional() })
    .strict(),
  reply: ok({ html: z.string() }),
})

export const translateForm = endpoint({
  method: 'POST',
  path: '/forms/translate',
  summary: 'Translates texts of a form, each whole or not at all. Nothing is stored. Null: a member must translate it.',
  can: 'replies.manage',
  body: z.strictObject({
    from: FormLanguage,
    to: FormLanguage,
    texts: z.array(z.string().trim().min(1).max(FORM_TEXT_MAX)).min(1).max(FORM_TRANSLATED_MAX),
  }),
  reply: ok({
    texts: z.array(z.string().nullable()),
    isMachine: z.boolean().describe('Whether one of them comes from a machine and needs to be approved by a member.'),
  }),
})

export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/forms/{id}',
  summary: 'Deletes a form with all its answers. Refused while a legal hold covers one of them.',
  can: 'replies.manage',
  fails: ['on_legal_hold'],
  params: z.object({ id: Id }),
  reply: ok({}),
})

/** What people answered to one question. */
export const FormQuestionResults = z.object({
  id: z.string(),
  type: FormQuestionType,
  label: z.partialRecord(FormLanguage, z.string()),
  answered: z.number().int(),
  choices: z.array(
    z.object({ id: z.string(), label: z.partialRecord(FormLanguage, z.string()), count: z.number().int() }),
  ),
  average: z.number().nullable().describe('Of ratings and numbers.'),
  texts: z
    .array(z.object({ text: z.string(), contactId: Id.nullable() }))
    .describe('The latest written answers; of an anonymous form in random order, and without contacts.'),
})
export type FormQuestionResults = z.infer<typeof FormQuestionResults>

export const formSummary = endpoint({
  method: 'GET',
  path: '/forms/{id}/summary',
  summary: 'Counts the answers to each question. Anonymous answers are shown five or more at a time.',
  can: 'contacts.read',
  params: z.object({ id: Id }),
  reply: ok({
    responses: z.number().int(),
    shown: z.number().int().describe('Responses that are counted; fewer only for an anonymous form.'),
    texted: z.number().int().describe('People who got a personal link.'),
    missing: z.number().int().describe('Those of them who have not answered.'),
    questions: z.array(FormQuestionResults),
  }),
})

/** The answers of one person. */
export const FormResponse = z.object({
  id: Id,
  contactId: Id.nullable(),
  name: z.string().describe('Empty for a person who opened the public link.'),
  at: Instant,
  language: FormLanguage,
  via: z.enum(['link', 'public', 'qr', 'text', 'kiosk']),
  version: z.number().int(),
  answers: FormAnswers.describe('An answer of files has their ids; a signature may have a file before the name.'),
  files: z.array(MediaItem),
  people: z
    .array(z.object({ number: z.string().describe('In lower case.'), contactId: Id, name: z.string() }))
    .describe('The contacts with the employee numbers among the answers, as far as the member may see them.'),
})
export type FormResponse = z.infer<typeof FormResponse>

export const formResponses = endpoint({
  method: 'GET',
  path: '/forms/{id}/responses',
  summary: 'Lists the responses, newest first. An anonymous form has none to list: only its summary is shown.',
  can: 'contacts.read',
  params: z.object({ id: Id }),
  query: z.object({
    ...pageQuery,
    question: z.string().max(16).optional(),
    choice: z.string().max(16).optional().describe('Only those who chose this answer to `question`.'),
  }),
  reply: ok(pageOf(FormResponse)),
})

export const deleteFormResponse = endpoint({
  method: 'DELETE',
  path: '/forms/{id}/responses/{responseId}',
  summary:
    'Deletes one response with its files. Fields, groups and texts that followed from it stay. Refused while a legal hold covers it; an anonymous form has no response to name.',
  can: 'replies.manage',
  fails: ['on_legal_hold'],
  params: z.object({ id: Id, responseId: Id }),
  query: z.object({
    again: z
      .enum(['yes', 'no'])
      .default('no')
      .describe('`yes`: the personal link of this person takes another answer.'),
  }),
  reply: ok({}),
})

export const formMissing = endpoint({
  method: 'GET',
  path: '/forms/{id}/missing',
  summary: 'Lists people who got a personal link and have not answered, by name; at most 5,000.',
  can: 'contacts.read',
  params: z.object({ id: Id }),
  reply: ok({ data: z.array(z.object({ contactId: Id, name: z.string(), phoneDisplay: z.string().nullable() })) }),
})

export const exportForm = endpoint({
  method: 'POST',
  path: '/forms/{id}/export',
  summary:
    'Exports the responses as a spreadsheet, or as an archive with a spreadsheet and their files. Those of an anonymous form are in random order, without times and names.',
  plan: 'owner',
  can: 'contacts.export',
  fails: ['too_many', 'archive_too_large'],
  answers: 'file',
  params: z.object({ id: Id }),
  body: z.strictObject({ format: z.enum(['csv', 'xlsx', 'zip']).default('csv') }),
  reply: z.any(),
})
