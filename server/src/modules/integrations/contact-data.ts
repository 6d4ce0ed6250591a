import type { ContactData } from '../../kernel/contact-data.ts'
import { blankPosts } from './store.ts'

export const contactData: ContactData = {
  tables: {
    chat_post: {
      columns: ['contact_id'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'Notices about what the other sections list.' },
    },
  },
  erase: (tx, { contactIds }) => blankPosts(tx, contactIds),
}
