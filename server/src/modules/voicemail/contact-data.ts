import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { eraseCalls, mergeCalls, unmergeCalls } from './store/person.ts'

export const contactData: ContactData = {
  tables: {
    voicemail: { columns: ['contact_id'], merge: 'moves', erase: 'blanked', export: 'voicemails' },
    missed_call: { columns: ['contact_id'], merge: 'moves', erase: 'blanked', export: 'missedCalls' },
  },
  merge: (tx, { fromId, toId }) => mergeCalls(tx, fromId, toId),
  unmerge: unmergeCalls,
  erase: async (tx, { contactIds }) => ({ fileIds: await eraseCalls(tx, contactIds) }),
  export: {
    voicemails: ({ contactIds }) => sql`
      select at, duration_sec as seconds, language, transcript, deleted_at is not null as deleted
      from voicemail where contact_id = any(${contactIds}::uuid[]) order by at`,
    missedCalls: ({ contactIds }) =>
      sql`select at from missed_call where contact_id = any(${contactIds}::uuid[]) order by at`,
  },
}
