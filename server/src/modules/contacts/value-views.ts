import type { contactValues } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import { CONTACT_VALUES_MAX } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { literally } from '../../kernel/text.ts'

const COLUMNS = { location: 'location', department: 'department', jobTitle: 'job_title' } as const

/**
 * Returns the values of a field among visible active contacts, most frequent first. With `typed`, only values in which
 * a word starts with it, in any case.
 */
export async function valuesOf(
  db: Db,
  { field, typed }: QueryOf<typeof contactValues>,
): Promise<{ values: { value: string; count: number }[] }> {
  const column = sql.ref(`c.${COLUMNS[field]}`)
  const begins = `% ${literally(typed.toLowerCase())}%`
  const result = await sql<{ value: string; count: number }>`
    select ${column} as value, count(*)::int as count from contact c
    where c.archived_at is null and ${column} <> '' and (${typed === ''} or ' ' || lower(${column}) like ${begins})
    group by ${column} order by count desc, value limit ${CONTACT_VALUES_MAX}`.execute(db)
  return { values: result.rows }
}
