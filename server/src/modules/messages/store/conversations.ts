import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import { previewOf } from '../rules.ts'

/** A message as the head of its conversation shows it. */
export interface Head {
  contactId: string
  messageId: string
  lineId: string
  body: string
  at: Date
  /** Whether it brings an archived conversation back. */
  reopen: boolean
}

/**
 * Moves the heads of conversations to their newest message, making a conversation where none was. Incoming messages
 * also count as unread. Messages of one conversation must come in order; only the last becomes the head.
 */
export async function moveHeads(tx: Tx, direction: 'in' | 'out', heads: Head[]): Promise<void> {
  const byContact = new Map<string, Head & { count: number }>()
  for (const head of heads) {
    const before = byContact.get(head.contactId)
    byContact.set(head.contactId, {
      ...head,
      reopen: head.reopen || before?.reopen === true,
      count: (before?.count ?? 0) + 1,
    })
  }
  // Rows are taken in one order everywhere, so that two batches never wait for each other in a ring.
  const last = [...byContact.values()].sort((a, b) => (a.contactId < b.contactId ? -1 : 1))
  await sql`
    insert into conversation (org_id, contact_id, unread_count, line_id, last_message_id, last_direction, last_preview, last_at)
    select ${tx.orgId}::uuid, t.contact_id, t.unread, t.line_id, t.message_id, ${direction}, t.preview, t.at
    from unnest(
      ${last.map((head) => head.contactId)}::uuid[], ${last.map((head) => (direction === 'in' ? head.count : 0))}::int[],
      ${last.map((head) => head.lineId)}::uuid[], ${last.map((head) => head.messageId)}::uuid[],
      ${last.map((head) => previewOf(head.body))}::text[], ${last.map((head) => head.at)}::timestamptz[], ${last.map((head) => head.reopen)}::boolean[]
    ) t(contact_id, unread, line_id, message_id, preview, at, reopen)
    on conflict (org_id, contact_id) do update set
      unread_count = case when ${direction} = 'in' then conversation.unread_count + excluded.unread_count else conversation.unread_count end,
      line_id = excluded.line_id, last_message_id = excluded.last_message_id, last_direction = excluded.last_direction,
      last_preview = excluded.last_preview, last_at = greatest(excluded.last_at, conversation.last_at),
      archived = conversation.archived and not (select u.reopen from unnest(
        ${last.map((head) => head.contactId)}::uuid[], ${last.map((head) => head.reopen)}::boolean[]) u(id, reopen) where u.id = excluded.contact_id)`.execute(
    tx.db,
  )
}

/** The line a conversation keeps to; null for a new one. */
export async function lineOfConversation(db: Db, contactId: string): Promise<string | null> {
  const found = await sql<{
    line_id: string | null
  }>`select line_id from conversation where contact_id = ${contactId}`.execute(db)
  return found.rows[0]?.line_id ?? null
}

/** Sets or flips the archived flag; answers what it is now, or undefined where there is no conversation. */
export async function setArchived(
  tx: Tx,
  contactId: string,
  archived: boolean | undefined,
): Promise<boolean | undefined> {
  const changed = await sql<{ archived: boolean }>`
    update conversation set archived = coalesce(${archived ?? null}::boolean, not archived)
    where org_id = ${tx.orgId} and contact_id = ${contactId} returning archived`.execute(tx.db)
  return changed.rows[0]?.archived
}

/** Marks all messages of a conversation read, or the conversation unread; answers whether there is one, and whether it changed. */
export async function setRead(
  tx: Tx,
  contactId: string,
  unread: boolean,
): Promise<{ found: boolean; changed: boolean }> {
  const held = await sql<{ unread_count: number }>`
    select unread_count from conversation where org_id = ${tx.orgId} and contact_id = ${contactId} for update`.execute(
    tx.db,
  )
  const count = held.rows[0]?.unread_count
  if (count === undefined) return { found: false, changed: false }
  const next = unread ? Math.max(count, 1) : 0
  if (next === count) return { found: true, changed: false }
  await sql`update conversation set unread_count = ${next} where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(
    tx.db,
  )
  return { found: true, changed: true }
}
