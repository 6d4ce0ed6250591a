import type { ContactData } from '../../kernel/contact-data.ts'
import { forgetContacts } from './store.ts'

/** Contacts on hold are neither merged nor erased; what this covers are the rows of holds that were released. */
export const contactData: ContactData = {
  tables: {
    legal_hold_contact: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'deleted',
      export: { omitted: 'A legal hold is about a dispute of the organization, and only its administrators see it.' },
    },
  },
  erase: (tx, { contactIds }) => forgetContacts(tx, contactIds),
}
