import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { Body } from './messages.ts'
import { oneLine } from './one-line.ts'

/** A word that contacts text to get an immediate reply. */
export const Keyword = z.object({
  id: Id,
  word: z.string(),
  match: z.enum(['only', 'first', 'contains']),
  reply: z.string(),
  active: z.boolean(),
  uses: z.number().int(),
})
export type Keyword = z.infer<typeof Keyword>

const keyword = oneLine(40).min(1)
const reply = Body.refine((text) => text.trim() !== '', 'Write the reply first.')

export const keywords = endpoint({
  method: 'GET',
  path: '/keyword',
  summary: 'Lists every keyword of the organization in alphabetical order.',
  can: 'inbox.read',
  reply: ok({ keywords: z.array(Keyword) }),
})

export const createKeyword = endpoint({
  method: 'POST',
  path: '/keyword',
  summary:
    'Creates a keyword with an automatic reply. Words that mean STOP, START or HELP in any language are refused.',
  can: 'replies.manage',
  fails: ['name_taken', 'word_reserved', 'too_many'],
  body: z.strictObject({ word: keyword, match: z.enum(['only', 'first', 'contains']).default('only'), reply }),
  reply: ok({ keyword: Keyword }),
})

export const editKeyword = endpoint({
  method: 'PATCH',
  path: '/keyword',
  summary: 'Updates or pauses a keyword.',
  can: 'replies.manage',
  fails: ['name_taken', 'word_reserved'],
  query: z.object({ id: Id }),
  body: z.strictObject({
    word: keyword.optional(),
    match: z.enum(['only', 'first', 'contains']).optional(),
    reply: reply.optional(),
    active: z.boolean().optional(),
  }),
  reply: ok({ keyword: Keyword }),
})

export const deleteKeyword = endpoint({
  method: 'DELETE',
  path: '/keyword',
  summary: 'Deletes a keyword.',
  can: 'replies.manage',
  query: z.object({ id: Id }),
  reply: ok({}),
})
