// Forms: questions that people answer on their phone, without an account.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { FormContent } from './form-content.ts'
import { Id, Instant } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'

/** `draft` was never published; `closed` takes no answers, by hand or because its closing date has passed. */
export const FormStatus = z.enum(['draft', 'open', 'closed'])
export type FormStatus = z.infer<typeof FormStatus>

export const Form = FormContent.extend({
  id: Id,
  status: FormStatus,
  archived: z.boolean(),
  link: z.url().describe('The public address.'),
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

export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/forms/{id}',
  summary: 'Deletes a form with all its answers.',
  can: 'replies.manage',
  params: z.object({ id: Id }),
  reply: ok({}),
})
