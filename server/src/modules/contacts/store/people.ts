import type { Birthday, Contact, ContactStatus, CustomValue } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { recallOptOuts } from '../../consent/index.ts'
import { sortName } from '../rules.ts'

/** What is written of a contact. */
export interface ContactFields {
  firstname: string
  lastname: string
  preferredName: string
  phone: string | null
  phoneKind: 'mobile' | 'landline' | 'voip' | 'unknown'
  sharesPhone: boolean
  email: string
  employeeId: string
  language: string
  jobTitle: string
  department: string
  location: string
  timezone: string | null
  hireDate: string | null
  birthday: Birthday | null
  work: ContactStatus
  custom: Record<string, CustomValue>
}

/** A contact as its row stands. */
export interface HeldContact extends ContactFields {
  archivedAt: Date | null
  erasedAt: Date | null
  mergedInto: string | null
  locked: Record<string, string>
}

/** Adds a contact; answers false when the number belongs to someone already. */
export async function add(tx: Tx, id: string, fields: ContactFields, source: Contact['source']): Promise<boolean> {
  const now = tx.world.now()
  const added = await sql`
    insert into contact (org_id, id, firstname, lastname, sort_name, preferred_name, phone, phone_kind, phone_state, shares_phone, email,
      employee_id, language, job_title, department, location, timezone, hire_date, birthday, work, custom, source, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${fields.firstname}, ${fields.lastname}, ${sortName(fields.firstname, fields.lastname)}, ${fields.preferredName},
      ${fields.phone}, ${fields.phoneKind}, ${stateFor(fields.phoneKind)}, ${fields.sharesPhone}, ${fields.email}, ${fields.employeeId},
      ${fields.language}, ${fields.jobTitle}, ${fields.department}, ${fields.location}, ${fields.timezone}, ${fields.hireDate}::date,
      ${fields.birthday}, ${fields.work}, ${JSON.stringify(fields.custom)}::jsonb, ${source}, ${now}, ${now})
    on conflict (org_id, phone) where phone is not null and archived_at is null and not shares_phone do nothing
    returning id`.execute(tx.db)
  if (added.rows.length > 0) await recallOptOuts(tx, [fields.phone])
  return added.rows.length > 0
}

/** Those of these contacts there are and the actor sees, as their rows stand, locked until the transaction ends. */
export async function holdMany(tx: Tx, ids: string[]): Promise<Map<string, HeldContact>> {
  const found = await sql<HeldContact & { id: string }>`
    select id, firstname, lastname, preferred_name as "preferredName", phone, phone_kind as "phoneKind", shares_phone as "sharesPhone",
      email, employee_id as "employeeId", language, job_title as "jobTitle", department, location, timezone,
      to_char(hire_date, 'YYYY-MM-DD') as "hireDate", birthday, work, custom, locked, archived_at as "archivedAt",
      erased_at as "erasedAt", merged_into as "mergedInto"
    from contact where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) order by id for update`.execute(tx.db)
  return new Map(found.rows.map(({ id, ...row }) => [id, row]))
}

/** Writes a contact's fields; a changed number starts with a clean state. */
export async function save(tx: Tx, id: string, fields: ContactFields, archivedAt: Date | null): Promise<void> {
  await sql`
    update contact set firstname = ${fields.firstname}, lastname = ${fields.lastname}, sort_name = ${sortName(fields.firstname, fields.lastname)},
      preferred_name = ${fields.preferredName},
      phone_state = case when phone is distinct from ${fields.phone} then ${stateFor(fields.phoneKind)} else phone_state end,
      suspect_since = case when phone is not distinct from ${fields.phone} then suspect_since end,
      unreachable_at = case when phone is not distinct from ${fields.phone} then unreachable_at end,
      phone = ${fields.phone}, phone_kind = ${fields.phoneKind}, shares_phone = ${fields.sharesPhone}, email = ${fields.email},
      employee_id = ${fields.employeeId}, language = ${fields.language}, job_title = ${fields.jobTitle}, department = ${fields.department},
      location = ${fields.location}, timezone = ${fields.timezone}, hire_date = ${fields.hireDate}::date, birthday = ${fields.birthday},
      work = ${fields.work}, custom = ${JSON.stringify(fields.custom)}::jsonb, archived_at = ${archivedAt}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** The facts of a contact without what stands beside them in the row. */
export function factsOf({
  archivedAt: _a,
  erasedAt: _e,
  mergedInto: _m,
  locked: _l,
  ...facts
}: HeldContact): ContactFields {
  return facts
}

/** Archives contacts. */
export async function archiveAll(tx: Tx, ids: string[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update contact set archived_at = ${now}, updated_at = ${now}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and archived_at is null`.execute(tx.db)
}

/** Keeps everybody else from giving this employee id to somebody until the transaction ends; answers who has it. */
export async function employeeWith(
  tx: Tx,
  employeeId: string,
  exceptId: string | null,
): Promise<{ id: string; firstname: string; lastname: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`employee id|${tx.orgId}|${employeeId}`}, 0))`.execute(
    tx.db,
  )
  const found = await sql<{ id: string; firstname: string; lastname: string }>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and employee_id = ${employeeId} and employee_id <> '' and archived_at is null
      and id is distinct from ${exceptId}::uuid limit 1`.execute(tx.db)
  return found.rows[0]
}

/** The state a number of this kind starts with. */
export function stateFor(kind: ContactFields['phoneKind']): 'ok' | 'landline' {
  return kind === 'landline' ? 'landline' : 'ok'
}
