import type { Contact, ContactHead } from '@crewline/contract/contacts'
import { displayPhone, phoneCountry } from '@crewline/contract/phone'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fieldsOf, visibleValues, type FieldRule } from '../fields/index.ts'
import { contactGroups, contactLastMessages } from './plugs.ts'
import { birthdayFor, isBarred, reachOf } from './rules.ts'

/** What a list row needs of a contact, as SQL answers it. */
export interface HeadRow {
  contact_id: string
  firstname: string
  lastname: string
  phone: string | null
  phone_state: 'ok' | 'landline' | 'not_in_use'
  opted_out: boolean | null
  language: string
  timezone: string | null
}

/** The columns of HeadRow, for queries that join `contact c` and left join `consent k`. */
export const headColumns = sql`c.id as contact_id, c.firstname, c.lastname, c.phone, c.phone_state, k.opted_out, c.language, c.timezone`

/** A contact's head as browsers see it; numbers are written as people of the organization's country write them. */
export function headFrom(row: HeadRow, country: string): ContactHead {
  return {
    id: row.contact_id,
    firstname: row.firstname,
    lastname: row.lastname,
    phone: row.phone,
    phoneDisplay: row.phone === null ? null : displayPhone(row.phone, country),
    reach: reachOf(row.phone, row.phone_state, row.opted_out === true),
    language: row.language,
    timezone: row.timezone,
  }
}

/** The heads of these contacts, in no particular order. */
export async function headsOf(db: Db, country: string, ids: string[]): Promise<ContactHead[]> {
  const found = await sql<HeadRow>`
    select ${headColumns} from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.id = any(${ids}::uuid[])`.execute(db)
  return found.rows.map((row) => headFrom(row, country))
}

/** The heads of whoever has these numbers. */
export async function headsByPhones(db: Db, country: string, phones: string[]): Promise<ContactHead[]> {
  const found = await sql<HeadRow>`
    select ${headColumns} from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.phone = any(${phones}::text[]) and c.archived_at is null`.execute(db)
  return found.rows.map((row) => headFrom(row, country))
}

/** What is known of a worker's work; undefined for who is not there. */
export async function workOf(db: Db, id: string): Promise<Contact['work'] | undefined> {
  const found = await sql<{ work: Contact['work'] }>`select work from contact where id = ${id}`.execute(db)
  return found.rows[0]?.work
}

/** Those of these workers who were blocked or terminated: nothing goes to them by itself. */
export async function barredAmong(db: Db, ids: string[]): Promise<Set<string>> {
  const found = await sql<{ id: string; work: Contact['work'] }>`
    select id, work from contact where id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Set(found.rows.filter((row) => isBarred(row.work)).map((row) => row.id))
}

interface ContactRow extends HeadRow {
  preferred_name: string
  email: string
  employee_id: string
  job_title: string
  department: string
  location: string
  hire_date: string | null
  birthday: string | null
  work: Contact['work']
  shares_phone: boolean
  suspect_since: Date | null
  custom: Contact['customFields']
  locked: Contact['locked']
  source: Contact['source']
  archived_at: Date | null
  changed_at: Date | null
  created_at: Date
}

/**
 * Whole contacts in the order of the ids given; unknown ids are left out. Sensitive facts are absent unless the caller says
 * that the asker may see them.
 */
export async function contactsByIds(db: Db, country: string, ids: string[], seesSensitive = false): Promise<Contact[]> {
  const [found, fields, groups, lastMessages] = await Promise.all([
    sql<ContactRow>`
      select ${headColumns}, c.preferred_name, c.email, c.employee_id, c.job_title, c.department, c.location,
        to_char(c.hire_date, 'YYYY-MM-DD') as hire_date, c.birthday, c.work, c.shares_phone, c.suspect_since, c.custom, c.locked,
        c.source, c.archived_at, k.changed_at, c.created_at
      from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where c.id = any(${ids}::uuid[])`.execute(db),
    fieldsOf(db),
    contactGroups.get()(db, ids),
    contactLastMessages.get()(db, ids),
  ])
  const byId = new Map(found.rows.map((row) => [row.contact_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const beside: Beside = {
      groups: groups.get(id) ?? [],
      lastMessageAt: lastMessages.get(id) ?? null,
      seesSensitive,
      fields,
    }
    return [contactFrom(row, country, beside)]
  })
}

/** What of a contact does not stand in its row. */
interface Beside {
  groups: Contact['groups']
  lastMessageAt: Date | null
  fields: readonly FieldRule[]
  seesSensitive: boolean
}

function contactFrom(row: ContactRow, country: string, beside: Beside): Contact {
  return {
    ...headFrom(row, country),
    preferredName: row.preferred_name,
    email: row.email,
    employeeId: row.employee_id,
    jobTitle: row.job_title,
    department: row.department,
    location: row.location,
    hireDate: row.hire_date,
    birthday: birthdayFor(row.birthday, beside.seesSensitive),
    work: row.work,
    country: row.phone === null ? null : phoneCountry(row.phone),
    source: row.source,
    archived: row.archived_at !== null,
    sharesPhone: row.shares_phone,
    suspectSince: row.suspect_since?.toISOString() ?? null,
    customFields: visibleValues(beside.fields, row.custom, beside.seesSensitive),
    locked: row.locked,
    groups: beside.groups,
    optedOutAt: row.opted_out ? (row.changed_at?.toISOString() ?? null) : null,
    lastMessageAt: beside.lastMessageAt?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
