import { sql, type RawBuilder } from 'kysely'
import { isOnHold } from '../legal-holds/index.ts'

/** Selects the answers before a moment. An anonymous one is covered by holds on everyone only. */
export function oldAnswers(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select r.id, r.at, ${isOnHold(sql`r.org_id`, sql`r.contact_id`, sql`r.at`)} as held from form_response r
    where r.org_id = ${orgId} and r.at < ${before}`
}
