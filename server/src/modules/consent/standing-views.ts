import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Marker } from './fingerprint-rules.ts'
import { optedOutFingerprints } from './store/marks.ts'

/**
 * Returns the numbers that are opted out, or will be when a contact gets them because their last contact opted out and
 * was erased.
 */
export async function optedOutAmong(
  db: Db,
  query: { marker: Marker; orgId: string; phones: string[] },
): Promise<Set<string>> {
  const [stored, fingerprints] = await Promise.all([
    sql<{ phone: string }>`
      select phone from consent where org_id = ${query.orgId} and phone = any(${query.phones}::text[]) and opted_out`.execute(
      db,
    ),
    optedOutFingerprints(db, query),
  ])
  return new Set([...stored.rows.map((row) => row.phone), ...fingerprints.keys()])
}
