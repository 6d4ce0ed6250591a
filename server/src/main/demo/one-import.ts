import type { Import } from '@crewline/contract/imports'
import type { Db } from '../../kernel/db/pool.ts'
import type { Sender } from './history.ts'
import { DAY, idAt, MINUTE } from './moments.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant } from './rows.ts'

/** How the file that brought some of the people was read: its columns, what stood in them first, where they went. */
const COLUMNS: [header: string, target: string, field: (one: DemoContact) => string][] = [
  ['First Name', 'firstname', (one) => one.firstname],
  ['Last Name', 'lastname', (one) => one.lastname],
  ['Cell #', 'phone', (one) => one.phone ?? ''],
  ['Position', 'jobTitle', (one) => one.jobTitle],
  ['Site', 'location', (one) => one.location],
]

/** Writes the import that is over: it tells of exactly the people who came by a file, and its rows are forgotten. */
export async function writeOneImport(
  db: Db,
  orgId: string,
  { contacts, owner, nowMs }: { contacts: DemoContact[]; owner: Sender; nowMs: number },
): Promise<void> {
  const people = contacts.filter((one) => one.source === 'import')
  const begunAt = nowMs - 38 * DAY
  const columns = COLUMNS.map(([header, target, field], index): Import['columns'][number] => {
    const values = people.map(field)
    const empty = values.filter((value) => value === '').length
    const samples = values.filter((value) => value !== '').slice(0, 3)
    const fit = { good: values.length - empty, bad: 0, empty }
    return { index, header, samples, target, newField: null, fixCapitals: false, fit, matchedBy: 'header' }
  })
  const landline = people.filter((one) => one.phoneKind === 'landline').length
  const counts: Import['counts'] = {
    ...{ new: people.length, update: 0, unchanged: 0, duplicate: 0, invalid: 0, skipped: 0, optedOut: 0, landline },
  }
  const result: Import['result'] = { added: people.length, updated: 0, skipped: 0, unchanged: 0 }
  const times = { created_at: 'timestamptz', finished_at: 'timestamptz' }
  await insertRows(
    db,
    'import',
    {
      ...{ org_id: 'uuid', id: 'uuid', person_id: 'uuid', file_name: 'text', bytes: 'bigint', state: 'text' },
      ...{ total: 'int', progress: 'int', columns: 'jsonb', counts: 'jsonb', result: 'jsonb', ...times },
    },
    [
      {
        ...{ org_id: orgId, id: idAt(begunAt), person_id: owner.personId, file_name: 'crew-list.xlsx', state: 'done' },
        ...{ bytes: 6_000 + people.length * 64, total: people.length, progress: people.length },
        columns: JSON.stringify(columns),
        counts: JSON.stringify(counts),
        result: JSON.stringify(result),
        created_at: instant(begunAt),
        finished_at: instant(begunAt + 4 * MINUTE),
      },
    ],
  )
}
