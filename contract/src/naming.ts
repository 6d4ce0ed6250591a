import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'

/** A contact whom news does not name. */
export const LeftOut = z.object({ contactId: Id, name: z.string() })

const reply = ok({
  isNamed: z
    .boolean()
    .describe(
      'False: neither news nor the morning emails about celebrations name this person. They still get their text.',
    ),
  isUsed: z.boolean().describe('Whether any celebration names people in news, so that the setting changes anything.'),
})

export const contactNaming = endpoint({
  method: 'GET',
  path: '/contact/naming',
  summary: 'Returns whether news may name a contact on their birthday or work anniversary.',
  can: 'contacts.read',
  query: z.object({ contactId: Id }),
  reply,
})

export const setContactNaming = endpoint({
  method: 'PUT',
  path: '/contact/naming',
  summary: 'Sets whether news may name a contact, in every issue at once. No import and no HR system changes it.',
  can: 'contacts.edit',
  query: z.object({ contactId: Id }),
  body: z.strictObject({ isNamed: z.boolean() }),
  reply,
})
