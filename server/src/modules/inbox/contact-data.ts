import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteUserData, mergeUserData, unmergeUserData } from './store/person.ts'

export const contactData: ContactData = {
  tables: {
    draft: {
      columns: ['contact_id'],
      merge: 'moves',
      erase: 'deleted',
      export: { omitted: 'A text that a member has not sent.' },
    },
    conversation_mute: {
      columns: ['contact_id'],
      merge: 'moves',
      erase: 'deleted',
      export: { omitted: 'A setting of one member.' },
    },
  },
  merge: (tx, { fromId, toId }) => mergeUserData(tx, fromId, toId),
  unmerge: (tx, { toId }, moved: Awaited<ReturnType<typeof mergeUserData>>) => unmergeUserData(tx, toId, moved),
  erase: async (tx, { contactIds }) => {
    for (const contactId of contactIds) await deleteUserData(tx, contactId)
  },
}
