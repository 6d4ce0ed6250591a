import type { PageLanguage } from '@crewline/contract/opt-in'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A person who was asked to reply to a text, and did not. */
export interface Unreplied {
  orgId: string
  id: string
  contactId: string
  phone: string
  language: PageLanguage
  timezone: string | null
}

/**
 * Returns people of every organization who sent a form of an open page before a moment, have not replied, were never
 * reminded, and can still reply for a day; in the order of their ids after the given one.
 */
export async function unreplied(
  system: Db,
  { before, now, after, most }: { before: Date; now: Date; after: string | null; most: number },
): Promise<Unreplied[]> {
  const found = await sql<Unreplied>`
    select j.org_id as "orgId", j.id, j.contact_id as "contactId", j.phone, j.language, c.timezone
    from opt_in_join j join opt_in_page p on p.org_id = j.org_id and p.id = j.page_id
      join contact c on c.org_id = j.org_id and c.id = j.contact_id
    where j.state = 'reply' and j.reminded_at is null and j.created_at < ${before}
      and j.expires_at > ${now}::timestamptz + interval '1 day' and p.status = 'active'
      and (${after}::uuid is null or j.id > ${after}::uuid)
    order by j.id limit ${most}`.execute(system)
  return found.rows
}
