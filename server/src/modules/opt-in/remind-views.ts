import type { PageLanguage } from '@crewline/contract/opt-in'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { isOnlyOne } from './store.ts'

/** A person who was asked to reply to a text, and did not. */
export interface Unreplied {
  orgId: string
  id: string
  contactId: string
  flowId: string
  phone: string
  language: PageLanguage
  timezone: string | null
  expiresAt: Date
}

/**
 * Returns people of every organization who sent a form of an open page before a moment, were asked to reply and texted
 * nothing since, were reminded by no page, and can still reply for a day; in the order of their ids after the given one.
 */
export async function unreplied(
  system: Db,
  { before, now, after, most }: { before: Date; now: Date; after: string | null; most: number },
): Promise<Unreplied[]> {
  const found = await sql<Unreplied>`
    select j.org_id as "orgId", j.id, j.contact_id as "contactId", j.flow_id as "flowId", j.phone, j.language, c.timezone,
      j.expires_at as "expiresAt"
    from opt_in_join j join opt_in_page p on p.org_id = j.org_id and p.id = j.page_id
      join contact c on c.org_id = j.org_id and c.id = j.contact_id
      join flow_session s on s.org_id = j.org_id and s.flow_id = j.flow_id and s.contact_id = j.contact_id
    where j.state = 'reply' and j.reminded_at is null and j.created_at < ${before}
      and j.expires_at > ${now}::timestamptz + interval '1 day' and p.status = 'active'
      and s.state = 'open' and s.step_id is not null and s.misses = 0 and ${isOnlyOne}
      and not exists (
        select from conversation v where v.org_id = j.org_id and v.contact_id = j.contact_id and v.arrived_at >= s.started_at)
      and (${after}::uuid is null or j.id > ${after}::uuid)
    order by j.id limit ${most}`.execute(system)
  return found.rows
}
