import type { ContactData } from '../../kernel/contact-data.ts'
import { blankDeliveries } from './store.ts'

export const contactData: ContactData = {
  tables: {
    webhook_delivery: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'Copies of what the other sections list.' },
    },
  },
  erase: (tx, { contactIds }) => blankDeliveries(tx, contactIds),
}
