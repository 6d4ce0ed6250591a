import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import { folded } from '../../kernel/text.ts'
import type { KnownContact, Link, Values } from './compare-rules.ts'

interface ContactRow extends Omit<Values, 'phone' | 'hireDate' | 'birthday'> {
  id: string
  phone: string | null
  hireDate: string | null
  birthday: string | null
  phoneKind: string
  sharesPhone: boolean
  work: string
  isArchived: boolean
  isStranger: boolean
  locked: Record<string, string>
  custom: KnownContact['custom']
}

const columns = sql`c.id, c.firstname, c.lastname, c.preferred_name as "preferredName", c.phone, c.phone_kind as "phoneKind",
  c.shares_phone as "sharesPhone", c.email, c.employee_id as "employeeId", c.job_title as "jobTitle", c.department, c.location,
  to_char(c.hire_date, 'YYYY-MM-DD') as "hireDate", c.birthday, c.work, c.locked, c.custom, c.archived_at is not null as "isArchived",
  c.source = 'inbound' and c.firstname = 'Unknown' as "isStranger"`

function knownFrom(row: ContactRow): KnownContact {
  const {
    id,
    phoneKind,
    sharesPhone,
    work,
    isArchived,
    isStranger,
    locked,
    custom,
    phone,
    hireDate,
    birthday,
    ...fields
  } = row
  return {
    id,
    fields: { ...fields, phone: phone ?? '', hireDate: hireDate ?? '', birthday: birthday ?? '' },
    phoneKind,
    sharesPhone,
    work,
    isArchived,
    isStranger,
    locked,
    custom,
  }
}

async function contactsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<KnownContact[]> {
  const result = await sql<ContactRow>`
    select ${columns} from contact c where c.org_id = ${tx.orgId} and c.erased_at is null and c.merged_into is null and ${condition}`.execute(
    tx.db,
  )
  return result.rows.map(knownFrom)
}

/** The links of these people, by their id at the HR system. */
export async function linksOfPeople(tx: Tx, externalIds: string[]): Promise<Map<string, Link>> {
  const result = await sql<Link & { externalId: string }>`
    select external_id as "externalId", state, contact_id as "contactId", seen, fix, fix_contact_id as "fixContactId" from hr_person
    where org_id = ${tx.orgId} and external_id = any(${externalIds}::text[])`.execute(tx.db)
  return new Map(result.rows.map(({ externalId, ...link }) => [externalId, link]))
}

/** The contacts that the people of a chunk may be. */
export interface Candidates {
  byId: Map<string, KnownContact>
  byEmployeeId: Map<string, KnownContact>
  ownerOf: Map<string, KnownContact>
  /** By number or employee id, with the folded last name. */
  archived: Map<string, KnownContact>
  /** Contacts that a person is linked to. */
  linked: Set<string>
  /** The first row of the sync with each number. */
  firstRowOf: Map<string, number>
}

/** Finds the contacts with these ids, numbers and employee ids. */
export async function findCandidates(
  tx: Tx,
  syncId: string,
  { contactIds, phones, employeeIds }: { contactIds: string[]; phones: string[]; employeeIds: string[] },
): Promise<Candidates> {
  const byKey = sql`(c.phone = any(${phones}::text[]) or (c.employee_id <> '' and c.employee_id = any(${employeeIds}::text[])))`
  const [own, active, archived, twice] = await Promise.all([
    contactsWhere(tx, sql`c.id = any(${contactIds}::uuid[])`),
    contactsWhere(tx, sql`c.archived_at is null and ${byKey}`),
    contactsWhere(tx, sql`c.archived_at is not null and ${byKey} order by c.archived_at`),
    sql<{ phone: string; row: number }>`
      select phone, min(row) as row from hr_row where org_id = ${tx.orgId} and sync_id = ${syncId} and phone = any(${phones}::text[])
        and employee is not null and employee->>'status' <> 'left' group by phone`.execute(tx.db),
  ])
  const found = [...own, ...active, ...archived].map((contact) => contact.id)
  const linked = await sql<{ id: string }>`
    select contact_id as id from hr_person where org_id = ${tx.orgId} and contact_id = any(${found}::uuid[])`.execute(
    tx.db,
  )
  const isLinked = new Set(linked.rows.map((row) => row.id))
  const free = (contact: KnownContact) => !isLinked.has(contact.id)
  return {
    byId: new Map(own.map((contact) => [contact.id, contact])),
    byEmployeeId: new Map(active.filter(free).map((contact) => [contact.fields.employeeId, contact])),
    ownerOf: new Map(
      active.filter((contact) => !contact.sharesPhone).map((contact) => [contact.fields.phone, contact]),
    ),
    archived: new Map(archived.filter(free).flatMap((contact) => keysOf(contact.fields).map((key) => [key, contact]))),
    linked: isLinked,
    firstRowOf: new Map(twice.rows.map(({ phone, row }) => [phone, row])),
  }
}

/** The keys under which an archived contact is found: number or employee id, always with the last name. */
export function keysOf({ phone, employeeId, lastname }: Values): string[] {
  const name = folded(lastname)
  return [phone, employeeId].filter((key) => key !== '').map((key) => `${key}|${name}`)
}
