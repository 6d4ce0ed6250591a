import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { Body } from './messages.ts'
import { oneLine } from './one-line.ts'

/** A word workers text to get an answer at once. */
export const Keyword = z.object({
  id: Id,
  word: z.string(),
  match: z.enum(['only', 'first', 'contains']),
  reply: z.string(),
  active: z.boolean(),
  uses: z.number().int(),
})
export type Keyword = z.infer<typeof Keyword>

const word = oneLine(40).min(1)
const reply = Body.refine((text) => text.trim() !== '', 'Write the answer first.')

export const keywords = endpoint({
  method: 'GET',
  path: '/keyword',
  summary: 'Every keyword of the organization, by word.',
  can: 'inbox.read',
  reply: ok({ keywords: z.array(Keyword) }),
})

export const createKeyword = endpoint({
  method: 'POST',
  path: '/keyword',
  summary: 'Answer a word by itself. Words of STOP, START and HELP in any language are refused.',
  can: 'replies.manage',
  body: z.strictObject({ word, match: z.enum(['only', 'first', 'contains']).default('only'), reply }),
  reply: ok({ keyword: Keyword }),
})

export const editKeyword = endpoint({
  method: 'PATCH',
  path: '/keyword',
  summary: 'Change a keyword or pause it.',
  can: 'replies.manage',
  query: z.object({ id: Id }),
  body: z.strictObject({
    word: word.optional(),
    match: z.enum(['only', 'first', 'contains']).optional(),
    reply: reply.optional(),
    active: z.boolean().optional(),
  }),
  reply: ok({ keyword: Keyword }),
})

export const deleteKeyword = endpoint({
  method: 'DELETE',
  path: '/keyword',
  summary: 'Forget a keyword.',
  can: 'replies.manage',
  query: z.object({ id: Id }),
  reply: ok({}),
})
