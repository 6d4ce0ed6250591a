import type { HrBrake, HrRowKind, HrSyncState } from '@crewline/contract/hr'
import type { LocalizedText } from '@crewline/contract/words'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** What a member agreed to: what would be done, and why it asked. */
export interface Approval {
  counts: Partial<Record<HrRowKind, number>>
  brake: HrBrake | null
}

/** A sync as stored. */
export interface StoredSync {
  id: string
  state: HrSyncState
  isScheduled: boolean
  userId: string | null
  place: number
  progress: number
  readCount: number
  total: number | null
  linked: number
  /** The file that it reads; null for a sync with an HR system. */
  fileId: string | null
  counts: Partial<Record<HrRowKind, number>>
  brake: HrBrake | null
  comparedAt: Date | null
  /** What a member agreed to, while an old review is compared again. */
  approved: Approval | null
  problem: LocalizedText | null
  createdAt: Date
  appliedAt: Date | null
  finishedAt: Date | null
}

export const syncColumns = sql`s.id, s.state, s.is_scheduled as "isScheduled", s.user_id as "userId", s.place, s.progress,
  s.read_count as "readCount", s.total, s.linked, s.file_id as "fileId", s.counts, s.brake, s.compared_at as "comparedAt", s.approved, s.problem, s.created_at as "createdAt",
  s.applied_at as "appliedAt", s.finished_at as "finishedAt"`

/** Adds a sync that begins to read. Returns false while another one is open. */
export async function addSync(
  tx: Tx,
  {
    id,
    userId,
    isScheduled,
    fileId,
  }: { id: string; userId: string | null; isScheduled: boolean; fileId: string | null },
): Promise<boolean> {
  const added = await sql`
    insert into hr_sync (org_id, id, state, is_scheduled, user_id, file_id, linked, created_at)
    values (${tx.orgId}, ${id}, 'reading', ${isScheduled}, ${userId}, ${fileId},
      (select count(*)::int from hr_person where org_id = ${tx.orgId} and state = 'linked'), ${tx.world.now()})
    on conflict (org_id) where state in ('reading', 'comparing', 'review', 'applying', 'undoing') do nothing
    returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** Reads a sync. */
export async function readSync(db: Db, id: string): Promise<StoredSync | undefined> {
  return (await sql<StoredSync>`select ${syncColumns} from hr_sync s where s.id = ${id}`.execute(db)).rows[0]
}

/** Locks a sync until the transaction ends. */
export async function lockSync(tx: Tx, id: string): Promise<StoredSync | undefined> {
  const result = await sql<StoredSync>`
    select ${syncColumns} from hr_sync s where s.org_id = ${tx.orgId} and s.id = ${id} for update`.execute(tx.db)
  return result.rows[0]
}

/** Locks the sync that is running or waits for a member. */
export async function lockOpenSync(tx: Tx): Promise<StoredSync | undefined> {
  const result = await sql<StoredSync>`
    select ${syncColumns} from hr_sync s where s.org_id = ${tx.orgId}
      and s.state in ('reading', 'comparing', 'review', 'applying', 'undoing') for update`.execute(tx.db)
  return result.rows[0]
}

type Change = Partial<
  Pick<
    StoredSync,
    | 'state'
    | 'place'
    | 'progress'
    | 'readCount'
    | 'total'
    | 'counts'
    | 'brake'
    | 'comparedAt'
    | 'approved'
    | 'problem'
    | 'appliedAt'
    | 'finishedAt'
  >
>

/** Saves the given parts of a locked sync. */
export async function saveSync(tx: Tx, was: StoredSync, change: Change): Promise<void> {
  const now = { ...was, ...change }
  await sql`
    update hr_sync set state = ${now.state}, place = ${now.place}, progress = ${now.progress}, read_count = ${now.readCount},
      total = ${now.total}, counts = ${JSON.stringify(now.counts)}::jsonb, brake = ${json(now.brake)}::jsonb,
      compared_at = ${now.comparedAt}, approved = ${json(now.approved)}::jsonb, problem = ${json(now.problem)}::jsonb, applied_at = ${now.appliedAt}, finished_at = ${now.finishedAt}
    where org_id = ${tx.orgId} and id = ${was.id}`.execute(tx.db)
}

function json(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** Deletes syncs with their rows that can no longer be undone or reviewed. */
export async function deleteOldSyncs(system: Db, before: Date): Promise<void> {
  await sql`
    delete from hr_sync where created_at < ${before} and state in ('done', 'failed', 'discarded', 'undone')`.execute(
    system,
  )
}

/** Whether the sync before this one failed too. */
export async function hasFailedBefore(tx: Tx, sync: StoredSync): Promise<boolean> {
  const result = await sql<{ state: string }>`
    select state from hr_sync where org_id = ${tx.orgId} and id <> ${sync.id} and created_at <= ${sync.createdAt}
    order by created_at desc, id desc limit 1`.execute(tx.db)
  return result.rows[0]?.state === 'failed'
}
