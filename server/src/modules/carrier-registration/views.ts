import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { StoredForm, StoredRegistration } from './store.ts'

/** Returns the answers of the organization; undefined until something is saved. */
export async function readForm(db: Db, orgId: string): Promise<StoredForm | undefined> {
  const found = await sql<StoredForm>`
    select version, company, ein, ein_last4 as "einLast4", use, updated_at as "updatedAt"
    from carrier_registration_form where org_id = ${orgId}`.execute(db)
  return found.rows[0]
}

/** Lists the registrations of the organization. */
export async function registrationsOf(db: Db, orgId: string): Promise<StoredRegistration[]> {
  const found = await sql<StoredRegistration>`
    select id, kind, carrier, account, line_id as "lineId", state, carrier_ids as "carrierIds", problems,
      segments_per_day as "segmentsPerDay", form_version as "formVersion", submitted_at as "submittedAt", checked_at as "checkedAt"
    from carrier_registration where org_id = ${orgId} order by kind, carrier, id`.execute(db)
  return found.rows
}

/** An opt-in page that people can open now. */
export interface OpenPage {
  id: string
  name: string
  url: string
  content: { frequency: { count: number; per: 'day' | 'week' | 'month' }; privacyUrl: string }
}

/** Lists the opt-in pages that are open, oldest first. */
export async function openOptInPages(db: Db, orgId: string): Promise<OpenPage[]> {
  const found = await sql<OpenPage>`
    select id, name, url, content from opt_in_page
    where org_id = ${orgId} and deleted_at is null and status = 'active' order by id limit 50`.execute(db)
  return found.rows
}

/** Lists organizations with registrations that should be asked about. Needs a database handle across organizations. */
export async function organizationsToCheck(
  system: Db,
  { before, approvedBefore, limit }: { before: Date; approvedBefore: Date; limit: number },
): Promise<string[]> {
  const found = await sql<{ orgId: string }>`
    select r.org_id as "orgId" from carrier_registration r join organization o on o.id = r.org_id and o.status <> 'closed'
    where (r.state in ('submitting', 'in_review') and (checked_at is null or checked_at < ${before}))
      or (r.state = 'approved' and checked_at < ${approvedBefore})
    group by r.org_id order by min(checked_at) nulls first limit ${limit}`.execute(system)
  return found.rows.map((row) => row.orgId)
}
