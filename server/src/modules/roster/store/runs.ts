import type { ContactAct, ContactRun } from '@crewline/contract/roster'
import type { Selection } from '@crewline/contract/filters'
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
}

/** How far an act has come. */
export interface Progress {
  afterId: string | null
  seen: number
  changed: number
  skipped: Record<string, number>
}

/** An act on many workers as a worker takes it up. */
export interface TakenRun {
  orgId: string
  id: string
  personId: string
  request: Request
  attempts: number
}

/** Puts an act up for the workers, and forgets those that were over long ago. */
export async function addRun(
  tx: Tx,
  { id, personId, request, total }: { id: string; personId: string; request: Request; total: number },
): Promise<void> {
  const now = tx.world.now()
  await sql`
    delete from contact_run where org_id = ${tx.orgId} and due_at is null and created_at < ${new Date(now.getTime() - KEPT_MS)}`.execute(
    tx.db,
  )
  await sql`
    insert into contact_run (org_id, id, person_id, request, total, due_at, created_at)
    values (${tx.orgId}, ${id}, ${personId}, ${JSON.stringify(request)}::jsonb, ${total}, ${now}, ${now})`.execute(
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
export async function holdRun(tx: Tx, id: string): Promise<Progress | undefined> {
  const found = await tx.unscoped(() =>
    sql<Progress>`
      select after_id as "afterId", seen, changed, skipped from contact_run
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

/** One act of a member as they may read it. */
export async function runOf(db: Db, id: string, personId: string): Promise<ContactRun | undefined> {
  const found = await sql<{
    id: string
    request: Request
    state: ContactRun['state']
    total: number
    seen: number
    changed: number
    skipped: Record<string, number>
    created_at: Date
  }>`
    select id, request, state, total, seen, changed, skipped, created_at from contact_run
    where id = ${id} and person_id = ${personId}`.execute(db)
  return found.rows.map(({ request, skipped, created_at, ...run }) => ({
    ...run,
    do: request.act,
    skipped: Object.entries(skipped).map(([reason, count]) => ({ reason, count })),
    startedAt: created_at.toISOString(),
  }))[0]
}
