import type { NotificationPrefs, Update } from '@crewline/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** The number of updates a member can look back on. */
const UPDATES_MAX = 50
/** How long an update is kept, in ms. */
const RETENTION_MS = 30 * 24 * 3_600_000

/** Returns the stored preferences of a member, or undefined. */
export async function storedPrefs(db: Db, userId: string): Promise<Partial<NotificationPrefs> | undefined> {
  const result = await sql<{ prefs: Partial<NotificationPrefs> }>`
    select prefs from notification_pref where user_id = ${userId}`.execute(db)
  return result.rows[0]?.prefs
}

/**
 * Stores the given parts. They are merged in the row, so that concurrent changes both count. A digest that is chosen reports
 * nothing from before. Returns what was stored before and after.
 */
export async function keepPrefs(tx: Tx, userId: string, change: Partial<NotificationPrefs>): Promise<KeptPrefs> {
  const now = tx.world.now()
  const digestFrom = change.digest === undefined ? null : now
  const kept = await sql<KeptPrefs>`
    insert into notification_pref (org_id, user_id, prefs, changed_at, digest_checked_at, digest_until)
    values (${tx.orgId}, ${userId}, ${JSON.stringify(change)}::jsonb, ${now}, ${digestFrom}, ${digestFrom})
    on conflict (org_id, user_id) do update set prefs = notification_pref.prefs || excluded.prefs, changed_at = excluded.changed_at,
      digest_checked_at = coalesce(excluded.digest_checked_at, notification_pref.digest_checked_at),
      digest_until = coalesce(excluded.digest_until, notification_pref.digest_until)
    returning old.prefs as before, new.prefs as after`.execute(tx.db)
  return kept.rows[0] ?? { before: null, after: change }
}

/** The stored preferences of a member before and after a change; null before the first one. */
export interface KeptPrefs {
  before: Partial<NotificationPrefs> | null
  after: Partial<NotificationPrefs>
}

/** Returns the latest updates of a member, latest first. */
export async function updatesOf(db: Db, userId: string): Promise<{ updates: Update[]; unseen: number }> {
  const result = await sql<Omit<Update, 'at'> & { at: Date }>`
    select id, type, title, message, link, at, seen from member_update where user_id = ${userId}
    order by id desc limit ${UPDATES_MAX}`.execute(db)
  const updates = result.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { updates, unseen: updates.filter((update) => !update.seen).length }
}

/** Marks all updates of the member as seen. */
export async function markAllSeen(tx: Tx, userId: string): Promise<void> {
  await sql`update member_update set seen = true where org_id = ${tx.orgId} and user_id = ${userId} and not seen`.execute(
    tx.db,
  )
}

/** Deletes old updates. Needs a database handle across organizations. */
export async function deleteOldUpdates(system: Db, now: Date): Promise<void> {
  await sql`delete from member_update where at < ${new Date(now.getTime() - RETENTION_MS)}`.execute(system)
}

/** Stores an update for the notification bell. */
export async function addUpdate(
  system: Db,
  update: { orgId: string; id: string; userId: string; title: string; message: string; link: string; now: Date },
): Promise<void> {
  await sql`
    insert into member_update (org_id, id, user_id, type, title, message, link, at)
    values (${update.orgId}, ${update.id}, ${update.userId}, 'info', ${update.title}, ${update.message}, ${update.link}, ${update.now})`.execute(
    system,
  )
}

/** Deletes every update of a user who left an organization. */
export async function deleteUpdatesOf(system: Db, orgId: string, userId: string): Promise<void> {
  await sql`delete from member_update where org_id = ${orgId} and user_id = ${userId}`.execute(system)
}
