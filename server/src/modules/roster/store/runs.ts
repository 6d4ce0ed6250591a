import type { ContactAction, ContactRun } from '@crewline/contract/roster'
import type { Selection } from '@crewline/contract/filters'
import { CONTACT_RUN_UNDO_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** How long a finished run can be read, in ms. */
const RETENTION_MS = 30 * 24 * 3_600_000

/** A request: an action on the contacts of a selection. */
export interface Request {
  selection: Selection
  act: ContactAction
  /** Contacts added after this moment are not included; ISO 8601. */
  until: string
  /** The bulk action that this one undoes. */
  undoes?: string
}

/** The progress of a run. */
export interface Progress {
  afterId: string | null
  seen: number
  changed: number
  skipped: Record<string, number>
}

/** A run in progress, locked: its progress, and whether it records undo data. */
export interface LockedRun extends Progress {
  isTraced: boolean
}

/** A run claimed by a worker process. */
export interface ClaimedRun {
  orgId: string
  id: string
  userId: string
  request: Request
  attempts: number
}

export interface NewRun {
  id: string
  userId: string
  request: Request
  total: number
  /** Whether undo data is recorded for each contact. */
  isTraced: boolean
}

/** Stores a run for the worker processes and deletes expired ones. */
export async function addRun(tx: Tx, { id, userId, request, total, isTraced }: NewRun): Promise<void> {
  const now = tx.world.now()
  await sql`
    delete from contact_run where org_id = ${tx.orgId} and due_at is null and created_at < ${new Date(now.getTime() - RETENTION_MS)}`.execute(
    tx.db,
  )
  await sql`
    insert into contact_run (org_id, id, user_id, request, total, has_undo, due_at, created_at)
    values (${tx.orgId}, ${id}, ${userId}, ${JSON.stringify(request)}::jsonb, ${total}, ${isTraced}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** Claims the oldest waiting run of any organization for a while. Needs a database handle across organizations. */
export async function takeRun(system: Db, now: Date, until: Date): Promise<ClaimedRun | undefined> {
  const result = await sql<ClaimedRun>`
    update contact_run r set due_at = ${until}, attempts = r.attempts + 1
    from (select org_id, id from contact_run where due_at <= ${now} order by due_at limit 1 for update skip locked) t
    where r.org_id = t.org_id and r.id = t.id
    returning r.org_id as "orgId", r.id, r.user_id as "userId", r.request, r.attempts`.execute(system)
  return result.rows[0]
}

/** Locks the progress of a run until the transaction ends. Returns undefined when the run is finished. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun | undefined> {
  const result = await tx.unscoped(() =>
    sql<LockedRun>`
      select after_id as "afterId", seen, changed, skipped, has_undo as "isTraced" from contact_run
      where org_id = ${tx.orgId} and id = ${id} and due_at is not null for update`.execute(tx.db),
  )
  return result.rows[0]
}

/** Stores the progress of a run and makes it due again at once. Resets the failed attempts. */
export async function moveRun(tx: Tx, id: string, { afterId, seen, changed, skipped }: Progress): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update contact_run set after_id = ${afterId}, seen = ${seen}, changed = ${changed}, skipped = ${JSON.stringify(skipped)}::jsonb,
        total = greatest(total, ${seen}), attempts = 0, due_at = ${tx.world.now()}
      where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db),
  )
}

/** Marks a run as finished; `done` means that every contact was processed. */
export async function endRun(tx: Tx, id: string, state: 'done' | 'stopped'): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update contact_run set state = ${state}, due_at = null, total = case when ${state} = 'done' then seen else total end
      where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db),
  )
}

interface RunRow {
  id: string
  request: Request
  state: ContactRun['state']
  total: number
  seen: number
  changed: number
  skipped: Record<string, number>
  created_at: Date
  can_undo: boolean
}

const columns = sql`id, request, state, total, seen, changed, skipped, created_at,
  has_undo and undone_by is null and changed > 0 and due_at is null as can_undo`

function runFrom({ request, skipped, created_at, can_undo, ...run }: RunRow, now: Date): ContactRun {
  const until = created_at.getTime() + CONTACT_RUN_UNDO_MS
  return {
    ...run,
    do: request.act,
    skipped: Object.entries(skipped).map(([reason, count]) => ({ reason, count })),
    startedAt: created_at.toISOString(),
    undoes: request.undoes ?? null,
    undoUntil: can_undo && until > now.getTime() ? new Date(until).toISOString() : null,
  }
}

/** Returns one run of a member. */
export async function runOf(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<ContactRun | undefined> {
  const result = await sql<RunRow>`
    select ${columns} from contact_run where id = ${id} and user_id = ${userId}`.execute(db)
  return result.rows.map((row) => runFrom(row, now))[0]
}

/** Returns the newest runs of a member since a moment. */
export async function runsOf(
  db: Db,
  { userId, since, most, now }: { userId: string; since: Date; most: number; now: Date },
): Promise<ContactRun[]> {
  const result = await sql<RunRow>`
    select ${columns} from contact_run where user_id = ${userId} and created_at > ${since}
    order by created_at desc, id desc limit ${most}`.execute(db)
  return result.rows.map((row) => runFrom(row, now))
}

/** Locks a run of a member, with its request, until the transaction ends, so that it is undone only once. */
export async function lockForUndo(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<{ run: ContactRun; request: Request } | undefined> {
  const result = await sql<RunRow>`
    select ${columns} from contact_run where org_id = ${tx.orgId} and id = ${id} and user_id = ${userId} for update`.execute(
    tx.db,
  )
  return result.rows.map((row) => ({ run: runFrom(row, tx.world.now()), request: row.request }))[0]
}

/** Records which run undid this one. */
export async function noteUndone(tx: Tx, id: string, undoneBy: string): Promise<void> {
  await sql`update contact_run set undone_by = ${undoneBy} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
