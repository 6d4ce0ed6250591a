import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteUpdatesAbout } from './store/erasing.ts'

export const contactData: ContactData = {
  tables: {
    push_message: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'deleted',
      export: { omitted: 'An encrypted copy of a message, useless after an hour.' },
    },
  },
  finishErasure: (system, { orgId, contactIds }) => deleteUpdatesAbout(system, orgId, contactIds),
}
