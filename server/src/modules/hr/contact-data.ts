import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { personHash } from './person-rules.ts'
import { eraseLink, forgetFixes, linksOf, moveLinks, rememberErased, returnLinks } from './store/people.ts'
import { forgetFileRows } from './store/files.ts'
import { forgetWorkers, namesOfWorkers } from './store/workers.ts'
import { blankRows, peopleOfRows } from './store/rows.ts'

/** The link of a person belongs to their contact; what earlier syncs did stays with the contact they did it to. */
export const contactData: ContactData = {
  tables: {
    hr_person: { columns: ['contact_id', 'fix_contact_id'], merge: 'moves', erase: 'blanked', export: 'hrSystem' },
    hr_row: {
      columns: ['contact_id', 'phone'],
      merge: 'stays',
      erase: 'blanked',
      export: { omitted: 'Copies of what the HR system holds; the other sections list what was taken from it.' },
    },
  },
  merge: (tx, { fromId, toId }) => moveLinks(tx, fromId, toId),
  unmerge: (tx, { fromId }, moved: never) => returnLinks(tx, fromId, moved),
  erase: async (tx, { contactIds, phones }) => {
    const linked = await linksOf(tx, contactIds)
    const people = [...linked, ...(await peopleOfRows(tx, contactIds, phones))]
    // Someone else may have the same number: only who is known to be the contact must not come back.
    const known = [...linked, ...(await peopleOfRows(tx, contactIds, []))]
    const pushedNames = await namesOfWorkers(tx, known)
    await forgetFileRows(tx, people)
    await forgetWorkers(tx, people)
    for (const externalId of linked) await eraseLink(tx, externalId, personHash(tx, tx.orgId, externalId))
    await rememberErased(
      tx,
      pushedNames.map((name) => personHash(tx, tx.orgId, name)),
    )
    await forgetFixes(tx, contactIds)
    await blankRows(tx, contactIds, phones)
  },
  export: {
    hrSystem: ({ contactIds }) => sql`
      select p.external_id as id, p.state from hr_person p where p.contact_id = any(${contactIds}::uuid[]) order by p.external_id`,
  },
}
