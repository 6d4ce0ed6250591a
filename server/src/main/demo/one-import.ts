import type { Import } from '@crewline/contract/imports'
import type { Db } from '../../kernel/db/pool.ts'
import type { Sender } from './history.ts'
import { DAY, idAt, MINUTE } from './moments.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant } from './rows.ts'

/** The columns of the imported file: header, target and values. */
const COLUMNS: [header: string, target: string, field: (one: DemoContact) => string][] = [
  ['First Name', 'firstname', (contact) => contact.firstname],
  ['Last Name', 'lastname', (contact) => contact.lastname],
  ['Cell #', 'phone', (contact) => contact.phone ?? ''],
  ['Position', 'jobTitle', (contact) => contact.jobTitle],
  ['Site', 'location', (contact) => contact.location],
]

/** Writes a finished import that counts exactly the imported contacts; its rows are already deleted. */
export async function writeOneImport(
  db: Db,
  orgId: string,
  { contacts, owner, nowMs }: { contacts: DemoContact[]; owner: Sender; nowMs: number },
): Promise<void> {
  const importedContacts = contacts.filter((contact) => contact.source === 'import')
  const startedAt = nowMs - 38 * DAY
  const columns = COLUMNS.map(([header, target, field], index): Import['columns'][number] => {
    const values = importedContacts.map(field)
    const empty = values.filter((value) => value === '').length
    const samples = values.filter((value) => value !== '').slice(0, 3)
    const fit = { good: values.length - empty, bad: 0, empty }
    return {
      index,
      header,
      samples,
      target,
      newField: null,
      fixCapitals: false,
      hasMixedDates: false,
      dateOrder: null,
      replacements: [],
      fit,
      matchedBy: 'header',
    }
  })
  const landline = importedContacts.filter((contact) => contact.phoneKind === 'landline').length
  const counts: Import['counts'] = {
    new: importedContacts.length,
    update: 0,
    unchanged: 0,
    duplicate: 0,
    invalid: 0,
    skipped: 0,
    optedOut: 0,
    landline,
    noPhone: importedContacts.filter((contact) => contact.phone === null).length,
  }
  const result: Import['result'] = { added: importedContacts.length, updated: 0, skipped: 0, unchanged: 0 }
  const times = { created_at: 'timestamptz', finished_at: 'timestamptz' }
  await insertRows(
    db,
    'import',
    {
      org_id: 'uuid',
      id: 'uuid',
      user_id: 'uuid',
      file_name: 'text',
      bytes: 'bigint',
      state: 'text',
      total: 'int',
      progress: 'int',
      columns: 'jsonb',
      counts: 'jsonb',
      result: 'jsonb',
      ...times,
    },
    [
      {
        org_id: orgId,
        id: idAt(startedAt),
        user_id: owner.userId,
        file_name: 'crew-list.xlsx',
        state: 'done',
        bytes: 6e3 + importedContacts.length * 64,
        total: importedContacts.length,
        progress: importedContacts.length,
        columns: JSON.stringify(columns),
        counts: JSON.stringify(counts),
        result: JSON.stringify(result),
        created_at: instant(startedAt),
        finished_at: instant(startedAt + 4 * MINUTE),
      },
    ],
  )
}
