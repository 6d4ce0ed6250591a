import type { ContactData } from '../../kernel/contact-data.ts'
import { dropMembers } from './store.ts'

/** The index follows the events of messages, so it moves a moment after a merge. */
export const contactData: ContactData = {
  tables: {
    message_search: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'messages' },
  },
  finishErasure: (system, { orgId, contactIds }) => dropMembers(system, orgId, contactIds),
}
