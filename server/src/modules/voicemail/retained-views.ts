import { sql, type RawBuilder } from 'kysely'
import { isKept } from '../legal-holds/index.ts'

/** Selects the recordings before a moment. */
export function oldRecordings(orgId: string, before: Date): RawBuilder<unknown> {
  return sql`
    select v.id, v.at, ${isKept(sql`v.org_id`, sql`v.contact_id`, sql`v.at`)} as held from voicemail v
    where v.org_id = ${orgId} and v.deleted_at is null and v.at < ${before}`
}
