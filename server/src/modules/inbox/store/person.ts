import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** Rows as the database writes them in JSON. */
type Rows = Record<string, unknown>[]

/** What members had for themselves about two contacts before they became one; survives JSON. */
export interface MovedOwn {
  drafts: { from: Rows; to: Rows }
  mutes: { from: Rows; to: Rows }
}

async function rowsOf(tx: Tx, table: 'draft' | 'conversation_mute', contactId: string): Promise<Rows> {
  const found = await sql<{ row: Rows[number] }>`
    select to_jsonb(t) as row from ${sql.table(table)} t where t.org_id = ${tx.orgId} and t.contact_id = ${contactId}`.execute(
    tx.db,
  )
  return found.rows.map(({ row }) => row)
}

/** Gives another worker the words members have not sent to one, except where they wrote to both; and who is muted stays so. */
export async function foldOwn(tx: Tx, fromId: string, toId: string): Promise<MovedOwn> {
  const both = async (table: 'draft' | 'conversation_mute') => ({
    from: await rowsOf(tx, table, fromId),
    to: await rowsOf(tx, table, toId),
  })
  const before = { drafts: await both('draft'), mutes: await both('conversation_mute') }
  await sql`
    insert into draft (org_id, person_id, contact_id, body, written_at)
    select org_id, person_id, ${toId}::uuid, body, written_at from draft where org_id = ${tx.orgId} and contact_id = ${fromId}
    on conflict (org_id, person_id, contact_id) do update set body = excluded.body, written_at = excluded.written_at
      where draft.body = ''`.execute(tx.db)
  await sql`
    insert into conversation_mute (org_id, person_id, contact_id)
    select org_id, person_id, ${toId}::uuid from conversation_mute where org_id = ${tx.orgId} and contact_id = ${fromId}
    on conflict do nothing`.execute(tx.db)
  await dropOwn(tx, fromId)
  return before
}

/** Takes away what members have for themselves about a worker. */
export async function dropOwn(tx: Tx, contactId: string): Promise<void> {
  await sql`delete from draft where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
  await sql`delete from conversation_mute where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
}

/** Undoes `foldOwn`; words written since stay where they were written. */
export async function unfoldOwn(tx: Tx, toId: string, { drafts, mutes }: MovedOwn): Promise<void> {
  await sql`
    delete from draft d using jsonb_populate_recordset(null::draft, ${JSON.stringify(drafts.from)}::jsonb) r
    where d.org_id = ${tx.orgId} and d.contact_id = ${toId} and d.person_id = r.person_id and d.body = r.body and d.written_at = r.written_at`.execute(
    tx.db,
  )
  const moved = mutes.from.map((one) => String(one['person_id']))
  const kept = new Set(mutes.to.map((one) => String(one['person_id'])))
  await sql`
    delete from conversation_mute where org_id = ${tx.orgId} and contact_id = ${toId}
      and person_id = any(${moved.filter((one) => !kept.has(one))}::uuid[])`.execute(tx.db)
  for (const rows of [drafts.to, drafts.from])
    await sql`insert into draft select r.* from jsonb_populate_recordset(null::draft, ${JSON.stringify(rows)}::jsonb) r
      on conflict do nothing`.execute(tx.db)
  await sql`insert into conversation_mute select r.* from jsonb_populate_recordset(null::conversation_mute, ${JSON.stringify(mutes.from)}::jsonb) r
    on conflict do nothing`.execute(tx.db)
}
