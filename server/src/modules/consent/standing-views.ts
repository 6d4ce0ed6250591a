import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Marker } from './mark-rules.ts'
import { optedOutMarks } from './store/marks.ts'

/** Those of these numbers that are opted out, or will be once somebody has them: their last person opted out and was erased. */
export async function optedOutAmong(
  db: Db,
  asked: { marker: Marker; orgId: string; phones: string[] },
): Promise<Set<string>> {
  const [kept, marks] = await Promise.all([
    sql<{ phone: string }>`
      select phone from consent where org_id = ${asked.orgId} and phone = any(${asked.phones}::text[]) and opted_out`.execute(
      db,
    ),
    optedOutMarks(db, asked),
  ])
  return new Set([...kept.rows.map((row) => row.phone), ...marks.keys()])
}
