import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteUndoSnapshots } from './store/undo-snapshots.ts'

export const contactData: ContactData = {
  tables: {
    contact_run_undo: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'deleted',
      export: { omitted: 'Kept for a day to undo a bulk action; the activity lists what changed.' },
    },
  },
  erase: (tx, { contactIds }) => deleteUndoSnapshots(tx, contactIds),
}
