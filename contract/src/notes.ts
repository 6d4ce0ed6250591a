import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { Body, Message } from './messages.ts'

export const writeNote = endpoint({
  method: 'POST',
  path: '/message/note',
  summary: 'Adds a note to a thread that only the team sees, and notifies the members it mentions.',
  can: 'inbox.reply',
  fails: ['key_reused'],
  body: z.strictObject({
    contactId: Id,
    body: Body.refine((text) => text.trim() !== '', 'Write a note first.'),
    mentions: z.array(Id).max(20).default([]),
    clientMessageId: Id.optional(),
  }),
  reply: ok({ message: Message }),
})
