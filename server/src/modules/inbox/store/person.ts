import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Rows as PostgreSQL writes them in JSON. */
type Rows = Record<string, unknown>[]

/** The drafts and mutes of members for two contacts before their merge; must survive JSON. */
export interface MovedUserData {
  drafts: { from: Rows; to: Rows }
  mutes: { from: Rows; to: Rows }
}

async function rowsOf(tx: Tx, table: 'draft' | 'conversation_mute', contactId: string): Promise<Rows> {
  const result = await sql<{ row: Rows[number] }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where t.org_id = ${tx.orgId} and t.contact_id = ${contactId}`.execute(
    tx.db,
  )
  return result.rows.map(({ row }) => row)
}

/** Moves drafts to the other contact unless the member has drafts for both, and keeps mutes. */
export async function mergeUserData(tx: Tx, fromId: string, toId: string): Promise<MovedUserData> {
  const both = async (table: 'draft' | 'conversation_mute') => ({
    from: await rowsOf(tx, table, fromId),
    to: await rowsOf(tx, table, toId),
  })
  const before = { drafts: await both('draft'), mutes: await both('conversation_mute') }
  await sql`
    insert into draft (org_id, user_id, contact_id, body, written_at)
    select org_id, user_id, ${toId}::uuid, body, written_at from draft where org_id = ${tx.orgId} and contact_id = ${fromId}
    on conflict (org_id, user_id, contact_id) do update set body = excluded.body, written_at = excluded.written_at
      where draft.body = ''`.execute(tx.db)
  await sql`
    insert into conversation_mute (org_id, user_id, contact_id)
    select org_id, user_id, ${toId}::uuid from conversation_mute where org_id = ${tx.orgId} and contact_id = ${fromId}
    on conflict do nothing`.execute(tx.db)
  await deleteUserData(tx, fromId)
  return before
}

/** Deletes the drafts and mutes of members for a contact. */
export async function deleteUserData(tx: Tx, contactId: string): Promise<void> {
  await sql`delete from draft where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
  await sql`delete from conversation_mute where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
}

/** Undoes `mergeUserData`; drafts written since stay where they were written. */
export async function unmergeUserData(tx: Tx, toId: string, { drafts, mutes }: MovedUserData): Promise<void> {
  await sql`
    delete from draft d using jsonb_populate_recordset(null::draft, ${JSON.stringify(drafts.from)}::jsonb) r
    where d.org_id = ${tx.orgId} and d.contact_id = ${toId} and d.user_id = r.user_id and d.body = r.body and d.written_at = r.written_at`.execute(
    tx.db,
  )
  const moved = mutes.from.map((mute) => String(mute['user_id']))
  const mutedBefore = new Set(mutes.to.map((mute) => String(mute['user_id'])))
  await sql`
    delete from conversation_mute where org_id = ${tx.orgId} and contact_id = ${toId}
      and user_id = any(${moved.filter((userId) => !mutedBefore.has(userId))}::uuid[])`.execute(tx.db)
  for (const rows of [drafts.to, drafts.from])
    await sql`insert into draft select r.* from jsonb_populate_recordset(null::draft, ${JSON.stringify(rows)}::jsonb) r
      on conflict do nothing`.execute(tx.db)
  await sql`insert into conversation_mute select r.* from jsonb_populate_recordset(null::conversation_mute, ${JSON.stringify(mutes.from)}::jsonb) r
    on conflict do nothing`.execute(tx.db)
}
