import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { placeOf } from './place.ts'

/** Notes calls of carriers; answers the `line|key` of those never heard before. A repeat, even years later, is not new. */
export async function newEvents(
  tx: Tx,
  kind: 'incoming' | 'status',
  events: { lineId: string; key: string; payload: object }[],
): Promise<Set<string>> {
  const added = await sql<{ key: string }>`
    insert into carrier_event (org_id, line_id, event_key, kind, payload, at)
    select ${tx.orgId}::uuid, t.line_id, t.key, ${kind}, t.payload, ${tx.world.now()}
    from unnest(${events.map((one) => one.lineId)}::uuid[], ${events.map((one) => one.key)}::text[], ${events.map((one) => JSON.stringify(one.payload))}::jsonb[])
      t(line_id, key, payload) order by t.line_id, t.key
    on conflict do nothing returning line_id || '|' || event_key as key`.execute(tx.db)
  return new Set(added.rows.map((row) => row.key))
}

/** What makes two sends the same: whom, what, repeating what, and everything else that was asked for. */
export function sendHash(contactId: string, body: string, resendOf: string | undefined, more: object): Buffer {
  const extras = Object.entries(more).filter(([, value]) => value !== undefined)
  const asked = [contactId, body, resendOf ?? null, ...(extras.length > 0 ? [Object.fromEntries(extras)] : [])]
  return createHash('sha256').update(JSON.stringify(asked)).digest()
}

/** Claims a client's key for a message; answers the earlier claim when there is one, after the transaction that made it. */
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
  return knownKey(tx.db, clientMessageId)
}

/** What a client's key stands for; null when it was never claimed. */
export async function knownKey(db: Db, clientMessageId: string): Promise<{ messageId: string; hash: Buffer } | null> {
  const found = await sql<{ messageId: string; hash: Buffer }>`
    select message_id as "messageId", hash from message_key where client_message_id = ${clientMessageId}`.execute(db)
  return found.rows[0] ?? null
}

/** The same words for the same time, without files, from the same member to the same contact since a moment, for clients that send no key. */
export async function sameSince(
  tx: Tx,
  { contactId, senderId, body, dueAt }: { contactId: string; senderId: string; body: string; dueAt: Date | null },
  since: Date,
): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select id from message where org_id = ${tx.orgId} and contact_id = ${contactId} and sender_id = ${senderId} and body = ${body} and direction = 'out' and at > ${since} and media is null
      and (${dueAt}::timestamptz is null or due_at = ${dueAt})
      and ${placeOf('message')} >= uuid_floor(${since}) and id >= uuid_floor(${since}) order by ${placeOf('message')} desc limit 1`.execute(
    tx.db,
  )
  return found.rows[0]?.id ?? null
}

/** The numbers these messages went to. */
export async function phonesOf(db: Db, messageIds: string[]): Promise<Map<string, string>> {
  const found = await sql<{
    id: string
    phone_to: string
  }>`select id, phone_to from message where id = any(${messageIds}::uuid[])`.execute(db)
  return new Map(found.rows.map((row) => [row.id, row.phone_to]))
}

/** Ids that were made within this time are read as one stretch of the key, in ms. */
const STRETCH_MS = 2_000

/**
 * The condition that messages `m` are among these. Of a month or an organization that just began PostgreSQL believes that it
 * has a few messages: looking up several ids then seems dearer than reading all there are, for every batch again. Texts that
 * are sent together were written together, so they are asked for as the stretch from the first to the last.
 */
export function amongIds(ids: string[]): RawBuilder<boolean> {
  const inOrder = ids.map((id) => id.toLowerCase()).sort()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (first === undefined || last === undefined || madeAt(last) - madeAt(first) > STRETCH_MS)
    return sql`m.id = any(${inOrder}::uuid[])`
  // In brackets, so that it is no way to look them up.
  return sql`(m.id between ${first} and ${last} and (m.id = any(${inOrder}::uuid[])) is true)`
}

function madeAt(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
