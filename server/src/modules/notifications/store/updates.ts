import type { NotificationPrefs, Update } from '@crewline/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Updates a member can look back on. */
const SHOWN = 50
/** How long an update is kept, in ms. */
const KEPT_MS = 30 * 24 * 3_600_000

/** What a member has chosen so far, or undefined. */
export async function prefsKept(db: Db, personId: string): Promise<Partial<NotificationPrefs> | undefined> {
  const found = await sql<{ prefs: Partial<NotificationPrefs> }>`
    select prefs from notification_pref where person_id = ${personId}`.execute(db)
  return found.rows[0]?.prefs
}

/** Keeps the parts given; two changes at once both count, because they are merged in the row. */
export async function keepPrefs(tx: Tx, personId: string, change: Partial<NotificationPrefs>): Promise<void> {
  await sql`
    insert into notification_pref (org_id, person_id, prefs, changed_at)
    values (${tx.orgId}, ${personId}, ${JSON.stringify(change)}::jsonb, ${tx.world.now()})
    on conflict (org_id, person_id) do update set prefs = notification_pref.prefs || excluded.prefs, changed_at = excluded.changed_at`.execute(
    tx.db,
  )
}

/** What a member was told lately, latest first. */
export async function updatesOf(db: Db, personId: string): Promise<{ updates: Update[]; unseen: number }> {
  const found = await sql<Omit<Update, 'at'> & { at: Date }>`
    select id, type, title, message, link, at, seen from member_update where person_id = ${personId}
    order by id desc limit ${SHOWN}`.execute(db)
  const updates = found.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
  return { updates, unseen: updates.filter((one) => !one.seen).length }
}

/** Everything the member was told counts as seen. */
export async function markAllSeen(tx: Tx, personId: string): Promise<void> {
  await sql`update member_update set seen = true where org_id = ${tx.orgId} and person_id = ${personId} and not seen`.execute(
    tx.db,
  )
}

/** Forgets what was told long ago; needs a handle across organizations. */
export async function forgetOldUpdates(system: Db, now: Date): Promise<void> {
  await sql`delete from member_update where at < ${new Date(now.getTime() - KEPT_MS)}`.execute(system)
}

/** Keeps what a member was told, for the bell. */
export async function addUpdate(
  system: Db,
  one: { orgId: string; id: string; personId: string; title: string; message: string; link: string; now: Date },
): Promise<void> {
  await sql`
    insert into member_update (org_id, id, person_id, type, title, message, link, at)
    values (${one.orgId}, ${one.id}, ${one.personId}, 'info', ${one.title}, ${one.message}, ${one.link}, ${one.now})`.execute(
    system,
  )
}
