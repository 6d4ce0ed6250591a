import type { ContactAction, ContactRun } from '@crewline/contract/contact-lists'
import type { Selection } from '@crewline/contract/filters'
import { CONTACT_RUN_UNDO_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../../kernel/db/row.ts'
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

/** The shapes of the JSON columns of `contact_run`. */
interface RunJson {
  request: Request
  skipped: Record<string, number>
}

/** The progress of a run. */
export type Progress = CamelRow<'contact_run', 'after_id' | 'seen' | 'changed' | 'skipped', Pick<RunJson, 'skipped'>>

/** A run in progress, locked: its progress, and whether it records undo data. */
export type LockedRun = Progress & CamelRow<'contact_run', 'has_undo'>

export interface NewRun {
  id: string
  userId: string
  request: Request
  total: number
  /** Whether undo data is recorded for each contact. */
  hasUndo: boolean
}

/** Stores a run and deletes expired ones. */
export async function addRun(tx: Tx, { id, userId, request, total, hasUndo }: NewRun): Promise<void> {
  const now = tx.world.now()
  await sql`
    delete from contact_run where org_id = ${tx.orgId} and state <> 'running' and created_at < ${new Date(now.getTime() - RETENTION_MS)}`.execute(
    tx.db,
  )
  await sql`
    insert into contact_run (org_id, id, user_id, request, total, has_undo, created_at)
    values (${tx.orgId}, ${id}, ${userId}, ${JSON.stringify(request)}::jsonb, ${total}, ${hasUndo}, ${now})`.execute(
    tx.db,
  )
}

/** Returns the request of a run; undefined when it is over. Needs a handle that sees the whole organization. */
export async function requestOfRun(db: Db, id: string): Promise<Request | undefined> {
  const result = await sql<Pick<RunJson, 'request'>>`
    select request from contact_run where id = ${id} and state = 'running'`.execute(db)
  return result.rows[0]?.request
}

/** Locks the progress of a run until the transaction ends. Returns undefined when the run is finished. */
export async function lockRun(tx: Tx, id: string): Promise<LockedRun | undefined> {
  const result = await tx.unscoped(() =>
    sql<LockedRun>`
      select after_id as "afterId", seen, changed, skipped, has_undo as "hasUndo" from contact_run
      where org_id = ${tx.orgId} and id = ${id} and state = 'running' for update`.execute(tx.db),
  )
  return result.rows[0]
}

/** Stores the progress of a run. */
export async function moveRun(tx: Tx, id: string, { afterId, seen, changed, skipped }: Progress): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update contact_run set after_id = ${afterId}, seen = ${seen}, changed = ${changed}, skipped = ${JSON.stringify(skipped)}::jsonb,
        total = greatest(total, ${seen})
      where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db),
  )
}

/** Marks a run as finished; `done` means that every contact was processed. */
export async function endRun(tx: Tx, id: string, state: 'done' | 'stopped'): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update contact_run set state = ${state}, total = case when ${state} = 'done' then seen else total end
      where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db),
  )
}

type RunRow = Row<
  'contact_run',
  'id' | 'request' | 'state' | 'total' | 'seen' | 'changed' | 'skipped' | 'created_at',
  RunJson
> & { can_undo: boolean }

const columns = sql`id, request, state, total, seen, changed, skipped, created_at,
  has_undo and undone_by is null and changed > 0 and state <> 'running' as can_undo`

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
