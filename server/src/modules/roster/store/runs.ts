import type { ContactAct, ContactRun } from '@crewline/contract/roster'
import type { Selection } from '@crewline/contract/filters'
import { CONTACT_RUN_UNDO_MS } from '@crewline/contract/limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** How long an act that is over can be read, in ms. */
const KEPT_MS = 30 * 24 * 3_600_000

/** What was asked for: an act on the workers a selection means. */
export interface Request {
  selection: Selection
  act: ContactAct
  /** Who was added later was not meant; ISO 8601. */
  until: string
  /** The act that this one takes back. */
  undoes?: string
}

/** How far an act has come. */
export interface Progress {
  afterId: string | null
  seen: number
  changed: number
  skipped: Record<string, number>
}

/** An act that is under way: how far it has come, and whether it keeps what it does to each. */
export interface HeldRun extends Progress {
  isTraced: boolean
}

/** An act on many workers as a worker takes it up. */
export interface TakenRun {
  orgId: string
  id: string
  personId: string
  request: Request
  attempts: number
}

/** An act to be put up. */
export interface NewRun {
  id: string
  personId: string
  request: Request
  total: number
  /** Whether what it does to each is kept, so that it can be undone. */
  isTraced: boolean
}

/** Puts an act up for the workers, and forgets those that were over long ago. */
export async function addRun(tx: Tx, { id, personId, request, total, isTraced }: NewRun): Promise<void> {
  const now = tx.world.now()
  await sql`
    delete from contact_run where org_id = ${tx.orgId} and due_at is null and created_at < ${new Date(now.getTime() - KEPT_MS)}`.execute(
    tx.db,
  )
  await sql`
    insert into contact_run (org_id, id, person_id, request, total, is_traced, due_at, created_at)
    values (${tx.orgId}, ${id}, ${personId}, ${JSON.stringify(request)}::jsonb, ${total}, ${isTraced}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** Takes the oldest act that waits, of any organization, for a while; needs a handle across organizations. */
export async function takeRun(system: Db, now: Date, until: Date): Promise<TakenRun | undefined> {
  const found = await sql<TakenRun>`
    update contact_run r set due_at = ${until}, attempts = r.attempts + 1
    from (select org_id, id from contact_run where due_at <= ${now} order by due_at limit 1 for update skip locked) t
    where r.org_id = t.org_id and r.id = t.id
    returning r.org_id as "orgId", r.id, r.person_id as "personId", r.request, r.attempts`.execute(system)
  return found.rows[0]
}

/** How far an act is, locked until the transaction ends; undefined when it is over. */
export async function holdRun(tx: Tx, id: string): Promise<HeldRun | undefined> {
  const found = await tx.unscoped(() =>
    sql<HeldRun>`
      select after_id as "afterId", seen, changed, skipped, is_traced as "isTraced" from contact_run
      where org_id = ${tx.orgId} and id = ${id} and due_at is not null for update`.execute(tx.db),
  )
  return found.rows[0]
}

/** Notes how far an act came and that it goes on at once; steps that go well are no failed attempts. */
export async function moveRun(tx: Tx, id: string, { afterId, seen, changed, skipped }: Progress): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update contact_run set after_id = ${afterId}, seen = ${seen}, changed = ${changed}, skipped = ${JSON.stringify(skipped)}::jsonb,
        total = greatest(total, ${seen}), attempts = 0, due_at = ${tx.world.now()}
      where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db),
  )
}

/** Notes that an act is over; done means that it has looked at everybody it meant. */
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
  is_traced and undone_by is null and changed > 0 and due_at is null as can_undo`

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

/** One act of a member as they may read it. */
export async function runOf(
  db: Db,
  { id, personId, now }: { id: string; personId: string; now: Date },
): Promise<ContactRun | undefined> {
  const found = await sql<RunRow>`
    select ${columns} from contact_run where id = ${id} and person_id = ${personId}`.execute(db)
  return found.rows.map((row) => runFrom(row, now))[0]
}

/** The newest acts of a member since a moment. */
export async function runsOf(
  db: Db,
  { personId, since, most, now }: { personId: string; since: Date; most: number; now: Date },
): Promise<ContactRun[]> {
  const found = await sql<RunRow>`
    select ${columns} from contact_run where person_id = ${personId} and created_at > ${since}
    order by created_at desc, id desc limit ${most}`.execute(db)
  return found.rows.map((row) => runFrom(row, now))
}

/** An act of a member with what was asked for, locked until the transaction ends, so that it is undone once. */
export async function holdOver(
  tx: Tx,
  { id, personId }: { id: string; personId: string },
): Promise<{ run: ContactRun; request: Request } | undefined> {
  const found = await sql<RunRow>`
    select ${columns} from contact_run where org_id = ${tx.orgId} and id = ${id} and person_id = ${personId} for update`.execute(
    tx.db,
  )
  return found.rows.map((row) => ({ run: runFrom(row, tx.world.now()), request: row.request }))[0]
}

/** Notes which act took this one back. */
export async function noteUndone(tx: Tx, id: string, undoneBy: string): Promise<void> {
  await sql`update contact_run set undone_by = ${undoneBy} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
