import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { Body } from './messages.ts'
import { oneLine } from './one-line.ts'

/** A text saved for reuse; a personal one belongs to one member. */
export const SavedReply = z.object({
  id: Id,
  name: z.string(),
  shortcut: z.string().describe('The name after the slash; unique within the replies a member sees.'),
  body: z.string(),
  shared: z.boolean(),
  mine: z.boolean(),
  uses: z.number().int(),
})
export type SavedReply = z.infer<typeof SavedReply>

const shortcut = oneLine(30).regex(/^[\p{L}\p{N}_-]*$/u, 'Use letters, numbers, - and _.')
const body = Body.refine((text) => text.trim() !== '', 'Write the reply first.')

export const savedReplies = endpoint({
  method: 'GET',
  path: '/saved-reply',
  summary: 'Lists the member’s saved replies and the shared ones, most used first.',
  can: 'inbox.read',
  reply: ok({ replies: z.array(SavedReply) }),
})

export const createReply = endpoint({
  method: 'POST',
  path: '/saved-reply',
  summary:
    'Creates a saved reply with a name and a shortcut. Sharing it with the team requires the permission to manage replies.',
  can: 'inbox.reply',
  fails: ['name_taken', 'too_many'],
  body: z.strictObject({
    name: oneLine(60).min(1),
    shortcut: shortcut.default(''),
    body,
    shared: z.boolean().default(false),
  }),
  reply: ok({ reply: SavedReply }),
})

export const editReply = endpoint({
  method: 'PATCH',
  path: '/saved-reply',
  summary: 'Updates a saved reply.',
  can: 'inbox.reply',
  fails: ['name_taken', 'too_many'],
  query: z.object({ id: Id }),
  body: z.strictObject({
    name: oneLine(60).min(1).optional(),
    shortcut: shortcut.optional(),
    body: body.optional(),
    shared: z.boolean().optional(),
  }),
  reply: ok({ reply: SavedReply }),
})

export const deleteReply = endpoint({
  method: 'DELETE',
  path: '/saved-reply',
  summary: 'Deletes a saved reply.',
  can: 'inbox.reply',
  query: z.object({ id: Id }),
  reply: ok({}),
})

export const useReply = endpoint({
  method: 'POST',
  path: '/saved-reply/use',
  summary: 'Records that a saved reply was inserted, so that the most used come first.',
  plan: 'not_needed',
  can: 'inbox.reply',
  query: z.object({ id: Id }),
  reply: ok({}),
})
