import type { Contact, ContactSummary } from '@crewline/contract/contacts'
import { displayPhone, phoneCountry } from '@crewline/contract/phone'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fieldsOf, visibleValues, type FieldRule } from '../fields/index.ts'
import { contactGroups, contactMessages } from './ports.ts'
import { birthdayFor, isBarred, reachOf } from './rules.ts'

/** The contact columns of a list row. */
export interface SummaryRow {
  contact_id: string
  firstname: string
  lastname: string
  phone: string | null
  phone_state: 'ok' | 'landline' | 'not_in_use'
  opted_out: boolean | null
  language: string
  timezone: string | null
}

/** The columns of `HeadRow`, for queries that join `contact c` and left join `consent k`. */
export const summaryColumns = sql`c.id as contact_id, c.firstname, c.lastname, c.phone, c.phone_state, k.opted_out, c.language, c.timezone`

/** Converts a row to the contact summary for browsers, with the number in the format of the organization's country. */
export function summaryFrom(row: SummaryRow, country: string): ContactSummary {
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

/** Returns the summaries of these contacts, in no particular order. */
export async function summariesOf(db: Db, country: string, ids: string[]): Promise<ContactSummary[]> {
  const result = await sql<SummaryRow>`
    select ${summaryColumns} from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.id = any(${ids}::uuid[])`.execute(db)
  return result.rows.map((row) => summaryFrom(row, country))
}

/** Returns the summaries of the contacts with these numbers. */
export async function summariesByPhones(db: Db, country: string, phones: string[]): Promise<ContactSummary[]> {
  const result = await sql<SummaryRow>`
    select ${summaryColumns} from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
    where c.phone = any(${phones}::text[]) and c.archived_at is null`.execute(db)
  return result.rows.map((row) => summaryFrom(row, country))
}

/** Returns the status of those contacts who are blocked or terminated, by id. They get no automatic messages. */
export async function barredAmong(db: Db, ids: string[]): Promise<Map<string, 'blocked' | 'terminated'>> {
  const result = await sql<Pick<Contact, 'id' | 'work'>>`
    select id, work from contact where id = any(${[...new Set(ids)]}::uuid[])`.execute(db)
  return new Map(result.rows.flatMap(({ id, work }) => (isBarred(work) ? [[id, work] as const] : [])))
}

interface ContactRow extends SummaryRow {
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
  lacks_consent: boolean
  suspect_since: Date | null
  custom: Contact['customFields']
  locked: Contact['locked']
  source: Contact['source']
  archived_at: Date | null
  changed_at: Date | null
  created_at: Date
}

/**
 * Returns complete contacts in the order of the ids, without unknown ids. Omits sensitive fields unless the caller
 * states that the member may see them.
 */
export async function contactsByIds(
  db: Db,
  country: string,
  ids: string[],
  canSeeSensitive = false,
): Promise<Contact[]> {
  const [result, fields, groups, shifts, lastMessages] = await Promise.all([
    sql<ContactRow>`
      select ${summaryColumns}, c.preferred_name, c.email, c.employee_id, c.job_title, c.department, c.location,
        to_char(c.hire_date, 'YYYY-MM-DD') as hire_date, c.birthday, c.work, c.shares_phone, c.suspect_since, c.custom, c.locked,
        c.source, c.archived_at, k.changed_at, c.created_at, ${contactMessages.get().lacksConsent()} as lacks_consent
      from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where c.id = any(${ids}::uuid[])`.execute(db),
    fieldsOf(db),
    contactGroups.get()(db, ids),
    shiftNamesOf(db, ids),
    contactMessages.get().lastTimes(db, ids),
  ])
  const byId = new Map(result.rows.map((row) => [row.contact_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const related: RelatedData = {
      groups: groups.get(id) ?? [],
      shifts: shifts.get(id) ?? [],
      lastMessageAt: lastMessages.get(id) ?? null,
      canSeeSensitive,
      fields,
    }
    return [contactFrom(row, country, related)]
  })
}

/**
 * Returns the shifts that apply to each contact, by name; contacts without one are missing. The function of the database
 * decides for every module which those are.
 */
async function shiftNamesOf(db: Db, ids: string[]): Promise<Map<string, Contact['shifts']>> {
  const result = await sql<{ contactId: string; shifts: Contact['shifts'] }>`
    select o.contact_id as "contactId", jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by lower(s.name), s.id) as shifts
    from contact_shifts(${ids}::uuid[]) o join shift s on s.id = any(o.shift_ids) group by 1`.execute(db)
  return new Map(result.rows.map(({ contactId, shifts }) => [contactId, shifts]))
}

/** Data of a contact from other tables. */
interface RelatedData {
  groups: Contact['groups']
  shifts: Contact['shifts']
  lastMessageAt: Date | null
  fields: readonly FieldRule[]
  canSeeSensitive: boolean
}

function contactFrom(row: ContactRow, country: string, related: RelatedData): Contact {
  return {
    ...summaryFrom(row, country),
    preferredName: row.preferred_name,
    email: row.email,
    employeeId: row.employee_id,
    jobTitle: row.job_title,
    department: row.department,
    location: row.location,
    hireDate: row.hire_date,
    birthday: birthdayFor(row.birthday, related.canSeeSensitive),
    work: row.work,
    country: row.phone === null ? null : phoneCountry(row.phone),
    source: row.source,
    archived: row.archived_at !== null,
    sharesPhone: row.shares_phone,
    lacksConsent: row.lacks_consent,
    suspectSince: row.suspect_since?.toISOString() ?? null,
    customFields: visibleValues(related.fields, row.custom, related.canSeeSensitive),
    locked: row.locked,
    groups: related.groups,
    shifts: related.shifts,
    optedOutAt: row.opted_out ? (row.changed_at?.toISOString() ?? null) : null,
    lastMessageAt: related.lastMessageAt?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
