import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { workerColumns, type StoredWorker } from '../store/workers.ts'

/** The workers of a page, in the order in which they came, and how many there are. */
export async function workersOf(
  db: Db,
  orgId: string,
  { from, count, condition = sql`true` }: { from: number; count: number; condition?: RawBuilder<unknown> },
): Promise<{ workers: StoredWorker[]; total: number }> {
  const where = sql`org_id = ${orgId} and ${condition}`
  const [page, all] = await Promise.all([
    sql<StoredWorker>`
      select ${workerColumns} from hr_scim_person where ${where} order by place limit ${count} offset ${from}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n from hr_scim_person where ${where}`.execute(db),
  ])
  return { workers: page.rows, total: all.rows[0]?.n ?? 0 }
}

/** One worker. */
export async function workerOf(db: Db, orgId: string, id: string): Promise<StoredWorker | undefined> {
  return (await workersOf(db, orgId, { from: 0, count: 1, condition: sql`id = ${id}::uuid` })).workers[0]
}

/** Which of these hashes stand for erased people. */
export async function erasedAmong(db: Db, orgId: string, hashes: string[]): Promise<Set<string>> {
  const found = await sql<{ hash: string }>`
    select external_id as hash from hr_person
    where org_id = ${orgId} and state = 'erased' and external_id = any(${hashes}::text[])`.execute(db)
  return new Set(found.rows.map(({ hash }) => hash))
}

/** How many workers there are, and how many of them are active. */
export async function countWorkers(db: Db, orgId: string): Promise<{ people: number; active: number }> {
  const result = await sql<{ people: number; active: number }>`
    select count(*)::int as people, (count(*) filter (where is_active))::int as active from hr_scim_person
    where org_id = ${orgId}`.execute(db)
  return result.rows[0] ?? { people: 0, active: 0 }
}
