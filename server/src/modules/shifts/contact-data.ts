import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { forgetContacts } from './store.ts'

/** The kept contact of a merge keeps its own working hours. */
export const contactData: ContactData = {
  tables: {
    contact_shift: { columns: ['contact_id'], merge: 'stays', erase: 'deleted', export: 'workingHours' },
  },
  erase: (tx, { contactIds }) => forgetContacts(tx, contactIds),
  export: {
    workingHours: ({ contactIds }) => sql`
      select s.name from contact_shift o join shift s on s.org_id = o.org_id and s.id = o.shift_id
      where o.contact_id = any(${contactIds}::uuid[]) order by s.name`,
  },
}
