import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id, Instant } from './ids.ts'
import { Body } from './messages.ts'

export const readDraft = endpoint({
  method: 'GET',
  path: '/message/draft',
  summary: 'Returns the member’s draft for a contact, from the device that saved last.',
  can: 'inbox.reply',
  apiKeys: 'refused',
  query: z.object({ id: Id }),
  reply: ok({ draft: z.object({ body: z.string(), at: Instant }).nullable() }),
})

export const saveDraft = endpoint({
  method: 'PUT',
  path: '/message/draft',
  summary:
    'Saves the member’s draft for a contact; an empty text deletes it. A version older than the saved draft is ignored.',
  plan: 'not_needed',
  can: 'inbox.reply',
  apiKeys: 'refused',
  body: z.strictObject({ contactId: Id, body: Body, writtenAt: Instant.optional() }),
  reply: ok({ draft: z.object({ body: z.string(), at: Instant }).nullable() }),
})
