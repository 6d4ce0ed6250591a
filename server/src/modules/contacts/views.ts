import type { Contact, ContactHead } from '@crewline/contract/contacts'
import { displayPhone, phoneCountry } from '@crewline/contract/phone'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { contactGroups, contactLastMessages } from './plugs.ts'
import { reachOf } from './rules.ts'

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

interface ContactRow extends HeadRow {
  job_title: string
  location: string
  source: Contact['source']
  archived_at: Date | null
  changed_at: Date | null
  created_at: Date
}

/** Whole contacts in the order of the ids given; unknown ids are left out. */
export async function contactsByIds(db: Db, country: string, ids: string[]): Promise<Contact[]> {
  const [found, groups, lastMessages] = await Promise.all([
    sql<ContactRow>`
      select ${headColumns}, c.job_title, c.location, c.source, c.archived_at, k.changed_at, c.created_at
      from contact c left join consent k on k.org_id = c.org_id and k.phone = c.phone
      where c.id = any(${ids}::uuid[])`.execute(db),
    contactGroups.get()(db, ids),
    contactLastMessages.get()(db, ids),
  ])
  const byId = new Map(found.rows.map((row) => [row.contact_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [contactFrom(row, country, groups.get(id) ?? [], lastMessages.get(id) ?? null)] : []
  })
}

function contactFrom(row: ContactRow, country: string, groups: Contact['groups'], lastMessageAt: Date | null): Contact {
  return {
    ...headFrom(row, country),
    jobTitle: row.job_title,
    location: row.location,
    country: row.phone === null ? null : phoneCountry(row.phone),
    source: row.source,
    archived: row.archived_at !== null,
    groups,
    optedOutAt: row.opted_out ? (row.changed_at?.toISOString() ?? null) : null,
    lastMessageAt: lastMessageAt?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
