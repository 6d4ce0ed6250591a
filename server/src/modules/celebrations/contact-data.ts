import { sql } from 'kysely'
import type { ContactData } from '../../kernel/contact-data.ts'
import { deleteUnnamed, moveUnnamed, returnUnnamed, type MovedUnnamed } from './naming-store.ts'
import { deleteSends, moveSends, returnSends, type MovedSend } from './store.ts'

interface Moved {
  sends: MovedSend[]
  unnamed: MovedUnnamed
}

/** What became of a person's dates follows them, so that no merge celebrates a person twice. */
export const contactData: ContactData = {
  tables: {
    celebration_send: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'celebrations' },
    celebration_unnamed: { columns: ['contact_id'], merge: 'moves', erase: 'deleted', export: 'notNamedInNews' },
  },
  merge: async (tx, { fromId, toId }): Promise<Moved> => ({
    sends: await moveSends(tx, fromId, toId),
    unnamed: await moveUnnamed(tx, fromId, toId),
  }),
  unmerge: async (tx, pair, moved: never) => {
    // Merges of a version before kept a list of what it moved.
    if (Array.isArray(moved)) return returnSends(tx, pair, moved as MovedSend[])
    const { sends, unnamed } = moved as Moved
    await returnSends(tx, pair, sends)
    await returnUnnamed(tx, pair, unnamed)
  },
  erase: async (tx, { contactIds }) => {
    await deleteSends(tx, contactIds)
    await deleteUnnamed(tx, contactIds)
  },
  export: {
    celebrations: ({ contactIds }) => sql`
      select s.at, c.content ->> 'name' as name, s.state, s.reason
      from celebration_send s join celebration c on c.org_id = s.org_id and c.id = s.celebration_id
      where s.contact_id = any(${contactIds}::uuid[]) order by s.at, s.celebration_id, s.year`,
    notNamedInNews: ({ contactIds }) => sql`
      select since from celebration_unnamed where contact_id = any(${contactIds}::uuid[]) order by since`,
  },
}
