import { sql } from 'kysely'
import type { Kernel } from '../../../kernel/kernel.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { isOnHold, lockHolds } from '../../legal-holds/index.ts'
import { productScope } from '../end-grant.ts'
import { childById } from '../grant-views.ts'

/**
 * Deletes texts that came along with people and are older than the period for messages where they came to, except on legal
 * hold. Returns how many.
 */
export async function deleteOldTexts(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('texts that came along with people are deleted with other messages')
  const found = await sql<{ id: string }>`
    select s.org_id as id from retention_setting s where s.class = 'messages'
      and exists (select from contact_arrival_text x where x.org_id = s.org_id) order by s.org_id`.execute(system)
  let deleted = 0
  for (const { id } of found.rows) {
    const org = await childById(system, id)
    if (org) deleted += await productScope(kernel, org).tx(deleteIn)
  }
  return deleted
}

async function deleteIn(tx: Tx): Promise<number> {
  await lockHolds(tx)
  const now = tx.world.now()
  const gone = await sql`
    delete from contact_arrival_text x using contact_arrival a, retention_setting s
    where x.org_id = ${tx.orgId} and a.org_id = x.org_id and a.id = x.arrival_id and s.org_id = x.org_id and s.class = 'messages'
      and x.at < ${now}::timestamptz
        - make_interval(months => case when s.applies_at <= ${now} then s.months else s.previous_months end)
      and not ${isOnHold(sql`x.org_id`, sql`a.contact_id`, sql`x.at`)}
    returning x.nth`.execute(tx.db)
  const count = gone.rows.length
  if (count > 0) tx.audit('contact.arrived-texts-deleted', null, { texts: count })
  return count
}
