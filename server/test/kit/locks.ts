import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** Waits until a query of the test's own database waits for a lock. */
export async function untilOneWaits(t: TestApp): Promise<void> {
  const system = t.process.kernel.database.asSystem('tests see who waits for a lock')
  await t.until(async () => {
    const { rows } = await sql`
      select from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`.execute(system)
    return rows.length > 0
  })
}
