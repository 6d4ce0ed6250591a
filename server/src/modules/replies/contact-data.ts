import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteAnswerTurns, mergeAnswerTurns, restoreAnswerTurns } from './store.ts'

/** A merge must not give a contact another automatic answer before its interval is over. */
export const contactData: ContactData = {
  tables: {
    away_sent: {
      columns: ['contact_id'],
      merge: 'moves',
      erase: 'deleted',
      export: { omitted: 'Only limits automatic answers; the answers themselves are messages.' },
    },
  },
  merge: (tx, { fromId, toId }) => mergeAnswerTurns(tx, fromId, toId),
  unmerge: restoreAnswerTurns,
  erase: (tx, { contactIds }) => deleteAnswerTurns(tx, contactIds),
}
