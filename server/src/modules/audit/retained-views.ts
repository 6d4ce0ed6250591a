import { sql, type RawBuilder } from 'kysely'
import { isKept } from '../legal-holds/index.ts'

const contactOf = sql`case when a.target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.target::uuid end`

/**
 * Selects the entries before a moment that still have their details, and never one younger than two years, by the condition
 * of the trigger `audit_entry_early`: on nights around a change of the clocks, the moment may be an hour later. Entries about contacts on hold keep them.
 */
export function oldDetails(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select a.id, a.at, ${isKept(sql`a.org_id`, contactOf, sql`a.at`)} as held from audit_entry a
    where a.org_id = ${orgId} and a.at < ${before} and a.at < now() - interval '24 months' and (a.salt is not null or a.detail <> '{}')`
}
