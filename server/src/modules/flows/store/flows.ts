import type { FlowStep, FlowTexts } from '@crewline/contract/flows'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** A flow as it was created. */
export interface NewFlow {
  /** What the flow belongs to, such as `broadcast`. */
  ownerKind: string
  ownerId: string
  steps: FlowStep[]
  texts: FlowTexts
  isAnonymous: boolean
  allowChange: boolean
  closesAt: Date | null
  /**
   * The version of the owner, for a flow whose answers belong together: they go to the owner with the last one, contacts
   * may go back, and nothing is asked after the end.
   */
  ownerVersion?: number
}

/** A flow with its questions. */
export type Flow = CamelRow<
  'flow',
  | 'id'
  | 'owner_kind'
  | 'owner_id'
  | 'owner_version'
  | 'steps'
  | 'texts'
  | 'is_anonymous'
  | 'allow_change'
  | 'closes_at'
  | 'closed_at'
  | 'created_at',
  { steps: FlowStep[]; texts: FlowTexts }
>

/** Adds a flow. */
export async function addFlow(tx: Tx, id: string, flow: NewFlow): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into flow (org_id, id, owner_kind, owner_id, owner_version, steps, texts, is_anonymous, allow_change, closes_at, listen_until, created_at)
    values (${tx.orgId}, ${id}, ${flow.ownerKind}, ${flow.ownerId}, ${flow.ownerVersion ?? null}, ${JSON.stringify(flow.steps)}::jsonb, ${JSON.stringify(flow.texts)}::jsonb,
      ${flow.isAnonymous}, ${flow.allowChange}, ${flow.closesAt}, ${now}, ${now})`.execute(tx.db)
}

/** Returns these flows. */
export async function flowsByIds(db: Db, orgId: string, ids: string[]): Promise<Map<string, Flow>> {
  const result = await sql<Flow>`
    select id, owner_kind as "ownerKind", owner_id as "ownerId", owner_version as "ownerVersion", steps, texts, is_anonymous as "isAnonymous", allow_change as "allowChange", closes_at as "closesAt",
      closed_at as "closedAt", created_at as "createdAt"
    from flow where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(result.rows.map((flow) => [flow.id, flow]))
}

/** Locks flows, so that their anonymous answers are stored one after the other. */
export async function lockFlows(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    select 1 from flow where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx.db,
  )
}

/** Makes sure that texts are compared with this flow at least until the given moment. */
export async function listenUntil(tx: Tx, flowId: string, until: Date): Promise<void> {
  await sql`
    update flow set listen_until = ${until} where org_id = ${tx.orgId} and id = ${flowId} and listen_until < ${until}`.execute(
    tx.db,
  )
}

/** Closes a flow at a moment; returns whether it was open. `listenUntil` is how long late answers are told so. */
export async function setClosed(tx: Tx, flowId: string, { at, until }: { at: Date; until: Date }): Promise<boolean> {
  const closed = await sql`
    update flow set closed_at = ${at}, listen_until = least(listen_until, ${until})
    where org_id = ${tx.orgId} and id = ${flowId} and closed_at is null returning id`.execute(tx.db)
  return closed.rows.length > 0
}

/** Returns open flows of every organization whose closing time has passed. */
export async function listFlowsToClose(
  system: Db,
  now: Date,
  most: number,
): Promise<CamelRow<'flow', 'org_id' | 'id'>[]> {
  const result = await sql<CamelRow<'flow', 'org_id' | 'id'>>`
    select org_id as "orgId", id from flow where closed_at is null and closes_at <= ${now} order by closes_at limit ${most}`.execute(
    system,
  )
  return result.rows
}

/** Locks the sessions of every flow of an owner: no text of their contacts is read until the commit. */
export async function lockFlowsOf(tx: Tx, ownerKind: string, ownerId: string): Promise<void> {
  await sql`
    select 1 from flow_session s where s.org_id = ${tx.orgId} and s.flow_id in (
      select id from flow where org_id = ${tx.orgId} and owner_kind = ${ownerKind} and owner_id = ${ownerId})
    order by s.contact_id, s.id for update`.execute(tx.db)
}

/**
 * Deletes what contacts answered in the flows of an owner that is deleted, and closes the flows. The questions stay, as the
 * texts in which they were sent do. The caller called `lockFlowsOf`.
 */
export async function endFlowsOf(tx: Tx, ownerKind: string, ownerId: string): Promise<void> {
  const now = tx.world.now()
  await sql`
    with ended as (
      update flow set closed_at = coalesce(closed_at, ${now}) where org_id = ${tx.orgId} and owner_kind = ${ownerKind} and owner_id = ${ownerId}
      returning id
    )
    delete from flow_answer a using ended where a.org_id = ${tx.orgId} and a.flow_id = ended.id`.execute(tx.db)
}
