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
    source: 'text',
    archived_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = contacts.map((contact): Row => ({
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
    source: contact.source,
    archived_at: maybeInstant(contact.archivedAt),
    created_at: instant(contact.createdAt),
    updated_at: instant(contact.archivedAt ?? contact.createdAt),
  }))
  await insertRows(db, 'contact', columns, rows)
}
