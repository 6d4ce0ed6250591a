import type { CelebrationContent } from '@crewline/contract/celebrations'
import { sql } from 'kysely'
import { recordSet } from '../../kernel/db/record-set.ts'
import type { Tx } from '../../kernel/scope.ts'
import { completeContent } from './rules.ts'

/** A celebration locked until the transaction ends. */
export interface LockedCelebration {
  id: string
  version: number
  content: CelebrationContent
  onSince: Date | null
  lookAt: Date | null
  lookedAt: Date | null
}

/** Locks a celebration that is not deleted. */
export async function lockCelebration(tx: Tx, id: string): Promise<LockedCelebration | undefined> {
  const found = await sql<LockedCelebration>`
    select id, version, content, on_since as "onSince", look_at as "lookAt", looked_at as "lookedAt" from celebration
    where org_id = ${tx.orgId} and id = ${id} and deleted_at is null for update`.execute(tx.db)
  const [row] = found.rows
  return row && { ...row, content: completeContent(row.content) }
}

/** Counts the celebrations that are not deleted; none can be added until the commit. */
export async function countCelebrations(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`celebrations|${tx.orgId}`}, 0))`.execute(tx.db)
  const found = await sql<{ n: number }>`
    select count(*)::int as n from celebration where org_id = ${tx.orgId} and deleted_at is null`.execute(tx.db)
  return found.rows[0]?.n ?? 0
}

/** Adds a celebration; the scheduler looks at one that is on right away. */
export async function addCelebration(tx: Tx, id: string, content: CelebrationContent, isOn: boolean): Promise<void> {
  const now = tx.world.now()
  const userId = tx.actor.kind === 'member' ? tx.actor.userId : null
  const onSince = isOn ? now : null
  await sql`
    insert into celebration (org_id, id, content, on_since, look_at, created_by, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${JSON.stringify(content)}::jsonb, ${onSince}, ${onSince}, ${userId}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** Replaces the content of a celebration; null turns it off. The scheduler looks at one that is on right away. */
export async function saveCelebrationRow(
  tx: Tx,
  id: string,
  { content, onSince }: { content: CelebrationContent; onSince: Date | null },
): Promise<void> {
  const now = tx.world.now()
  await sql`
    update celebration set content = ${JSON.stringify(content)}::jsonb, version = version + 1, on_since = ${onSince},
      look_at = ${onSince ? now : null}, updated_at = ${now}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Deletes a celebration; what was sent stays. Returns whether it existed. */
export async function markCelebrationDeleted(tx: Tx, id: string): Promise<boolean> {
  const now = tx.world.now()
  const deleted = await sql`
    update celebration set deleted_at = ${now}, on_since = null, look_at = null, updated_at = ${now}
    where org_id = ${tx.orgId} and id = ${id} and deleted_at is null returning id`.execute(tx.db)
  return deleted.rows.length > 0
}

/** Records that the scheduler looked at everyone, and when it looks next. */
export async function recordLook(tx: Tx, id: string, { lookAt }: { lookAt: Date }): Promise<void> {
  await sql`
    update celebration set look_at = ${lookAt}, looked_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** What becomes of one date of one person. */
export interface NewSend {
  contactId: string
  year: number
  state: 'sent' | 'blocked' | 'missed'
  reason: string | null
  messageId: string | null
}

/**
 * Records what becomes of dates, and returns the people for whom nothing was recorded for that year before. The
 * others were celebrated, skipped or recorded already.
 */
export async function addSends(tx: Tx, celebrationId: string, sends: NewSend[]): Promise<Set<string>> {
  if (sends.length === 0) return new Set()
  const { names, table } = recordSet(sends, {
    contact_id: ['uuid', (send) => send.contactId],
    year: ['smallint', (send) => send.year],
    state: ['text', (send) => send.state],
    reason: ['text', (send) => send.reason],
    message_id: ['uuid', (send) => send.messageId],
  })
  const added = await sql<{ contact_id: string }>`
    insert into celebration_send (org_id, celebration_id, at, ${names})
    select ${tx.orgId}::uuid, ${celebrationId}::uuid, ${tx.world.now()}::timestamptz, ${names} from ${table}
    on conflict do nothing returning contact_id`.execute(tx.db)
  return new Set(added.rows.map((row) => row.contact_id))
}

/** Skips one date of one person, unless something became of it already; returns whether it is skipped now. */
export async function addSkip(
  tx: Tx,
  { celebrationId, contactId, year }: { celebrationId: string; contactId: string; year: number },
): Promise<boolean> {
  const added = await sql`
    insert into celebration_send as s (org_id, celebration_id, contact_id, year, state, at)
    values (${tx.orgId}, ${celebrationId}, ${contactId}, ${year}, 'skipped', ${tx.world.now()})
    on conflict (org_id, celebration_id, contact_id, year) do update set state = s.state where s.state = 'skipped'
    returning 1`.execute(tx.db)
  return added.rows.length > 0
}

/** Takes back that a date is skipped. */
export async function deleteSkip(
  tx: Tx,
  { celebrationId, contactId, year }: { celebrationId: string; contactId: string; year: number },
): Promise<void> {
  await sql`
    delete from celebration_send where org_id = ${tx.orgId} and celebration_id = ${celebrationId}
      and contact_id = ${contactId} and year = ${year} and state = 'skipped'`.execute(tx.db)
}

/** A row of a merged contact: what it was sent for, and in which year. */
export interface MovedSend {
  celebrationId: string
  year: number
}

/**
 * Moves what became of the dates of a merged contact to the kept one, so that the person is not celebrated again. Where
 * both were celebrated in a year, each keeps its own.
 */
export async function moveSends(tx: Tx, fromId: string, toId: string): Promise<MovedSend[]> {
  const moved = await sql<MovedSend>`
    update celebration_send f set contact_id = ${toId}
    where f.org_id = ${tx.orgId} and f.contact_id = ${fromId} and not exists (
      select from celebration_send t where t.org_id = f.org_id and t.celebration_id = f.celebration_id and t.year = f.year and t.contact_id = ${toId})
    returning celebration_id as "celebrationId", year`.execute(tx.db)
  return moved.rows
}

/** Returns moved rows to their contact. */
export async function returnSends(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  moved: MovedSend[],
): Promise<void> {
  if (moved.length === 0) return
  const { table } = recordSet(moved, {
    celebration_id: ['uuid', (row) => row.celebrationId],
    year: ['smallint', (row) => row.year],
  })
  await sql`
    update celebration_send t set contact_id = ${fromId} from ${table}
    where t.org_id = ${tx.orgId} and t.contact_id = ${toId} and t.celebration_id = record_set.celebration_id and t.year = record_set.year`.execute(
    tx.db,
  )
}

/** Deletes what became of the dates of erased contacts. */
export async function deleteSends(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    delete from celebration_send where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Gives the celebrations of a user to another one. */
export async function giveCelebrations(
  tx: Tx,
  { userId, toUserId }: { userId: string; toUserId: string },
): Promise<void> {
  await sql`
    update celebration set created_by = ${toUserId}
    where org_id = ${tx.orgId} and created_by = ${userId} and deleted_at is null`.execute(tx.db)
}

/** Records which files the texts of a celebration no longer have: they are kept for what was sent with them. */
export async function addFormerFiles(tx: Tx, celebrationId: string, fileIds: string[]): Promise<void> {
  if (fileIds.length === 0) return
  await sql`
    insert into celebration_former_file (org_id, file_id, celebration_id, removed_at)
    select ${tx.orgId}::uuid, id, ${celebrationId}::uuid, ${tx.world.now()}::timestamptz from unnest(${fileIds}::uuid[]) removed(id)
    on conflict do nothing`.execute(tx.db)
}
