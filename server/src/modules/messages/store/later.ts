import { statesBefore } from '@crewline/contract/message-states'
import type { HoldReason, MessageKind, MessageState, Translation } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Database, Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { StoredFile } from '../../files/index.ts'
import type { Obstacle, Waiting } from '../rules.ts'
import { isTimeless } from './chunks.ts'
import { stateOfLastTry } from './retries.ts'
import { raiseRevision } from './revision.ts'

/** A waiting message as its row stands, locked until the transaction ends. */
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
  /** The time that a member chose, when it waits longer. */
  wantedAt: Date | null
  zone: string | null
  cancelIfReply: boolean
  errorCode: string | null
  retries: number
  /** How often it was given to a carrier. */
  attempts: number
  to: string
  /** Whether a member gave a reason to send it during the contact's night. */
  quietOverride: boolean
  batchId: string | null
}

const columns = sql`id, contact_id as "contactId", line_id as "lineId", kind, state, body, media, translation, due_at as "dueAt",
  hold_reason as reason, wanted_at as "wantedAt", due_zone as zone, cancel_if_reply as "cancelIfReply", error_code as "errorCode", retries, attempts, phone_to as to, quiet_override as "quietOverride", batch_id as "batchId"`

/** Locks one outgoing message. Returns undefined when the actor cannot see it. */
export async function lockOutgoing(tx: Tx, id: string): Promise<Later | undefined> {
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = ${id} and direction = 'out' for update`.execute(
    tx.db,
  )
  return result.rows[0]
}

/**
 * Locks the messages of these contacts that a reply cancels, in one order. Contacts are looked up one by one: with a
 * list and no statistics PostgreSQL reads a whole month of messages.
 */
export async function lockCancelledByReply(tx: Tx, contactIds: string[]): Promise<Later[]> {
  const isWaiting = sql`due_at is not null and cancel_if_reply and state = 'scheduled' and hold_reason in ('scheduled', 'quiet_hours', 'off_shift')`
  const candidates = await sql<Row<'message', 'id'>>`
    select w.id from unnest(${[...new Set(contactIds)]}::uuid[]) asked(id) cross join lateral (
      select id from message where org_id = ${tx.orgId} and contact_id = asked.id and ${isWaiting} offset 0) w`.execute(
    tx.db,
  )
  if (candidates.rows.length === 0) return []
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = any(${candidates.rows.map((row) => row.id)}::uuid[]) and ${isWaiting}
    order by id for update`.execute(tx.db)
  return result.rows
}

/**
 * Locks the texts that wait for the contacts of these numbers. Skips locked rows: the sender locks messages before
 * consent, and the caller holds consent already.
 */
export async function lockWaitingFor(tx: Tx, phones: string[]): Promise<Later[]> {
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and due_at is not null and state in ('held', 'scheduled') and kind <> 'auto_reply'
      and contact_id = any(array(select id from contact where org_id = ${tx.orgId} and phone = any(${phones}::text[])))
    order by id for update skip locked`.execute(tx.db)
  return result.rows
}

/** Returns the texts to these contacts that a person could still stop. */
export async function waitingIdsFor(db: Db, contactIds: string[]): Promise<string[]> {
  const result = await sql<Row<'message', 'id'>>`
    select id from message where contact_id = any(${contactIds}::uuid[]) and direction = 'out'
      and state = any(${statesBefore('cancel')}) order by id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Ends the wait of locked messages whose contact opted out; they are never sent. */
export async function suppressOptedOut(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update message set ${raiseRevision}, state = 'suppressed', error_code = 'opted_out', due_at = null, hold_reason = null, settled_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db)
}

/** The messages that a user wrote and that no carrier has seen yet. Retries are not among them. */
function isWaitingOf(userId: string) {
  return sql`sender_id = ${userId} and due_at is not null and state in ('held', 'scheduled')
    and hold_reason in ('undo', 'scheduled', 'quiet_hours', 'off_shift')`
}

/** Locks those of these messages that can still be cancelled, in id order. */
export async function lockStoppable(tx: Tx, ids: string[]): Promise<Later[]> {
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and direction = 'out'
      and state = any(${statesBefore('cancel')}) order by id for update`.execute(tx.db)
  return result.rows
}

/** Counts the waiting messages of a user, up to ten thousand. */
export async function countWaitingOf(db: Db, userId: string): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select from message where ${isWaitingOf(userId)} limit 10000) counted`.execute(db)
  return result.rows[0]?.n ?? 0
}

/** Locks some of the waiting messages of a user, in id order. */
export async function lockWaitingOf(tx: Tx, userId: string, most: number): Promise<Later[]> {
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and ${isWaitingOf(userId)}
    order by id limit ${most} for update`.execute(tx.db)
  return result.rows
}

/** Whose texts: those of everyone, of contacts without a time zone, or of these contacts. */
export type Concerned = 'everyone' | 'without_zone' | string[]

/** Returns the texts that wait for a shift or the morning. Contacts that are named are looked up one by one. */
export async function waitingForRest(db: Db, concerned: Concerned): Promise<string[]> {
  const isWaiting = sql`due_at is not null and state = 'scheduled' and hold_reason in ('off_shift', 'quiet_hours') and not quiet_override`
  const isWithoutZone = sql`exists (select from contact c where c.org_id = m.org_id and c.id = m.contact_id and c.timezone is null)`
  const found =
    typeof concerned === 'string'
      ? sql`select id from message m where ${isWaiting} and ${concerned === 'everyone' ? sql`true` : isWithoutZone}`
      : sql`select w.id from unnest(${concerned}::uuid[]) asked(id)
          cross join lateral (select id from message where contact_id = asked.id and ${isWaiting} offset 0) w`
  const result = await sql<Row<'message', 'id'>>`${found} order by id`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Locks those of these texts that still wait for a shift or the morning, in id order. */
export async function lockWaitingForRest(tx: Tx, ids: string[]): Promise<Later[]> {
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and due_at is not null
      and state = 'scheduled' and hold_reason in ('off_shift', 'quiet_hours') and not quiet_override order by id for update`.execute(
    tx.db,
  )
  return result.rows
}

/** Locks those of these texts that still wait for a time, a shift or the morning, in id order. */
export async function lockWaitingForTime(tx: Tx, ids: string[]): Promise<Later[]> {
  const result = await sql<Later>`
    select ${columns} from message where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and due_at is not null
      and state = 'scheduled' and hold_reason in ('scheduled', 'off_shift', 'quiet_hours') order by id for update`.execute(
    tx.db,
  )
  return result.rows
}

/** Saves when locked messages are to be sent that wait longer; null for the others. */
export async function saveWanted(tx: Tx, texts: { id: string; wantedAt: Date | null }[]): Promise<void> {
  await sql`
    update message m set ${raiseRevision}, wanted_at = t.wanted_at
    from unnest(${texts.map((text) => text.id)}::uuid[], ${texts.map((text) => text.wantedAt)}::timestamptz[]) t(id, wanted_at)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
}

/** Gives each waiting message a chunk with the same id. An existing chunk gets the new time. */
export async function pointLater(
  tx: Tx,
  lane: number,
  texts: { id: string; lineId: string; dueAt: Date }[],
): Promise<void> {
  await tx.unscoped(() =>
    sql`
      insert into outgoing_chunk (org_id, id, line_id, lane, message_ids, batch_id, due_at, created_at)
      select ${tx.orgId}::uuid, t.id, t.line_id, ${lane}, array[t.id], (
          select m.held_by from message m where m.org_id = ${tx.orgId} and m.id = t.id), t.due_at, ${tx.world.now()}
      from unnest(${texts.map((text) => text.id)}::uuid[], ${texts.map((text) => text.lineId)}::uuid[], ${texts.map((text) => text.dueAt)}::timestamptz[])
        t(id, line_id, due_at) order by t.id
      on conflict (org_id, id) do update set line_id = excluded.line_id, lane = excluded.lane, batch_id = excluded.batch_id, due_at = excluded.due_at`.execute(
      tx.db,
    ),
  )
}

/**
 * Makes the chunks of waiting messages due when their messages are. Locks the messages first, like every change of
 * their time, so that an older time never overwrites a newer one.
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

/**
 * Ends the wait of locked messages: `queued` ones are sent at once, `cancelled` ones never, and those that waited for
 * another try end as their last one did.
 */
export async function endWait(tx: Tx, ids: string[], to: 'queued' | 'cancelled' | 'last_try'): Promise<void> {
  const now = tx.world.now()
  await sql`
    update message m set ${raiseRevision}, state = ${to === 'last_try' ? stateOfLastTry : to}, due_at = null, hold_reason = null, settled_at = case when ${to} = 'queued' then null else ${now}::timestamptz end
    where m.org_id = ${tx.orgId} and m.id = any(${ids}::uuid[])`.execute(tx.db)
}

/**
 * Marks messages that waited as sent now, to the contact's current number. Returns their new positions in the threads.
 */
export async function assignSortIds(
  tx: Tx,
  texts: { id: string; to: string }[],
  now: Date,
): Promise<Map<string, string>> {
  const sortIds = texts.map(() => tx.world.id())
  await sql`
    update message m set ${raiseRevision}, went_at = ${now}, phone_to = t.phone_to, sort_id = t.sort_id
    from unnest(${texts.map((text) => text.id)}::uuid[], ${texts.map((text) => text.to)}::text[], ${sortIds}::uuid[]) t(id, phone_to, sort_id)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
  return new Map(texts.map((text, at) => [text.id, sortIds[at] as string]))
}

/** Gives locked messages, which no carrier has had, the number they go to. */
export async function saveNumbers(tx: Tx, texts: { id: string; to: string }[]): Promise<void> {
  await sql`
    update message m set ${raiseRevision}, phone_to = t.phone_to
    from unnest(${texts.map((text) => text.id)}::uuid[], ${texts.map((text) => text.to)}::text[]) t(id, phone_to)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
}

/** Postpones locked messages, each with its reason. */
export async function putOff(
  tx: Tx,
  texts: { id: string; dueAt: Date; reason: Extract<HoldReason, 'scheduled' | 'quiet_hours' | 'off_shift'> }[],
): Promise<void> {
  await sql`
    update message m set ${raiseRevision}, state = 'scheduled', due_at = t.due_at, hold_reason = t.reason
    from unnest(${texts.map((text) => text.id)}::uuid[], ${texts.map((text) => text.dueAt)}::timestamptz[],
                ${texts.map((text) => text.reason)}::text[]) t(id, due_at, reason)
    where m.org_id = ${tx.orgId} and m.id = t.id`.execute(tx.db)
}

/** Writes a member's changes to a waiting message. */
export async function saveLater(
  tx: Tx,
  text: Pick<Later, 'id' | 'body' | 'translation' | 'dueAt' | 'reason' | 'wantedAt' | 'zone' | 'cancelIfReply'> & {
    encoding: string
    segments: number
  },
): Promise<void> {
  await sql`
    update message set ${raiseRevision}, body = ${text.body}, encoding = ${text.encoding}, segments = ${text.segments}, due_at = ${text.dueAt},
      hold_reason = ${text.reason}, wanted_at = ${text.wantedAt}, due_zone = ${text.zone}, cancel_if_reply = ${text.cancelIfReply},
      translation = ${text.translation ? JSON.stringify(text.translation) : null}::jsonb
    where org_id = ${tx.orgId} and id = ${text.id}`.execute(tx.db)
}

/** The contact of a message that waited, at the time of sending. */
export interface SendingStatus {
  phone: string | null
  timezone: string | null
  obstacle: Obstacle | null
}

/** Returns the current status of the contacts of these messages. */
export async function sendingStatusesOf(
  db: Db,
  texts: Pick<Waiting, 'contactId'>[],
): Promise<Map<string, SendingStatus>> {
  const result = await sql<SendingStatus & { id: string }>`
    select id, phone, timezone, case when work in ('blocked', 'terminated') then work when archived_at is not null then 'contact_archived' when phone is null then 'no_mobile'
      when phone_state <> 'ok' then phone_state end as obstacle
    from contact where id = any(${texts.map((text) => text.contactId)}::uuid[])`.execute(db)
  return new Map(result.rows.map(({ id, ...status }) => [id, status]))
}

/**
 * Makes chunks due that hold no text with a time and are due in more than a day: they were queued when the clock was
 * ahead. For use after a clock that was set back is confirmed.
 */
export async function releaseMisdated(database: Database, now: Date): Promise<void> {
  const isMisdated = sql`due_at > ${new Date(now.getTime() + 86_400_000)} and ${isTimeless}`
  const system = database.asSystem('texts queued when the clock was ahead are found in every organization')
  const { rows } = await sql<Row<'outgoing_chunk', 'org_id'>>`
    select distinct org_id from outgoing_chunk c where ${isMisdated}`.execute(system)
  for (const { org_id: orgId } of rows)
    await sql`update outgoing_chunk c set due_at = ${now} where org_id = ${orgId} and ${isMisdated}`.execute(
      database.ofOrg(orgId),
    )
}
