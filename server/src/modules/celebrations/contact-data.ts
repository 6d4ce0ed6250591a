import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteSends, moveSends, returnSends, type MovedSend } from './store.ts'

/** What became of a person's dates follows them, so that no merge celebrates a person twice. */
export const contactData: ContactData = {
  tables: { celebration_send: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'celebrations' } },
  merge: (tx, { fromId, toId }) => moveSends(tx, fromId, toId),
  unmerge: (tx, pair, moved: never) => returnSends(tx, pair, moved as MovedSend[]),
  erase: (tx, { contactIds }) => deleteSends(tx, contactIds),
  export: {
    celebrations: ({ contactIds }) => sql`
      select s.at, c.content ->> 'name' as name, s.state, s.reason
      from celebration_send s join celebration c on c.org_id = s.org_id and c.id = s.celebration_id
      where s.contact_id = any(${contactIds}::uuid[]) order by s.at, s.celebration_id, s.year`,
  },
}
