import { sql, type RawBuilder } from 'kysely'
import { isOnHold } from '../legal-holds/index.ts'

/**
 * Selects archived and terminated contacts without any change or message since a moment. When someone was terminated is
 * not recorded, so the last change of the contact counts.
 */
export function formerContacts(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select c.id, c.updated_at as at, ${isOnHold(sql`c.org_id`, sql`c.id`)} or exists (
      select from contact other where other.org_id = c.org_id and other.merged_into = c.id and ${isOnHold(sql`other.org_id`, sql`other.id`)}) as held
    from contact c
    where c.org_id = ${orgId} and c.erased_at is null and c.merged_into is null and c.updated_at < ${before}
      and (c.archived_at < ${before} or (c.archived_at is null and c.work = 'terminated'))
      and not exists (select from conversation v where v.org_id = c.org_id and v.contact_id = c.id and v.last_at >= ${before})`
}
