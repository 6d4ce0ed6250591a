import { sql } from 'kysely'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { evaluateWaiting, followChanges } from '../../src/modules/groups/index.ts'
import type { TestApp } from './test-app.ts'

/**
 * Does the worker's group work until every event so far is processed. Other tests may use the same server, and an event
 * becomes visible only when every older transaction has ended.
 */
export async function followGroups(t: TestApp, kernel: Kernel = t.process.kernel): Promise<void> {
  const system = kernel.database.asSystem('tests follow groups')
  const latest = await sql<{ xid: string; seq: string }>`
    select f.xid::text as xid, f.seq::text as seq from event_log f order by f.xid desc, f.seq desc limit 1`.execute(
    system,
  )
  const last = latest.rows[0]
  await t.until(async () => {
    while (await followChanges(kernel));
    if (!last) return true
    const reached = await sql`
      select from event_cursor where follower = 'groups' and (xid, seq) >= (${last.xid}::xid8, ${last.seq}::bigint)`.execute(
      system,
    )
    return reached.rows.length > 0
  })
  while (await evaluateWaiting(kernel, { isImmediate: true }));
}
