import { z } from 'zod'
import { Contact } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Id } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'

/** A named set of workers, as pickers show it. */
export const GroupValue = z.object({ id: Id, name: z.string(), contactCount: z.number().int() })
export type GroupValue = z.infer<typeof GroupValue>

export const groupValues = endpoint({
  method: 'GET',
  path: '/group/values',
  summary: 'Every group of the organization, for pickers and filters.',
  can: 'groups.read',
  reply: ok({ groups: z.array(GroupValue) }),
})

export const groupContacts = endpoint({
  method: 'GET',
  path: '/group/contacts',
  summary:
    'The workers of a group, or of the whole organization when no group is named; searched by name or by number in any format.',
  can: 'contacts.read',
  query: z.object({
    ...pageQuery,
    id: Id.optional(),
    search: z.string().trim().max(100).default(''),
    reach: z.enum(['all', 'can_text', 'opted_out', 'no_mobile', 'archived']).default('all'),
    sort: z.enum(['name', 'createdAt']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  reply: ok({ ...pageOf(Contact), total: z.number().int(), totalIsExact: z.boolean() }),
})
