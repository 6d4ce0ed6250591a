import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Row } from '../../../kernel/db/row.ts'
import { raiseRevision } from './revision.ts'

/** Counts the messages in a contact's thread, up to `most`. */
export async function countMessages(tx: Tx, contactId: string, most: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select from message where org_id = ${tx.orgId} and contact_id = ${contactId} limit ${most}) m`.execute(
    tx.db,
  )
  return result.rows[0]?.n ?? 0
}

/** Moves all messages of one contact to another. Returns their ids. */
export async function moveMessages(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  const moved = await sql<Row<'message', 'id'>>`
    update message set ${raiseRevision}, contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId} returning id`.execute(
    tx.db,
  )
  return moved.rows.map((row) => row.id)
}

/** Moves the given messages that belong to one contact to another. Returns their ids. */
export async function returnMessages(tx: Tx, ids: string[], two: { fromId: string; toId: string }): Promise<string[]> {
  const moved = await sql<Row<'message', 'id'>>`
    update message set ${raiseRevision}, contact_id = ${two.toId}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and contact_id = ${two.fromId} returning id`.execute(tx.db)
  return moved.rows.map((row) => row.id)
}
