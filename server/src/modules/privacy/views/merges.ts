import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** A merge as shown to members who may undo it. */
export interface MadeOne {
  id: string
  /** The name of the merged contact at that time. */
  name: string
  at: Date
  by: string | null
}

const MOST = 20

interface Sought {
  contactId: string
  since: Date
  /** Limits the result to merges by this user; null for all. */
  by: string | null
}

/**
 * Returns the merges into a contact since a moment that were not undone, newest first. Returns none when the contact
 * itself was merged since.
 */
export async function mergesSince(db: Db, { contactId, since, by }: Sought): Promise<MadeOne[]> {
  const result = await sql<MadeOne>`
    select m.id, trim(concat_ws(' ', m.undo #>> '{attributes,other,firstname}', m.undo #>> '{attributes,other,lastname}')) as name, m.at,
      (select trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = m.by_user) as by
    from contact_merge m join contact c on c.org_id = m.org_id and c.id = m.keep_id
    where m.keep_id = ${contactId} and m.undo is not null and m.at >= ${since} and c.merged_into is null and c.erased_at is null
      and (${by}::uuid is null or m.by_user = ${by})
    order by m.at desc, m.id desc limit ${MOST}`.execute(db)
  return result.rows
}
