import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { MessageKind } from '@crewline/contract/messages'
import { previewOf } from '../rules.ts'

/** A message as the head of its conversation shows it. */
export interface Head {
  contactId: string
  messageId: string
  /** Its place in the thread where that is not its id. */
  place?: string
  lineId: string
  body: string
  at: Date
  /** Whether a person wrote it: it brings an archived conversation back, and as an answer ends the worker's waiting. */
  reopen: boolean
  /** False where nobody needs to answer what came in, such as STOP. */
  waits?: boolean
  /** A text when absent. */
  kind?: MessageKind
  /** Files that stand for the words where there are none. */
  media?: { kind: string; name: string }[] | null
}

/** Whether the message of an upsert stands at or behind the head of its conversation. */
const NEWEST =
  'excluded.last_place >= coalesce(conversation.last_place, conversation.last_message_id, excluded.last_place)'

/**
 * Moves the heads of conversations to their newest message, making a conversation where none was. What comes in wakes a
 * snoozed conversation, starts the worker's waiting and is counted for whoever has not read it (see `countUnread`). Messages of one conversation must come in order; only the last
 * becomes the head. Whatever goes out takes back that the text before it did not arrive. A message that stands before the
 * head in its thread, because another process wrote that one meanwhile, leaves the head as it is. Answers how many messages
 * ever came in, by contact.
 */
export async function moveHeads(tx: Tx, direction: 'in' | 'out', heads: Head[]): Promise<Map<string, number>> {
  const byContact = new Map<string, Head & { waitsSince: Date | null; arrivals: number }>()
  for (const head of heads) {
    const before = byContact.get(head.contactId)
    byContact.set(head.contactId, {
      ...head,
      reopen: head.reopen || before?.reopen === true,
      waitsSince: before?.waitsSince ?? (direction === 'in' && head.waits !== false ? head.at : null),
      arrivals: (before?.arrivals ?? 0) + (direction === 'in' ? 1 : 0),
    })
  }
  // Rows are taken in one order everywhere, so that two batches never wait for each other in a ring.
  const last = [...byContact.values()].sort((a, b) => (a.contactId < b.contactId ? -1 : 1))
  const ids = last.map((head) => head.contactId)
  // Mostly all do or none does; to look each up costs more than the rest of the row.
  const [first] = last
  const isSame = last.every((head) => head.reopen === first?.reopen)
  const reopens = isSame
    ? sql`${first?.reopen ?? false}::boolean`
    : sql`(select u.reopen from unnest(${ids}::uuid[], ${last.map((head) => head.reopen)}::boolean[]) u(id, reopen) where u.id = excluded.contact_id)`
  const isNewest = sql.raw(NEWEST)
  const newest = (column: string) =>
    sql.raw(`case when ${NEWEST} then excluded.${column} else conversation.${column} end`)
  const moved = sql<{ contact_id: string; arrivals: number }>`
    insert into conversation (org_id, contact_id, line_id, last_message_id, last_place, last_direction, last_preview, last_at, waiting_since, last_kind, arrivals, arrived_at)
    select ${tx.orgId}::uuid, t.contact_id, t.line_id, t.message_id, t.place, ${direction}, t.preview, t.at, t.waits_since, t.kind, t.arrivals, case when t.arrivals > 0 then t.at end
    from unnest(
      ${ids}::uuid[], ${last.map((head) => head.lineId)}::uuid[], ${last.map((head) => head.messageId)}::uuid[], ${last.map((head) => head.place ?? head.messageId)}::uuid[],
      ${last.map((head) => previewOf(head.body, head.media))}::text[], ${last.map((head) => head.at)}::timestamptz[], ${last.map((head) => head.waitsSince)}::timestamptz[],
      ${last.map((head) => head.kind ?? 'text')}::text[], ${last.map((head) => head.arrivals)}::int[]
    ) t(contact_id, line_id, message_id, place, preview, at, waits_since, kind, arrivals)
    on conflict (org_id, contact_id) do update set
      line_id = excluded.line_id, last_message_id = ${newest('last_message_id')}, last_place = ${newest('last_place')},
      last_direction = ${newest('last_direction')}, last_preview = ${newest('last_preview')}, last_kind = ${newest('last_kind')},
      last_at = greatest(excluded.last_at, conversation.last_at),
      arrivals = conversation.arrivals + excluded.arrivals, arrived_at = greatest(excluded.arrived_at, conversation.arrived_at),
      failed = conversation.failed and (${direction} = 'in' or not ${isNewest}),
      archived = conversation.archived and not (${reopens} and ${isNewest}),
      reopened_by = case when ${direction} = 'out' and conversation.archived and ${reopens} and ${isNewest} then excluded.last_message_id else conversation.reopened_by end,
      waiting_since = case when ${direction} = 'out' and ${reopens} and ${isNewest} then null else coalesce(conversation.waiting_since, excluded.waiting_since) end,
      snoozed_until = case when ${direction} = 'out' then conversation.snoozed_until end,
      snoozed_by = case when ${direction} = 'out' then conversation.snoozed_by end
    returning contact_id, arrivals`
  const tags = sql`
    update conversation_tag g set last_at = t.at
    from unnest(${ids}::uuid[], ${last.map((head) => head.at)}::timestamptz[]) t(id, at)
    where g.org_id = ${tx.orgId} and g.contact_id = t.id and g.last_at < t.at`
  const [{ rows }] = await Promise.all([moved.execute(tx.db), tags.execute(tx.db)])
  return new Map(rows.map((row) => [row.contact_id, row.arrivals]))
}

/** The line a conversation keeps to; null for a new one. */
export async function lineOfConversation(db: Db, contactId: string): Promise<string | null> {
  const found = await sql<{
    line_id: string | null
  }>`select line_id from conversation where contact_id = ${contactId}`.execute(db)
  return found.rows[0]?.line_id ?? null
}
