import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { FactTrace } from '../../contacts/index.ts'

/** What an act did to one worker: to their facts, or to their groups; nothing more to say where it was the archive. */
export interface Trace {
  id: string
  facts?: Pick<FactTrace, 'was' | 'became'>
  groups?: { joined: string[]; left: string[] }
}

/** Keeps what an act did to these workers. */
export async function addTraces(tx: Tx, runId: string, traces: Trace[]): Promise<void> {
  if (traces.length === 0) return
  await tx.unscoped(() =>
    sql`
      insert into contact_run_trace (org_id, run_id, contact_id, did)
      select ${tx.orgId}::uuid, ${runId}::uuid, t.id, t.did
      from unnest(${traces.map((one) => one.id)}::uuid[], ${traces.map(({ facts, groups }) => JSON.stringify({ facts, groups }))}::jsonb[]) t(id, did)
      on conflict (org_id, run_id, contact_id) do nothing`.execute(tx.db),
  )
}

/** What an act did to the workers after one in the order of ids, in the actor's sight or not. */
export async function tracesOf(tx: Tx, runId: string, from: { after: string | null; most: number }): Promise<Trace[]> {
  const found = await tx.unscoped(() =>
    sql<{ id: string; did: Omit<Trace, 'id'> }>`
      select contact_id as id, did from contact_run_trace
      where org_id = ${tx.orgId} and run_id = ${runId} and (${from.after}::uuid is null or contact_id > ${from.after}::uuid)
      order by contact_id limit ${from.most}`.execute(tx.db),
  )
  return found.rows.map(({ id, did }) => ({ id, ...did }))
}

/** Forgets what acts did to workers who are erased. */
export async function forgetTraces(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    delete from contact_run_trace where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Forgets what acts before a moment did: they cannot be undone any more. Needs a handle across organizations. */
export async function forgetOldTraces(system: Db, before: Date): Promise<number> {
  const gone = await sql`
    delete from contact_run_trace t using contact_run r
    where r.org_id = t.org_id and r.id = t.run_id and r.created_at < ${before}`.execute(system)
  return Number(gone.numAffectedRows ?? 0)
}
