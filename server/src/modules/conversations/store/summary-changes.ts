import type { MessageKind } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { previewOf } from '../rules.ts'
import { sortIdOf } from './position.ts'
import type { Row } from '../../../kernel/db/row.ts'

/**
 * Marks conversations as failed when their newest outbound message is one of these and was not delivered. Returns the
 * contacts whose mark changed. One statement that looks conversations up by key: with a join the planner might read all
 * of them. Rows are locked in one order.
 */
export async function noteFailures(tx: Tx, messageIds: string[]): Promise<string[]> {
  const changed = await sql<Row<'conversation', 'contact_id'>>`
    with told as materialized (
      select m.id, m.contact_id from message m where m.org_id = ${tx.orgId} and m.id = any(${messageIds}::uuid[])
        and (m.state in ('undelivered', 'failed', 'expired', 'quarantined') or (m.state = 'suppressed' and m.error_code <> 'opted_out'))
        and not exists (
          select from message n where n.org_id = m.org_id and n.contact_id = m.contact_id
            and ${sortIdOf('n')} > ${sortIdOf('m')}
            and n.direction = 'out' and n.state not in ('scheduled', 'cancelled') limit 1)
    ), held as (
      select c.contact_id from conversation c
      where c.org_id = ${tx.orgId} and c.contact_id = any(array(select contact_id from told)) and not c.failed
      order by c.contact_id for update
    )
    update conversation c set failed = true where c.org_id = ${tx.orgId} and c.contact_id = any(array(select contact_id from held))
    returning c.contact_id`.execute(tx.db)
  return changed.rows.map((row) => row.contact_id)
}

/**
 * Clears the failed mark of conversations whose newest outbound message is one of these delivered ones. Runs for every
 * batch of receipts, so it starts from conversations only. Returns the contacts whose mark changed.
 */
export async function noteDelivered(tx: Tx, texts: { id: string; contactId: string }[]): Promise<string[]> {
  const contactIds = texts.map((text) => text.contactId)
  const changed = await sql<Row<'conversation', 'contact_id'>>`
    with held as (
      select c.contact_id from conversation c where c.org_id = ${tx.orgId} and c.contact_id = any(${contactIds}::uuid[]) and c.failed
        and exists (select from unnest(${texts.map((text) => text.id)}::uuid[], ${contactIds}::uuid[]) t(id, contact_id)
          where t.contact_id = c.contact_id and not exists (
            select from message n where n.org_id = c.org_id and n.contact_id = c.contact_id
              and ${sortIdOf('n')} > (select ${sortIdOf('k')} from message k where k.org_id = c.org_id and k.id = t.id)
              and n.direction = 'out' and n.state not in ('scheduled', 'cancelled') limit 1))
      order by c.contact_id for update
    )
    update conversation c set failed = false where c.org_id = ${tx.orgId} and c.contact_id = any(array(select contact_id from held))
    returning c.contact_id`.execute(tx.db)
  return changed.rows.map((row) => row.contact_id)
}

/** Clears the failed mark of a conversation whose last message is retried. */
export async function clearFailed(tx: Tx, contactId: string): Promise<void> {
  await sql`update conversation set failed = false where org_id = ${tx.orgId} and contact_id = ${contactId} and failed`.execute(
    tx.db,
  )
}

/**
 * Stores when the next waiting message of these conversations is due and creates missing conversations. Returns the
 * contacts that changed.
 */
export async function noteNextDue(tx: Tx, contactIds: string[]): Promise<string[]> {
  const changed = await sql<Row<'conversation', 'contact_id'>>`
    insert into conversation (org_id, contact_id, last_at, next_due_at)
    select ${tx.orgId}::uuid, asked.id, ${tx.world.now()}, (
      select min(m.due_at) from message m where m.org_id = ${tx.orgId} and m.contact_id = asked.id and m.due_at is not null
        and m.state = 'scheduled' and m.hold_reason in ('scheduled', 'quiet_hours', 'off_shift'))
    from (select distinct unnest(${contactIds}::uuid[]) as id) asked order by asked.id
    on conflict (org_id, contact_id) do update set next_due_at = excluded.next_due_at
      where conversation.next_due_at is distinct from excluded.next_due_at
    returning contact_id`.execute(tx.db)
  return changed.rows.map((row) => row.contact_id)
}

/** Shows the translation in the conversation summary when the message is its last one. */
export async function showTranslated(tx: Tx, messageId: string, text: string): Promise<void> {
  await sql`
    update conversation set last_preview = ${previewOf(text)}
    where org_id = ${tx.orgId} and last_message_id = ${messageId} and last_direction = 'in'
      and contact_id = (select contact_id from message where org_id = ${tx.orgId} and id = ${messageId})`.execute(tx.db)
}

/**
 * Restores the conversation summary to the newest message that still counts after the last one was canceled, and
 * resumes the wait which that message had ended. Archives the conversation again if the message had reopened it and
 * nothing else happened since. Returns the new time of the last message, which callers that store it must copy, or null
 * when the canceled message was not in the summary or no message is left. The conversation stays locked.
 */
export async function restoreSummary(tx: Tx, contactId: string, cancelledId: string): Promise<Date | null> {
  const result = await sql<{
    id: string
    position: string
    direction: 'in' | 'out'
    kind: MessageKind
    body: string
    media: { kind: string; name: string }[] | null
    at: Date
  }>`select id, ${sortIdOf('message')} as position, direction, kind, media,
       coalesce(case when direction = 'in' and translation->'failed' is null then translation->>'text' end, body) as body, coalesce(went_at, at) as at from message where org_id = ${tx.orgId} and contact_id = ${contactId}
     and direction in ('in', 'out') and state not in ('cancelled', 'scheduled')
     order by ${sortIdOf('message')} desc limit 1`.execute(tx.db)
  const last = result.rows[0]
  // The first reply assigns the conversation automatically, so an `assigned` event does not count here; a manual
  // assignment clears `reopened_by`.
  const isArchivedAgain = sql`(archived or (reopened_by is not distinct from ${cancelledId}::uuid and not exists (
    select from message w where w.org_id = ${tx.orgId} and w.contact_id = ${contactId} and w.direction = 'internal'
      and ${sortIdOf('w')} > ${cancelledId}::uuid and w.event ->> 'what' is distinct from 'assigned')))`
  const unanswered = sql`
    from message i where i.org_id = ${tx.orgId} and i.contact_id = ${contactId} and i.direction = 'in' and not i.answers_flow
      and ${sortIdOf('i')} > coalesce((select ${sortIdOf('o')} from message o where o.org_id = ${tx.orgId} and o.contact_id = ${contactId} and o.direction = 'out'
        and o.kind = 'text' and o.state not in ('cancelled', 'scheduled')
        order by ${sortIdOf('o')} desc limit 1), uuid_floor('epoch'))`
  const restored = await sql`
    update conversation set archived = ${isArchivedAgain}, reopened_by = null, last_at = coalesce(${last?.at ?? null}::timestamptz, last_at), last_message_id = ${last?.id ?? null}, last_position = ${last?.position ?? null}, last_direction = ${last?.direction ?? null},
      last_kind = ${last?.kind ?? 'text'}, last_preview = ${last ? previewOf(last.body, last.media) : ''},
      waiting_since = case when not ${isArchivedAgain} then coalesce(waiting_since, (select min(i.at) ${unanswered})) end,
      reply_batch_id = case when ${isArchivedAgain} then null when waiting_since is not null then reply_batch_id else (
        select case when bool_and(i.batch_id is not null) then (array_agg(i.batch_id order by ${sortIdOf('i')} desc))[1] end ${unanswered}) end
    where org_id = ${tx.orgId} and contact_id = ${contactId} and last_message_id = ${cancelledId} returning contact_id`.execute(
    tx.db,
  )
  if (!last || restored.rows.length === 0) return null
  await sql`update conversation_tag set last_at = ${last.at} where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(
    tx.db,
  )
  return last.at
}

/**
 * Returns whether any message of the organization waits for its time, according to the conversation summaries. Ordered
 * like the index: without statistics PostgreSQL would read every row.
 */
export async function isAnyScheduled(tx: Tx): Promise<boolean> {
  const result = await sql`
    select from conversation where org_id = ${tx.orgId} and next_due_at is not null order by next_due_at limit 1`.execute(
    tx.db,
  )
  return result.rows.length > 0
}

/** Adds to the number of unheard recordings of a conversation; may be negative. */
export async function changeUnheardVoicemails(tx: Tx, contactId: string, more: number): Promise<void> {
  await sql`
    update conversation set unheard_voicemails = greatest(0, unheard_voicemails + ${more})
    where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(tx.db)
}
