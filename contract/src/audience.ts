import { z } from 'zod'
import { CONTACT_SORTS } from './contact-columns.ts'
import { Contact, ContactSummary } from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { ok } from './envelope.ts'
import { Filter, FilterText, Selection } from './filters.ts'
import { Id } from './ids.ts'
import { pageOf, pageQuery } from './paging.ts'

/** How a list of contacts is searched, filtered, sorted and paged. */
export const contactQuery = {
  ...pageQuery,
  id: Id.optional(),
  search: z.string().trim().max(100).default(''),
  reach: z.enum(['all', 'can_text', 'no_consent', 'opted_out', 'no_mobile', 'archived']).default('all'),
  filter: FilterText.optional(),
  sort: z.enum(CONTACT_SORTS).default('name'),
  order: z.enum(['asc', 'desc']).default('asc'),
}

export const groupContacts = endpoint({
  method: 'GET',
  path: '/group/contacts',
  summary:
    'Lists the contacts of a group, or of the whole organization when no group is given. Searches by name, employee ID or number in any format.',
  can: 'contacts.read',
  query: z.object(contactQuery),
  reply: ok({ ...pageOf(Contact), total: z.number().int(), totalIsExact: z.boolean() }),
})

export const previewFilter = endpoint({
  method: 'POST',
  path: '/group/preview',
  viewing: 'allowed',
  summary: 'Counts the contacts a filter matches now, and returns five of them.',
  can: 'contacts.read',
  body: z.strictObject({ filter: Filter }),
  reply: ok({
    count: z.number().int(),
    reachableCount: z.number().int(),
    isMore: z.boolean().describe('True when the count stopped before the end.'),
    sample: z.array(ContactSummary),
  }),
})

export const countContacts = endpoint({
  method: 'POST',
  path: '/contact/count',
  viewing: 'allowed',
  summary: 'Counts the contacts of a selection, and how many of them can get messages.',
  can: 'contacts.read',
  body: Selection,
  reply: ok({ count: z.number().int(), reachableCount: z.number().int() }),
})
