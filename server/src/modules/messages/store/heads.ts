import type { MessageKind } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { previewOf } from '../rules.ts'
import { placeOf } from './place.ts'

/**
 * Marks the conversations whose newest text is one of these, when it did not arrive. Answers the contacts whose mark
 * changed. One statement for all of them, which looks conversations up by key: a join would let the planner read them all.
 * Rows are taken in one order.
 */
export async function noteFailures(tx: Tx, messageIds: string[]): Promise<string[]> {
  const changed = await sql<{ contact_id: string }>`
    with told as materialized (
      select m.id, m.contact_id from message m where m.org_id = ${tx.orgId} and m.id = any(${messageIds}::uuid[])
        and (m.state in ('undelivered', 'failed', 'expired', 'quarantined') or (m.state = 'suppressed' and m.error_code <> 'opted_out'))
        and not exists (
          select from message n where n.org_id = m.org_id and n.contact_id = m.contact_id
            and ${placeOf('n')} > ${placeOf('m')}
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
 * Takes the mark of a text that did not arrive back where the newest text of a conversation is one of these, which did.
 * Asked of every batch of receipts, so it looks at conversations only. Answers the contacts whose mark changed.
 */
export async function noteDelivered(tx: Tx, texts: { id: string; contactId: string }[]): Promise<string[]> {
  const contactIds = texts.map((text) => text.contactId)
  const changed = await sql<{ contact_id: string }>`
    with held as (
      select c.contact_id from conversation c where c.org_id = ${tx.orgId} and c.contact_id = any(${contactIds}::uuid[]) and c.failed
        and exists (select from unnest(${texts.map((text) => text.id)}::uuid[], ${contactIds}::uuid[]) t(id, contact_id)
          where t.contact_id = c.contact_id and not exists (
            select from message n where n.org_id = c.org_id and n.contact_id = c.contact_id
              and ${placeOf('n')} > (select ${placeOf('k')} from message k where k.org_id = c.org_id and k.id = t.id)
              and n.direction = 'out' and n.state not in ('scheduled', 'cancelled') limit 1))
      order by c.contact_id for update
    )
    update conversation c set failed = false where c.org_id = ${tx.orgId} and c.contact_id = any(array(select contact_id from held))
    returning c.contact_id`.execute(tx.db)
  return changed.rows.map((row) => row.contact_id)
}

/** Takes back that the last text of a conversation did not arrive: it is tried again. */
export async function clearFailed(tx: Tx, contactId: string): Promise<void> {
  await sql`update conversation set failed = false where org_id = ${tx.orgId} and contact_id = ${contactId} and failed`.execute(
    tx.db,
  )
}

/** Keeps when the next text of these conversations goes; a conversation is made where none was. Answers those that changed. */
export async function noteNextDue(tx: Tx, contactIds: string[]): Promise<string[]> {
  const changed = await sql<{ contact_id: string }>`
    insert into conversation (org_id, contact_id, last_at, next_due_at)
    select ${tx.orgId}::uuid, asked.id, ${tx.world.now()}, (
      select min(m.due_at) from message m where m.org_id = ${tx.orgId} and m.contact_id = asked.id and m.due_at is not null
        and m.state = 'scheduled' and m.hold_reason in ('scheduled', 'quiet_hours'))
    from (select distinct unnest(${contactIds}::uuid[]) as id) asked order by asked.id
    on conflict (org_id, contact_id) do update set next_due_at = excluded.next_due_at
      where conversation.next_due_at is distinct from excluded.next_due_at
    returning contact_id`.execute(tx.db)
  return changed.rows.map((row) => row.contact_id)
}

/** Lists show a worker's text as the team reads it: its translation, where it is the head of its conversation. */
export async function showTranslated(tx: Tx, messageId: string, text: string): Promise<void> {
  await sql`
    update conversation set last_preview = ${previewOf(text)}
    where org_id = ${tx.orgId} and last_message_id = ${messageId} and last_direction = 'in'
      and contact_id = (select contact_id from message where org_id = ${tx.orgId} and id = ${messageId})`.execute(tx.db)
}

/**
 * Puts the newest message that still counts back at the head of a conversation whose last text was taken back, and goes on
 * with the wait it had ended. Where that text had brought it back from the archive it goes there again, unless something
 * happened in it since. It stands in lists where that message put it: answers that moment, for those who keep it too; null
 * where the text was no head, or nothing else was ever said. The conversation is locked from then on.
 */
export async function restoreHead(tx: Tx, contactId: string, cancelledId: string): Promise<Date | null> {
  const found = await sql<{
    id: string
    place: string
    direction: 'in' | 'out'
    kind: MessageKind
    body: string
    media: { kind: string; name: string }[] | null
    at: Date
  }>`select id, ${placeOf('message')} as place, direction, kind, media,
       coalesce(case when direction = 'in' and translation->'failed' is null then translation->>'text' end, body) as body, coalesce(went_at, at) as at from message where org_id = ${tx.orgId} and contact_id = ${contactId}
     and direction in ('in', 'out') and state not in ('cancelled', 'scheduled')
     order by ${placeOf('message')} desc limit 1`.execute(tx.db)
  const last = found.rows[0]
  // Whoever answers first is given the conversation by itself; who was given it by somebody is no longer in `reopened_by`.
  const goesBack = sql`(archived or (reopened_by is not distinct from ${cancelledId}::uuid and not exists (
    select from message w where w.org_id = ${tx.orgId} and w.contact_id = ${contactId} and w.direction = 'within'
      and ${placeOf('w')} > ${cancelledId}::uuid and w.event ->> 'what' is distinct from 'assigned')))`
  const restored = await sql`
    update conversation set archived = ${goesBack}, reopened_by = null, last_at = coalesce(${last?.at ?? null}::timestamptz, last_at), last_message_id = ${last?.id ?? null}, last_place = ${last?.place ?? null}, last_direction = ${last?.direction ?? null},
      last_kind = ${last?.kind ?? 'text'}, last_preview = ${last ? previewOf(last.body, last.media) : ''},
      waiting_since = case when not ${goesBack} then coalesce(waiting_since, (
        select min(i.at) from message i where i.org_id = ${tx.orgId} and i.contact_id = ${contactId} and i.direction = 'in'
          and ${placeOf('i')} > coalesce((select ${placeOf('o')} from message o where o.org_id = ${tx.orgId} and o.contact_id = ${contactId} and o.direction = 'out'
            and o.kind = 'text' and o.state not in ('cancelled', 'scheduled') 
            order by ${placeOf('o')} desc limit 1), uuid_floor('epoch')))) end
    where org_id = ${tx.orgId} and contact_id = ${contactId} and last_message_id = ${cancelledId} returning contact_id`.execute(
    tx.db,
  )
  if (!last || restored.rows.length === 0) return null
  await sql`update conversation_tag set last_at = ${last.at} where org_id = ${tx.orgId} and contact_id = ${contactId}`.execute(
    tx.db,
  )
  return last.at
}

/** Makes others who text this contact wait until this transaction ends, where there is a conversation. */
export async function holdConversation(tx: Tx, contactId: string): Promise<void> {
  await sql`select from conversation where org_id = ${tx.orgId} and contact_id = ${contactId} for update`.execute(tx.db)
}
