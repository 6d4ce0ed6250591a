import type { ContactData } from '../../kernel/contact-data.ts'
import { eraseFiles } from './erase.ts'

/** Derived: files name no contact. The modules whose rows refer to them, messages and voicemail, say which to erase. */
export const contactData: ContactData = {
  order: 'derived',
  tables: {},
  erase: async (tx, { fileIds, messageIds }, kernel) => ({
    afterCommit: await eraseFiles(tx, kernel, { fileIds, messageIds }),
  }),
}
