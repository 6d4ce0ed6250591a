import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

type StoredRow = Record<string, unknown>

/** The sessions and answers of a contact, as stored. */
interface OfContact {
  sessions: StoredRow[]
  answers: StoredRow[]
}

/** What two contacts had before a merge, and what the kept one had right after; survives JSON. */
export interface MovedFlows {
  from: OfContact
  to: OfContact
  after: OfContact
}

async function rowsOf(tx: Tx, contactId: string): Promise<OfContact> {
  const [sessions, answers] = await Promise.all([
    sql<{ row: StoredRow }>`
      select to_jsonb(s) as row from flow_session s where s.org_id = ${tx.orgId} and s.contact_id = ${contactId}
      order by s.id for update`.execute(tx.db),
    sql<{ row: StoredRow }>`
      select to_jsonb(a) as row from flow_answer a where a.org_id = ${tx.orgId} and a.contact_id = ${contactId} order by a.id`.execute(
      tx.db,
    ),
  ])
  return { sessions: sessions.rows.map(({ row }) => row), answers: answers.rows.map(({ row }) => row) }
}

/**
 * Moves the sessions and answers of one contact to another. Where both were asked in one flow, the one who answered
 * everything keeps the session, or else the kept contact; of two answers to a question, that of the session counts.
 */
export async function mergeFlows(tx: Tx, fromId: string, toId: string): Promise<MovedFlows> {
  const before = { from: await rowsOf(tx, fromId), to: await rowsOf(tx, toId) }
  const isDone = (row: StoredRow) => row['answered_at'] !== null
  const kept = new Map(before.to.sessions.map((row) => [row['flow_id'], row]))
  const losing = before.from.sessions.flatMap((row) => {
    const other = kept.get(row['flow_id'])
    if (!other) return []
    return [
      isDone(row) && !isDone(other) ? { flowId: row['flow_id'], of: toId } : { flowId: row['flow_id'], of: fromId },
    ]
  })
  for (const contactId of [fromId, toId]) {
    const flowIds = losing.filter(({ of }) => of === contactId).map(({ flowId }) => flowId)
    await sql`
      delete from flow_session where org_id = ${tx.orgId} and contact_id = ${contactId} and flow_id = any(${flowIds}::uuid[])`.execute(
      tx.db,
    )
    await sql`
      delete from flow_answer where org_id = ${tx.orgId} and contact_id = ${contactId} and flow_id = any(${flowIds}::uuid[])`.execute(
      tx.db,
    )
  }
  await sql`update flow_session set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId}`.execute(
    tx.db,
  )
  await sql`update flow_answer set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId}`.execute(
    tx.db,
  )
  return { ...before, after: await rowsOf(tx, toId) }
}

/** Reverts `mergeFlows`; what changed since stays with the kept contact. */
export async function unmergeFlows(tx: Tx, { toId }: { toId: string }, { from, to, after }: MovedFlows): Promise<void> {
  const [sessions, answers] = [JSON.stringify(after.sessions), JSON.stringify(after.answers)]
  await sql`
    delete from flow_session s where s.org_id = ${tx.orgId} and s.contact_id = ${toId}
      and to_jsonb(s) = any(select jsonb_array_elements(${sessions}::jsonb))`.execute(tx.db)
  await sql`
    delete from flow_answer a where a.org_id = ${tx.orgId} and a.contact_id = ${toId}
      and to_jsonb(a) = any(select jsonb_array_elements(${answers}::jsonb))`.execute(tx.db)
  for (const rows of [from, to]) {
    await sql`
      insert into flow_session select r.* from jsonb_populate_recordset(null::flow_session, ${JSON.stringify(rows.sessions)}::jsonb) r
      on conflict do nothing`.execute(tx.db)
    await sql`
      insert into flow_answer select r.* from jsonb_populate_recordset(null::flow_answer, ${JSON.stringify(rows.answers)}::jsonb) r
      on conflict do nothing`.execute(tx.db)
  }
}

/** Deletes the sessions and answers of these contacts. Anonymous answers are of no contact and stay. */
export async function deleteFlowsOf(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`delete from flow_answer where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
  await sql`delete from flow_session where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
}
