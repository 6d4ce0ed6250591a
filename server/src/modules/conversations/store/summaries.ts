import { REPLY_WINDOW_HOURS } from '@crewline/contract/broadcast-limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { MessageKind } from '@crewline/contract/messages'
import { previewOf } from '../rules.ts'

/** A message as its conversation summary shows it. */
export interface SummaryUpdate {
  contactId: string
  messageId: string
  /** Its position in the thread when that is not its id. */
  position?: string
  lineId: string
  body: string
  at: Date
  /** Whether a user wrote it: it reopens an archived conversation and, as a reply, ends the contact's wait. */
  reopen: boolean
  /** False when an inbound message needs no reply, such as STOP. */
  waits?: boolean
  /** False when an inbound message is not unread and ends no snooze, such as an answer to a poll. */
  counts?: boolean
  /** Defaults to a text. */
  kind?: MessageKind
  /** Files shown in the preview when the body is empty. */
  media?: { kind: string; name: string }[] | null
  /** The batch it was sent with; what the contact writes next replies to it. */
  batchId?: string | null
}

/** Whether the message of an upsert is at or after the last message in the conversation summary. */
const NEWEST =
  'excluded.last_position >= coalesce(conversation.last_position, conversation.last_message_id, excluded.last_position)'

/**
 * Updates conversation summaries to the newest message and creates missing conversations. An inbound message ends a
 * snooze, starts the contact's wait and counts as unread (see `countUnread`), unless its update says otherwise. Messages of one conversation must be in
 * order; only the last one becomes the summary. An outbound message clears the failed mark of the one before it. A
 * message that precedes the summary in its thread, because another process wrote that one in the meantime, does not
 * change the summary. A broadcast neither moves a conversation to the top nor shows a new one before its contact
 * replies. Returns the total of inbound messages by contact.
 */
export async function updateConversationSummaries(
  tx: Tx,
  direction: 'in' | 'out',
  updates: SummaryUpdate[],
): Promise<Map<string, number>> {
  const byContact = new Map<string, SummaryUpdate & { waitingSince: Date | null; arrivals: number }>()
  for (const update of updates) {
    const before = byContact.get(update.contactId)
    byContact.set(update.contactId, {
      ...update,
      reopen: update.reopen || before?.reopen === true,
      waitingSince: before?.waitingSince ?? (direction === 'in' && update.waits !== false ? update.at : null),
      arrivals: (before?.arrivals ?? 0) + (direction === 'in' && update.counts !== false ? 1 : 0),
    })
  }
  // Rows are locked in one order everywhere, so that two batches cannot deadlock.
  const last = [...byContact.values()].sort((a, b) => (a.contactId < b.contactId ? -1 : 1))
  const ids = last.map((update) => update.contactId)
  // Usually all or none reopen; looking up each one costs more than the rest of the row.
  const [first] = last
  const isSame = last.every((update) => update.reopen === first?.reopen)
  const reopens = isSame
    ? sql`${first?.reopen ?? false}::boolean`
    : sql`(select u.reopen from unnest(${ids}::uuid[], ${last.map((update) => update.reopen)}::boolean[]) u(id, reopen) where u.id = excluded.contact_id)`
  const isNewest = sql.raw(NEWEST)
  const newest = (column: string) =>
    sql.raw(`case when ${NEWEST} then excluded.${column} else conversation.${column} end`)
  // Automatic answers in between do not change what the contact replies to.
  const isSentByTeam = sql`(${direction} = 'out' and ${isNewest} and excluded.last_kind in ('text', 'broadcast'))`
  const isAnswer = sql`(${direction} = 'out' and ${reopens} and ${isNewest})`
  const isWaiting = sql`excluded.waiting_since is not null`
  // A contact who waits with anything else stays with the other people, so that a reply does not hide the question.
  const repliesTo = sql`case when (conversation.waiting_since is null or conversation.reply_batch_id is not null)
    and conversation.batch_at > excluded.last_at - ${`${REPLY_WINDOW_HOURS} hours`}::interval then conversation.batch_id end`
  const moved = sql<Row<'conversation', 'contact_id' | 'arrivals'>>`
    insert into conversation (org_id, contact_id, line_id, last_message_id, last_position, last_direction, last_preview, last_at, waiting_since, last_kind, arrivals, arrived_at, batch_id, batch_at, archived)
    select ${tx.orgId}::uuid, t.contact_id, t.line_id, t.message_id, t.place, ${direction}, t.preview, t.at, t.waits_since, t.kind, t.arrivals, case when t.arrivals > 0 then t.at end,
      t.batch_id, case when t.batch_id is not null then t.at end, t.kind = 'broadcast'
    from unnest(
      ${ids}::uuid[], ${last.map((update) => update.lineId)}::uuid[], ${last.map((update) => update.messageId)}::uuid[], ${last.map((update) => update.position ?? update.messageId)}::uuid[],
      ${last.map((update) => previewOf(update.body, update.media))}::text[], ${last.map((update) => update.at)}::timestamptz[], ${last.map((update) => update.waitingSince)}::timestamptz[],
      ${last.map((update) => update.kind ?? 'text')}::text[], ${last.map((update) => update.arrivals)}::int[],
      ${last.map((update) => update.batchId ?? null)}::uuid[]
    ) t(contact_id, line_id, message_id, place, preview, at, waits_since, kind, arrivals, batch_id)
    on conflict (org_id, contact_id) do update set
      line_id = excluded.line_id, last_message_id = ${newest('last_message_id')}, last_position = ${newest('last_position')},
      last_direction = ${newest('last_direction')}, last_preview = ${newest('last_preview')}, last_kind = ${newest('last_kind')},
      last_at = case when excluded.last_kind = 'broadcast' then conversation.last_at else greatest(excluded.last_at, conversation.last_at) end,
      batch_id = case when ${isSentByTeam} then excluded.batch_id else conversation.batch_id end,
      batch_at = case when ${isSentByTeam} then excluded.batch_at else conversation.batch_at end,
      reply_batch_id = case when ${isWaiting} then ${repliesTo} when ${isAnswer} then null else conversation.reply_batch_id end,
      arrivals = conversation.arrivals + excluded.arrivals, arrived_at = greatest(excluded.arrived_at, conversation.arrived_at),
      failed = conversation.failed and (${direction} = 'in' or not ${isNewest}),
      archived = conversation.archived and not (${reopens} and ${isNewest}),
      reopened_by = case when ${direction} = 'out' and conversation.archived and ${reopens} and ${isNewest} then excluded.last_message_id else conversation.reopened_by end,
      waiting_since = case when ${isAnswer} then null else coalesce(conversation.waiting_since, excluded.waiting_since) end,
      snoozed_until = case when excluded.arrivals = 0 then conversation.snoozed_until end,
      snoozed_by = case when excluded.arrivals = 0 then conversation.snoozed_by end
    returning contact_id, arrivals`
  const tags = sql`
    update conversation_tag g set last_at = t.at
    from unnest(${ids}::uuid[], ${last.map((update) => update.at)}::timestamptz[]) t(id, at)
    where g.org_id = ${tx.orgId} and g.contact_id = t.id and g.last_at < t.at`
  const [{ rows }] = await Promise.all([moved.execute(tx.db), tags.execute(tx.db)])
  return new Map(rows.map((row) => [row.contact_id, row.arrivals]))
}

/** Returns the line a conversation uses, or null for a new conversation. */
export async function lineOfConversation(db: Db, contactId: string): Promise<string | null> {
  const result = await sql<
    Row<'conversation', 'line_id'>
  >`select line_id from conversation where contact_id = ${contactId}`.execute(db)
  return result.rows[0]?.line_id ?? null
}
