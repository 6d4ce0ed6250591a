import type {
  Celebration,
  CelebrationContent,
  CelebrationObstacle,
  CelebrationSend,
} from '@crewline/contract/celebrations'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow } from '../../kernel/db/row.ts'
import { completeContent } from './rules.ts'
import { canCelebrate } from './digest-store.ts'

/** A celebration without its files. */
export type StoredCelebration = Omit<Celebration, 'media'>

interface StoredRow extends CamelRow<'celebration', 'id' | 'version' | 'on_since' | 'created_at' | 'updated_at'> {
  content: CelebrationContent
  sent: number
}

/** Returns the celebrations of an organization in the order of their creation, or the one with an id. */
export async function celebrationsOf(
  db: Db,
  { id, since }: { id?: string | undefined; since: Date },
): Promise<StoredCelebration[]> {
  const found = await sql<StoredRow>`
    select c.id, c.version, c.content, c.on_since as "onSince", c.created_at as "createdAt", c.updated_at as "updatedAt",
      (select count(*)::int from celebration_send s
        where s.org_id = c.org_id and s.celebration_id = c.id and s.state = 'sent' and s.at > ${since}) as sent
    from celebration c where c.deleted_at is null and ${id ? sql`c.id = ${id}` : sql`true`}
    order by c.created_at, c.id`.execute(db)
  return found.rows.map(({ content, onSince, createdAt, updatedAt, ...row }) => ({
    ...completeContent(content),
    ...row,
    isOn: onSince !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }))
}

/** Returns whether an organization has a celebration, on or off, that is not deleted. */
export async function hasCelebrations(db: Db, orgId: string): Promise<boolean> {
  const found = await sql`
    select from celebration where org_id = ${orgId} and deleted_at is null limit 1`.execute(db)
  return found.rows.length > 0
}

/** Returns the celebrations to look at, the longest due first. Needs a database handle across organizations. */
export async function dueCelebrations(
  system: Db,
  now: Date,
  exceptIds: string[],
): Promise<{ orgId: string; id: string }[]> {
  const found = await sql<{ orgId: string; id: string }>`
    select c.org_id as "orgId", c.id from celebration c join organization o on o.id = c.org_id
    where c.look_at <= ${now} and c.id <> all(${exceptIds}::uuid[]) and ${canCelebrate}
    order by c.look_at limit 20`.execute(system)
  return found.rows
}

/** Returns whether each of these groups still exists, as far as the handle may see. */
export async function hasEveryGroup(db: Db, orgId: string, groupIds: string[]): Promise<boolean> {
  const ids = [...new Set(groupIds)]
  if (ids.length === 0) return true
  const found = await sql<{ count: number }>`
    select count(*)::int as count from contact_group
    where org_id = ${orgId} and id = any(${ids}::uuid[]) and archived_at is null`.execute(db)
  return found.rows[0]?.count === ids.length
}

/** What became of a date, without the texts of the API. */
export type SendRow = Omit<CelebrationSend, 'at'> & { at: Date }

/** Returns what became of dates, newest first, one more than fits, as far as the handle may see. */
export async function sendsOf(
  db: Db,
  id: string,
  { after, offset, most }: { after: { at: Date; id: string } | undefined; offset: number; most: number },
): Promise<SendRow[]> {
  const found = await sql<SendRow & { reason: CelebrationObstacle | null }>`
    select s.contact_id as "contactId", trim(c.firstname || ' ' || c.lastname) as name, s.at, s.year::int as year, s.state, s.reason,
      s.message_id as "messageId", m.state as "messageState"
    from celebration_send s join contact c on c.org_id = s.org_id and c.id = s.contact_id
      left join message m on m.org_id = s.org_id and m.id = s.message_id
    where s.celebration_id = ${id} and s.state <> 'skipped'
      ${after ? sql`and (s.at, s.contact_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by s.at desc, s.contact_id desc limit ${most} offset ${offset}`.execute(db)
  return found.rows
}

/** Returns whether the handle may see a contact. */
export async function isVisible(db: Db, contactId: string): Promise<boolean> {
  const found = await sql`select from contact where id = ${contactId} and archived_at is null`.execute(db)
  return found.rows.length > 0
}
