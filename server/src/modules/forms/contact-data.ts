import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { numberHash } from './proof.ts'
import { deleteAnswers, moveAnswers, returnAnswers } from './store/forms.ts'
import { personHash } from './poll-reader.ts'
import { formsWithReaders, removeReaders } from './store/poll-readers.ts'
import { removeNumbers } from './store/responses.ts'

/** What people answered belongs to their contact. Anonymous answers belong to no one. */
export const contactData: ContactData = {
  tables: {
    form_response: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'forms' },
    form_participant: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'formsAnswered' },
  },
  merge: (tx, { fromId, toId }) => moveAnswers(tx, fromId, toId),
  unmerge: (tx, pair, moved: never) => returnAnswers(tx, pair, moved),
  erase: async (tx, { contactIds, phones }, kernel) => {
    await removeNumbers(
      tx,
      phones.map((phone) => numberHash(kernel, tx.orgId, phone)),
    )
    const polls = await formsWithReaders(tx)
    await removeReaders(
      tx,
      polls.flatMap((formId) => contactIds.map((contactId) => personHash(kernel, formId, contactId))),
    )
    return { fileIds: await deleteAnswers(tx, contactIds) }
  },
  export: {
    forms: ({ contactIds }) => sql`
      select r.at, f.name as form, r.language, r.answers
      from form_response r join form f on f.org_id = r.org_id and f.id = r.form_id
      where r.contact_id = any(${contactIds}::uuid[]) order by r.at, r.id`,
    formsAnswered: ({ contactIds }) => sql`
      select f.name as form, f.is_anonymous as anonymous
      from form_participant p join form f on f.org_id = p.org_id and f.id = p.form_id
      where p.contact_id = any(${contactIds}::uuid[]) order by f.name, f.id`,
  },
}
