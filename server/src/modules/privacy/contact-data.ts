import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteUndoOf } from './store/merges.ts'

/** Merges and erasures stay as receipts; what could undo a merge is deleted with the contact. */
export const contactData: ContactData = {
  tables: {
    contact_merge: { columns: ['keep_id', 'other_id'], merge: 'stays', erase: 'blanked', export: 'merges' },
    contact_erasure: {
      columns: ['contact_id', 'contact_ids', 'phones'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'An erased contact has no export.' },
    },
  },
  erase: (tx, { contactIds }) => deleteUndoOf(tx, contactIds),
  export: {
    merges: ({ contactIds }) => sql`
      select at, other_id as contact, undone_at as "undoneAt" from contact_merge
      where keep_id = any(${contactIds}::uuid[]) order by at`,
  },
}
