import type { ContactData } from '../../kernel/contact-data.ts'
import { blankRequests, expirePackages } from './store.ts'

/**
 * An export names its contacts by id only; a contact that is erased before its turn is left out. A package about one
 * person ends with their erasure.
 */
export const contactData: ContactData = {
  tables: {
    record_export: {
      columns: ['contact_ids'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'Which exports a contact is in concerns the organization, not the contact.' },
    },
    subject_request: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'How the organization answered a request is its own record; the person made the request.' },
    },
  },
  erase: async (tx, { contactIds }) => {
    await blankRequests(tx, contactIds)
    await expirePackages(tx, contactIds)
  },
}
