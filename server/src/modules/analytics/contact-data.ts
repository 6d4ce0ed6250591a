import type { ContactData } from '../../kernel/contact-data.ts'

/** Numbers of contacts in sets. A merge or an erasure changes messages, and the days of these are counted again. */
export const contactData: ContactData = {
  tables: {
    figure_contact: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'A number for counting; the export lists the messages.' },
    },
  },
}
