import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteJoins, moveJoins, returnJoins } from './store.ts'

/** The forms of a person belong to their contact; the consent history proves what they agreed to. */
export const contactData: ContactData = {
  tables: {
    opt_in_join: { columns: ['contact_id', 'phone'], merge: 'moves', erase: 'deleted', export: 'optIns' },
  },
  merge: (tx, { fromId, toId }) => moveJoins(tx, fromId, toId),
  unmerge: (tx, { fromId }, moved: never) => returnJoins(tx, fromId, moved as string[]),
  erase: (tx, { contactIds, phones }) => deleteJoins(tx, contactIds, phones),
  export: {
    optIns: ({ contactIds }) => sql`
      select j.created_at as at, p.name as page, j.phone as number, j.state, j.language, j.wording, j.entered, j.joined_at as "joinedAt"
      from opt_in_join j join opt_in_page p on p.org_id = j.org_id and p.id = j.page_id
      where j.contact_id = any(${contactIds}::uuid[]) order by j.created_at, j.id`,
  },
}
