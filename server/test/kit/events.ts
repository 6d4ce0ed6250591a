import { sql } from 'kysely'
import type { Kernel } from '../../src/kernel/kernel.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs a follower until it has processed every event so far. One empty pass does not show that: an event becomes
 * visible only when every older transaction of the whole PostgreSQL server has ended, also one of another test.
 */
export async function followUntilNow(
  t: TestApp,
  follower: string,
  pass: (kernel: Kernel) => Promise<unknown>,
  kernel: Kernel = t.process.kernel,
): Promise<void> {
  const system = kernel.database.asSystem('tests wait for followers')
  const latest = await sql<{ xid: string; seq: string }>`
    select f.xid::text as xid, f.seq::text as seq from event_log f order by f.xid desc, f.seq desc limit 1`.execute(
    system,
  )
  const [last] = latest.rows
  await t.until(async () => {
    while (await pass(kernel));
    if (!last) return true
    const reached = await sql`
      select from event_cursor where follower = ${follower} and (xid, seq) >= (${last.xid}::xid8, ${last.seq}::bigint)`.execute(
      system,
    )
    return reached.rows.length > 0
  })
}
