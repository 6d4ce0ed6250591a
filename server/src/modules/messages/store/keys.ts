import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { sortIdOf } from '../../conversations/index.ts'

/** Records carrier events. Returns the `line|key` of the new ones; a repeat, even years later, is not new. */
export async function newEvents(
  tx: Tx,
  kind: 'incoming' | 'status',
  events: { lineId: string; key: string; payload: object }[],
): Promise<Set<string>> {
  const added = await sql<{ key: string }>`
    insert into carrier_event (org_id, line_id, event_key, kind, payload, at)
    select ${tx.orgId}::uuid, t.line_id, t.key, ${kind}, t.payload, ${tx.world.now()}
    from unnest(${events.map((event) => event.lineId)}::uuid[], ${events.map((event) => event.key)}::text[], ${events.map((event) => JSON.stringify(event.payload))}::jsonb[])
      t(line_id, key, payload) order by t.line_id, t.key
    on conflict do nothing returning line_id || '|' || event_key as key`.execute(tx.db)
  return new Set(added.rows.map((row) => row.key))
}

/** Returns which of these events of a line are not stored yet. */
export async function unknownEvents(db: Db, lineId: string, keys: string[]): Promise<Set<string>> {
  const known = await sql<{ key: string }>`
    select event_key as key from carrier_event where line_id = ${lineId} and event_key = any(${keys}::text[])`.execute(
    db,
  )
  const stored = new Set(known.rows.map((row) => row.key))
  return new Set(keys.filter((key) => !stored.has(key)))
}

/** Hashes what makes two sends the same: the contact, the text, the message it repeats and all other options. */
export function sendHash(contactId: string, body: string, resendOf: string | undefined, more: object): Buffer {
  const extras = Object.entries(more).filter(([, value]) => value !== undefined)
  const parts = [contactId, body, resendOf ?? null, ...(extras.length > 0 ? [Object.fromEntries(extras)] : [])]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * Claims a client's key for a message. Returns the earlier claim, if any, after waiting for the transaction that made
 * it.
 */
export async function claimKey(
  tx: Tx,
  clientMessageId: string,
  messageId: string,
  hash: Buffer,
): Promise<{ messageId: string; hash: Buffer } | null> {
  const added = await sql`
    insert into message_key (org_id, client_message_id, message_id, hash, at)
    values (${tx.orgId}, ${clientMessageId}, ${messageId}, ${hash}, ${tx.world.now()}) on conflict do nothing returning message_id`.execute(
    tx.db,
  )
  if (added.rows.length > 0) return null
  return findMessageKey(tx.db, clientMessageId)
}

/** Returns the claim of a client's key, or null when it was never claimed. */
export async function findMessageKey(
  db: Db,
  clientMessageId: string,
): Promise<{ messageId: string; hash: Buffer } | null> {
  const result = await sql<CamelRow<'message_key', 'message_id' | 'hash'>>`
    select message_id as "messageId", hash from message_key where client_message_id = ${clientMessageId}`.execute(db)
  return result.rows[0] ?? null
}

/**
 * Returns a message with the same text and time and no files that the same member sent to the same contact since a
 * moment. For clients that send no key.
 */
export async function sameSince(
  tx: Tx,
  { contactId, senderId, body, dueAt }: { contactId: string; senderId: string; body: string; dueAt: Date | null },
  since: Date,
): Promise<string | null> {
  const result = await sql<Row<'message', 'id'>>`
    select id from message where org_id = ${tx.orgId} and contact_id = ${contactId} and sender_id = ${senderId} and body = ${body} and direction = 'out' and at > ${since} and media is null
      and (${dueAt}::timestamptz is null or due_at = ${dueAt})
      and ${sortIdOf('message')} >= uuid_floor(${since}) and id >= uuid_floor(${since}) order by ${sortIdOf('message')} desc limit 1`.execute(
    tx.db,
  )
  return result.rows[0]?.id ?? null
}

/** Returns the numbers these messages were sent to. */
export async function phonesOf(db: Db, messageIds: string[]): Promise<Map<string, string>> {
  const result = await sql<
    Row<'message', 'id' | 'phone_to'>
  >`select id, phone_to from message where id = any(${messageIds}::uuid[])`.execute(db)
  return new Map(result.rows.map((row) => [row.id, row.phone_to]))
}

/** Ids created within this time are read as one key range, in ms. */
const STRETCH_MS = 2_000

/**
 * Returns the condition that messages `m` are among these. For a new month or organization PostgreSQL estimates only a
 * few messages, so a full read looks cheaper than looking up several ids, and every batch would repeat it. Messages
 * sent together were written together, so they are read as one key range from the first to the last.
 */
export function amongIds(ids: string[]): RawBuilder<boolean> {
  const inOrder = ids.map((id) => id.toLowerCase()).sort()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (first === undefined || last === undefined || madeAt(last) - madeAt(first) > STRETCH_MS)
    return sql`m.id = any(${inOrder}::uuid[])`
  // Wrapped in `is true`, so that the planner cannot use it as an index condition.
  return sql`(m.id between ${first} and ${last} and (m.id = any(${inOrder}::uuid[])) is true)`
}

function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
