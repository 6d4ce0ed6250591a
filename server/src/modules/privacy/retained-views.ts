import { sql, type RawBuilder } from 'kysely'
import { isKept } from '../legal-holds/index.ts'

/**
 * Selects contacts who left before a moment, terminated or archived, without any message since. Of who was terminated
 * before that day was stored, the last change counts.
 */
export function formerContacts(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select c.id, c.former_at as at, ${isKept(sql`c.org_id`, sql`c.id`)} or exists (
      select from contact other where other.org_id = c.org_id and other.merged_into = c.id and ${isKept(sql`other.org_id`, sql`other.id`)}) as held
    from (
      select org_id, id, case when work = 'terminated' then coalesce(left_at, updated_at) else archived_at end as former_at
      from contact
      where org_id = ${orgId} and erased_at is null and merged_into is null
        and (archived_at is not null or work = 'terminated')) c
    where c.former_at < ${before} and not exists (select from conversation v where v.org_id = c.org_id and v.contact_id = c.id and v.last_at >= ${before})`
}
