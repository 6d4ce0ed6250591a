import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { eraseRows } from './store/erasing.ts'

/** The rows of a file stay as they were read, so that the import still adds up. */
export const contactData: ContactData = {
  tables: {
    import_row: { columns: ['contact_id', 'phone'], merge: 'stays', erase: 'blanked', export: 'imports' },
    import_undo: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'The activity lists which fields an import changed.' },
    },
  },
  erase: (tx, { contactIds, phones }) => eraseRows(tx, contactIds, phones),
  export: {
    // A row holds every column of the file, including sensitive ones.
    imports: ({ contactIds, canSeeSensitive }) => sql`
      select i.file_name as file, i.created_at as at, r.row, ${canSeeSensitive ? sql`r.cells` : sql`null`} as cells
      from import_row r join import i on i.org_id = r.org_id and i.id = r.import_id
      where r.contact_id = any(${contactIds}::uuid[]) order by i.created_at, r.row`,
  },
}
