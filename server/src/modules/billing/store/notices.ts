import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'

/** Claims a notice; true exactly once for each key of an organization. */
export async function claimNotice(system: Db, { orgId, key, now }: { orgId: string; key: string; now: Date }) {
  const claimed = await sql`
    insert into billing_notice (org_id, key, at) values (${orgId}, ${key}, ${now})
    on conflict (org_id, key) do nothing returning key`.execute(system)
  return claimed.rows.length > 0
}
