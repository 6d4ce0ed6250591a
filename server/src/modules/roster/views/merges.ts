import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Two contacts made one, as those who may take it back are told. */
export interface MadeOne {
  id: string
  /** Who became part of the other, as they were called then. */
  name: string
  at: Date
  by: string | null
}

const MOST = 20

interface Sought {
  contactId: string
  since: Date
  /** Only merges this person made; everybody's when null. */
  by: string | null
}

/** The merges into a worker after a moment that nobody undid, the newest first; none into who is part of somebody else by now. */
export async function mergesSince(db: Db, { contactId, since, by }: Sought): Promise<MadeOne[]> {
  const found = await sql<MadeOne>`
    select m.id, trim(concat_ws(' ', m.undo #>> '{facts,other,firstname}', m.undo #>> '{facts,other,lastname}')) as name, m.at,
      (select trim(p.firstname || ' ' || p.lastname) from person p where p.id = m.by_person) as by
    from contact_merge m join contact c on c.org_id = m.org_id and c.id = m.keep_id
    where m.keep_id = ${contactId} and m.undo is not null and m.at >= ${since} and c.merged_into is null and c.erased_at is null
      and (${by}::uuid is null or m.by_person = ${by})
    order by m.at desc, m.id desc limit ${MOST}`.execute(db)
  return found.rows
}
