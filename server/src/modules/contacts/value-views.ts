import type { contactValues } from '@crewline/contract/contacts'
import type { QueryOf } from '@crewline/contract/endpoint'
import { CONTACT_VALUES_SHOWN } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { literally } from './rules.ts'

const COLUMNS = { location: 'location', department: 'department', jobTitle: 'job_title' } as const

/**
 * What workers in sight have in one fact, those that most have first; with `typed` only values of which a word begins so, in
 * any case. Archived workers count for nothing.
 */
export async function valuesOf(
  db: Db,
  { field, typed }: QueryOf<typeof contactValues>,
): Promise<{ values: { value: string; count: number }[] }> {
  const column = sql.ref(`c.${COLUMNS[field]}`)
  const begins = `% ${literally(typed.toLowerCase())}%`
  const found = await sql<{ value: string; count: number }>`
    select ${column} as value, count(*)::int as count from contact c
    where c.archived_at is null and ${column} <> '' and (${typed === ''} or ' ' || lower(${column}) like ${begins})
    group by ${column} order by count desc, value limit ${CONTACT_VALUES_SHOWN}`.execute(db)
  return { values: found.rows }
}
