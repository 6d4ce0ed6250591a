import { sql } from 'kysely'
import type { Kernel } from '../../src/kernel/kernel.ts'
import { evaluateWaiting, followChanges } from '../../src/modules/groups/index.ts'
import type { House } from './house.ts'

/**
 * Does what the worker does for groups, until it has dealt with every fact told so far: others may be at work on the same
 * server, and a fact shows only when everything older has ended.
 */
export async function followGroups(t: House, kernel: Kernel = t.process.kernel): Promise<void> {
  const system = kernel.database.asSystem('tests follow groups')
  const told = await sql<{ xid: string; seq: string }>`
    select f.xid::text as xid, f.seq::text as seq from fact f order by f.xid desc, f.seq desc limit 1`.execute(system)
  const last = told.rows[0]
  await t.until(async () => {
    while (await followChanges(kernel));
    if (!last) return true
    const reached = await sql`
      select from fact_cursor where follower = 'groups' and (xid, seq) >= (${last.xid}::xid8, ${last.seq}::bigint)`.execute(
      system,
    )
    return reached.rows.length > 0
  })
  while (await evaluateWaiting(kernel));
}
