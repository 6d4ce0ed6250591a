import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { forgetContacts, moveCodes, returnCodes } from './store.ts'

export const contactData: ContactData = {
  tables: { link_code: { columns: ['contact_id'], merge: 'moves', erase: 'blanked', export: 'links' } },
  merge: (tx, { fromId, toId }) => moveCodes(tx, fromId, toId),
  unmerge: returnCodes,
  erase: (tx, { contactIds }) => forgetContacts(tx, contactIds),
  export: {
    links: ({ contactIds }) => sql`
      select c.made_at as at, l.url, c.first_click_at as "firstClick", c.clicks
      from link_code c join link l on l.org_id = c.org_id and l.id = c.link_id
      where c.contact_id = any(${contactIds}::uuid[]) order by c.made_at, l.position`,
  },
}
