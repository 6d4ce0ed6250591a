import type { HoldReason, MessageKind, MessageState, Translation } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'
import type { Obstacle, Waiting } from '../rules.ts'

/** A text that waits, as its row stands, locked until the transaction ends. */
export interface Later {
  id: string
  contactId: string
  lineId: string
  kind: MessageKind
  state: MessageState
  body: string
  media: StoredFile[] | null
  translation: Translation | null
  dueAt: Date | null
  reason: HoldReason | null
  zone: string | null
  cancelIfReply: boolean
  errorCode: string | null
  retries: number
  to: string
  /** A person said why it may go in the worker's night. */
  quietOverride: boolean
}

const columns = sql`id, contact_id as "contactId", line_id as "lineId", kind, state, body, media, translation, due_at as "dueAt",
  hold_reason as reason, due_zone as zone, cancel_if_reply as "cancelIfReply", error_code as "errorCode", retries, phone_to as to, quiet_override as "quietOverride"`

/** One outgoing text, locked; undefined when the actor sees none. */
export async function holdOutgoing(tx: Tx, id: string): Promise<Later | undefined> {
  const found = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = ${id} and direction = 'out' for update`.execute(
    tx.db,
  )
  return found.rows[0]
}

/**
 * Whether any text of the organization waits for its time, as the heads of conversations know. In the order of their index:
 * while PostgreSQL does not know yet how many there are it would read all of them.
 */
export async function anyWaits(tx: Tx): Promise<boolean> {
  const found = await sql`
    select from conversation where org_id = ${tx.orgId} and next_due_at is not null order by next_due_at limit 1`.execute(
    tx.db,
  )
  return found.rows.length > 0
}

/**
 * Texts of these contacts that a reply cancels, locked in one order. Each contact is looked up by itself: asked for any of
 * several, PostgreSQL reads a whole month of messages while it does not know yet how many there are.
 */
export async function holdCancelledByReply(tx: Tx, contactIds: string[]): Promise<Later[]> {
  const waits = sql`due_at is not null and cancel_if_reply and state = 'scheduled' and hold_reason in ('scheduled', 'quiet_hours')`
  const seen = await sql<{ id: string }>`
    select w.id from unnest(${[...new Set(contactIds)]}::uuid[]) asked(id) cross join lateral (
      select id from message where org_id = ${tx.orgId} and contact_id = asked.id and ${waits} offset 0) w`.execute(
    tx.db,
  )
  if (seen.rows.length === 0) return []
  const found = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = any(${seen.rows.map((row) => row.id)}::uuid[]) and ${waits}
    order by id for update`.execute(tx.db)
  return found.rows
}

/** Points the sender at texts that wait, each in a chunk that bears its id; one that is there gets the new time. */
export async function pointLater(
  tx: Tx,
  lane: number,
  texts: { id: string; lineId: string; dueAt: Date }[],
): Promise<void> {
  await tx.unscoped(() =>
    sql`
      insert into outgoing_chunk (org_id, id, line_id, lane, message_ids, due_at, created_at)
      select ${tx.orgId}::uuid, t.id, t.line_id, ${lane}, array[t.id], t.due_at, ${tx.world.now()}
      from unnest(${texts.map((one) => one.id)}::uuid[], ${texts.map((one) => one.lineId)}::uuid[], ${texts.map((one) => one.dueAt)}::timestamptz[])
        t(id, line_id, due_at) order by t.id
      on conflict (org_id, id) do update set line_id = excluded.line_id, lane = excluded.lane, due_at = excluded.due_at`.execute(
      tx.db,
    ),
  )
}

/**
 * Makes the chunks of texts that wait due when their texts are. The texts are locked first, as whoever changes their time
 * does, so that no older time is written over a newer one.
 */
export async function followDue(tx: Tx, ids: string[]): Promise<void> {
  const held = await sql<{ id: string; due_at: Date }>`
    select id, due_at from message where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and due_at is not null order by id for update`.execute(
    tx.db,
  )
  await sql`
    update outgoing_chunk c set due_at = t.due_at
    from unnest(${held.rows.map((row) => row.id)}::uuid[], ${held.rows.map((row) => row.due_at)}::timestamptz[]) t(id, due_at)
    where c.org_id = ${tx.orgId} and c.id = t.id`.execute(tx.db)
}

/** Ends the wait of held rows: as `queued` they go at once, as anything else never. */
export async function endWait(
  tx: Tx,
  ids: string[],
  to: Extract<MessageState, 'queued' | 'cancelled' | 'undelivered'>,
): Promise<void> {
  const now = tx.world.now()
  await sql`
    update message set state = ${to}, due_at = null, hold_reason = null, settled_at = case when ${to} = 'queued' then null else ${now}::timestamptz end
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db)
}

/** Marks texts that had waited as going now, to the number their contact has now; answers their places in their threads. */
export async function markWent(tx: Tx, texts: { id: string; to: string }[], now: Date): Promise<Map<string, string>> {
  const places = texts.map(() => tx.world.id())
  await sql`
    update message m set went_at = ${now}, phone_to = t.phone_to, sort_id = t.sort_id
    from unnest(${texts.map((one) => one.id)}::uuid[], ${texts.map((one) => one.to)}::text[], ${places}::uuid[]) t(id, phone_to, sort_id)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
  return new Map(texts.map((text, at) => [text.id, places[at] as string]))
}

/** Puts held rows off to a later moment, for a reason. */
export async function putOff(
  tx: Tx,
  texts: { id: string; dueAt: Date }[],
  reason: Extract<HoldReason, 'quiet_hours'>,
): Promise<void> {
  await sql`
    update message m set state = 'scheduled', due_at = t.due_at, hold_reason = ${reason}
    from unnest(${texts.map((one) => one.id)}::uuid[], ${texts.map((one) => one.dueAt)}::timestamptz[]) t(id, due_at)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
}

/** Writes what a person changed about a text that waits. */
export async function saveLater(
  tx: Tx,
  text: Pick<Later, 'id' | 'body' | 'translation' | 'dueAt' | 'reason' | 'zone' | 'cancelIfReply'> & {
    encoding: string
    segments: number
  },
): Promise<void> {
  await sql`
    update message set body = ${text.body}, encoding = ${text.encoding}, segments = ${text.segments}, due_at = ${text.dueAt},
      hold_reason = ${text.reason}, due_zone = ${text.zone}, cancel_if_reply = ${text.cancelIfReply},
      translation = ${text.translation ? JSON.stringify(text.translation) : null}::jsonb
    where org_id = ${tx.orgId} and id = ${text.id}`.execute(tx.db)
}

/** A contact as a text that waited finds them when it is to go. */
export interface Standing {
  phone: string | null
  timezone: string | null
  obstacle: Obstacle | null
}

/** How the contacts of these texts stand now. */
export async function standingOf(db: Db, texts: Pick<Waiting, 'contactId'>[]): Promise<Map<string, Standing>> {
  const found = await sql<Standing & { id: string }>`
    select id, phone, timezone, case when work in ('blocked', 'terminated') then work when archived_at is not null then 'contact_archived' when phone is null then 'no_mobile'
      when phone_state <> 'ok' then phone_state end as obstacle
    from contact where id = any(${texts.map((one) => one.contactId)}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, ...standing }) => [id, standing]))
}
