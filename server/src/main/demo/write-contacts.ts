import type { CustomValue } from '@crewline/contract/contacts'
import type { Db } from '../../kernel/db/pool.ts'
import { sortName } from '../../modules/contacts/index.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant, maybeInstant, type Row } from './rows.ts'

/** Writes contacts with their custom field values. */
export async function writeContacts(
  db: Db,
  orgId: string,
  contacts: DemoContact[],
  values: Map<string, Record<string, CustomValue>>,
): Promise<void> {
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    firstname: 'text',
    lastname: 'text',
    sort_name: 'text',
    phone: 'text',
    phone_kind: 'text',
    phone_state: 'text',
    language: 'text',
    job_title: 'text',
    location: 'text',
    custom: 'jsonb',
    hire_date: 'date',
    birthday: 'text',
    source: 'text',
    archived_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = contacts.map((contact, nth): Row => ({
    org_id: orgId,
    id: contact.id,
    firstname: contact.firstname,
    lastname: contact.lastname,
    sort_name: sortName(contact.firstname, contact.lastname),
    phone: contact.phone,
    phone_kind: contact.phoneKind,
    phone_state: contact.phoneState,
    language: contact.language,
    job_title: contact.jobTitle,
    location: contact.location,
    custom: JSON.stringify(values.get(contact.id) ?? {}),
    hire_date: contact.source === 'optin' ? null : instant(contact.createdAt).slice(0, 10),
    birthday: birthdayOf(nth),
    source: contact.source,
    archived_at: maybeInstant(contact.archivedAt),
    created_at: instant(contact.createdAt),
    updated_at: instant(contact.archivedAt ?? contact.createdAt),
  }))
  await insertRows(db, 'contact', columns, rows)
}

/** Spreads birthdays over the year. One of four contacts has none, and one of four has no year on file. */
function birthdayOf(nth: number): string | null {
  if (nth % 4 === 0) return null
  const monthDay = new Date(Date.UTC(2001, 0, 1) + ((nth * 37) % 365) * 86_400_000).toISOString().slice(5, 10)
  return nth % 4 === 1 ? monthDay : `${1968 + (nth % 30)}-${monthDay}`
}
