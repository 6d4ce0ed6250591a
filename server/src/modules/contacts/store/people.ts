import type { Birthday, Contact, ContactStatus, CustomValue } from '@crewline/contract/contacts'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { recallOptOuts } from '../../consent/index.ts'
import { sortName } from '../rules.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** The editable fields of a contact. */
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

/** The locked row of a contact. */
export interface LockedContact extends ContactFields {
  archivedAt: Date | null
  erasedAt: Date | null
  mergedInto: string | null
  locked: Record<string, string>
}

/** Adds a contact. Returns false when the number already belongs to another. */
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

/** Locks the existing contacts that are visible to the actor until the transaction ends, and returns their rows. */
export async function lockContacts(tx: Tx, ids: string[]): Promise<Map<string, LockedContact>> {
  const result = await sql<LockedContact & { id: string }>`
    select id, firstname, lastname, preferred_name as "preferredName", phone, phone_kind as "phoneKind", shares_phone as "sharesPhone",
      email, employee_id as "employeeId", language, job_title as "jobTitle", department, location, timezone,
      to_char(hire_date, 'YYYY-MM-DD') as "hireDate", birthday, work, custom, locked, archived_at as "archivedAt",
      erased_at as "erasedAt", merged_into as "mergedInto"
    from contact where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) order by id for update`.execute(tx.db)
  return new Map(result.rows.map(({ id, ...row }) => [id, row]))
}

/** Saves a contact's fields. Resets the state of a changed number. */
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

/** Returns the editable fields of a contact row. */
export function attributesOf({
  archivedAt: _a,
  erasedAt: _e,
  mergedInto: _m,
  locked: _l,
  ...attributes
}: LockedContact): ContactFields {
  return attributes
}

/** Archives contacts. */
export async function archiveAll(tx: Tx, ids: string[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update contact set archived_at = ${now}, updated_at = ${now}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and archived_at is null`.execute(tx.db)
}

/**
 * Locks an employee id until the transaction ends, so that no other transaction can assign it. Returns its current
 * contact.
 */
export async function employeeWith(
  tx: Tx,
  employeeId: string,
  exceptId: string | null,
): Promise<{ id: string; firstname: string; lastname: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`employee id|${tx.orgId}|${employeeId}`}, 0))`.execute(
    tx.db,
  )
  const result = await sql<Row<'contact', 'id' | 'firstname' | 'lastname'>>`
    select id, firstname, lastname from contact
    where org_id = ${tx.orgId} and employee_id = ${employeeId} and employee_id <> '' and archived_at is null
      and id is distinct from ${exceptId}::uuid limit 1`.execute(tx.db)
  return result.rows[0]
}

/** Returns the initial state of a number of this kind. */
export function stateFor(kind: ContactFields['phoneKind']): 'ok' | 'landline' {
  return kind === 'landline' ? 'landline' : 'ok'
}
