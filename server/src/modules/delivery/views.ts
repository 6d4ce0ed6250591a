import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { AsideRow } from './store/set-aside.ts'

const columns = sql`id, org_id as "orgId", line_id as "lineId", kind, reason, tries, sealed, came_at as "cameAt", set_aside_at as "setAsideAt"`

/** The oldest events that are set aside among those the handle may see. */
export async function asideRows(db: Db, most: number): Promise<AsideRow[]> {
  const found = await sql<AsideRow>`
    select ${columns} from set_aside_event order by org_id, came_at, id limit ${most}`.execute(db)
  return found.rows
}

/** These events that are set aside, in the order they came. */
export async function asideByIds(db: Db, ids: string[]): Promise<AsideRow[]> {
  const found = await sql<AsideRow>`
    select ${columns} from set_aside_event where id = any(${ids}::uuid[]) order by came_at, id`.execute(db)
  return found.rows
}

/** All texts an organization has set aside; needs a handle that may see it. */
export async function asideTexts(db: Db, orgId: string): Promise<AsideRow[]> {
  const found = await sql<AsideRow>`
    select ${columns} from set_aside_event where org_id = ${orgId} and kind = 'text'`.execute(db)
  return found.rows
}

/** How many events are set aside among those the handle may see. */
export async function asideCount(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from set_aside_event`.execute(db)
  return found.rows[0]?.n ?? 0
}
