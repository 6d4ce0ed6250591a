import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { Body } from './messages.ts'

export const readDraft = endpoint({
  method: 'GET',
  path: '/message/draft',
  summary: "The asking member's unsent words for a worker, from whatever device wrote last.",
  can: 'inbox.reply',
  query: z.object({ id: Id }),
  reply: ok({ draft: z.object({ body: z.string(), at: Instant }).nullable() }),
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/message/draft',
  summary:
    'Keep unsent words for a worker; empty words forget them. What was written earlier than the draft kept is ignored.',
  can: 'inbox.reply',
  body: z.strictObject({ contactId: Id, body: Body, writtenAt: Instant.optional() }),
  reply: ok({ draft: z.object({ body: z.string(), at: Instant }).nullable() }),
})
