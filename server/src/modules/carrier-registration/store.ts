import type { RegisteredCompany, RegisteredUse } from '@crewline/contract/carrier-registration'
import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'

/** The answers as stored; the tax number is encrypted. */
export interface StoredForm {
  version: number
  company: RegisteredCompany
  ein: string | null
  einLast4: string
  use: RegisteredUse
  updatedAt: Date
}

/** Which registration: the toll-free number is set for one of a number. */
export interface RegistrationKey {
  kind: 'brand' | 'campaign' | 'toll_free'
  carrier: string
  lineId: string | null
}

/** A problem as the carrier reported it. */
export interface StoredProblem {
  code: string
  text: string
  fields: string[]
}

/** A registration at a carrier. */
export interface StoredRegistration extends RegistrationKey {
  id: string
  account: string
  state: 'submitting' | 'in_review' | 'approved' | 'rejected'
  carrierIds: Record<string, string>
  problems: StoredProblem[]
  segmentsPerDay: number | null
  formVersion: number
  submittedAt: Date
  checkedAt: Date | null
}

/** Locks the organization's answers, so that of two changes at once the second sees the first. */
export async function lockForm(tx: Tx): Promise<{ version: number } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`carrier-registration|${tx.orgId}`}, 0))`.execute(tx.db)
  const found = await sql<{ version: number }>`
    select version from carrier_registration_form where org_id = ${tx.orgId}`.execute(tx.db)
  return found.rows[0]
}

/** Writes the answers as the next version. */
export async function saveForm(
  tx: Tx,
  form: Pick<StoredForm, 'company' | 'use'> & { ein: string | null; einLast4: string },
): Promise<void> {
  const [company, use] = [JSON.stringify(form.company), JSON.stringify(form.use)]
  await sql`
    insert into carrier_registration_form (org_id, version, company, ein, ein_last4, use, updated_at)
    values (${tx.orgId}, 1, ${company}::jsonb, ${form.ein}, ${form.einLast4}, ${use}::jsonb, ${tx.world.now()})
    on conflict (org_id) do update set version = carrier_registration_form.version + 1, company = excluded.company,
      ein = excluded.ein, ein_last4 = excluded.ein_last4, use = excluded.use, updated_at = excluded.updated_at`.execute(
    tx.db,
  )
}

/**
 * Begins a submission, also after a rejection: the ids at the carrier stay, unless the account is another one. Returns
 * undefined while another process talks to the carrier about it.
 */
export async function beginSubmission(
  tx: Tx,
  key: RegistrationKey & { account: string; formVersion: number },
): Promise<string | undefined> {
  const now = tx.world.now()
  const begun = await sql<{ id: string }>`
    insert into carrier_registration as r (org_id, id, kind, carrier, account, line_id, form_version, submitted_at)
    values (${tx.orgId}, ${tx.world.id()}, ${key.kind}, ${key.carrier}, ${key.account}, ${key.lineId}, ${key.formVersion}, ${now})
    on conflict (org_id, kind, carrier, line_id) do update set state = 'submitting', problems = '[]', submitted_at = ${now},
      form_version = excluded.form_version, account = excluded.account,
      carrier_ids = case when r.account = excluded.account then r.carrier_ids else '{}' end
    where r.busy_until is null or r.busy_until < ${now} returning id`.execute(tx.db)
  return begun.rows[0]?.id
}

/** Claims a registration for one process until a moment. Returns false while another one has it. */
export async function claimRegistration(tx: Tx, id: string, until: Date): Promise<boolean> {
  const claimed = await sql`
    update carrier_registration set busy_until = ${until}
    where org_id = ${tx.orgId} and id = ${id} and (busy_until is null or busy_until < ${tx.world.now()}) returning id`.execute(
    tx.db,
  )
  return claimed.rows.length > 0
}

/** Stores an id that the carrier gave. */
export async function keepCarrierId(tx: Tx, id: string, entry: { name: string; value: string }): Promise<void> {
  await sql`
    update carrier_registration set carrier_ids = carrier_ids || ${JSON.stringify({ [entry.name]: entry.value })}::jsonb
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Ends one's own claim; stores what the carrier said, if it said something. */
export async function settleRegistration(
  tx: Tx,
  { id, until }: { id: string; until: Date },
  found?: Pick<StoredRegistration, 'state' | 'problems' | 'segmentsPerDay'>,
): Promise<void> {
  await sql`
    update carrier_registration set busy_until = case when busy_until = ${until} then null else busy_until end, checked_at = ${tx.world.now()}, state = coalesce(${found?.state ?? null}, state),
      problems = coalesce(${found ? JSON.stringify(found.problems) : null}::jsonb, problems),
      segments_per_day = coalesce(${found?.segmentsPerDay ?? null}, segments_per_day)
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
