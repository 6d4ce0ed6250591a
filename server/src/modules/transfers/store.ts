import type { ConsentEvent } from '@crewline/contract/consent'
import type { Arrival, Transfer } from '@crewline/contract/transfers'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import { isKept } from '../legal-holds/index.ts'

/** A transfer in the organization that the contact leaves. */
export interface StoredTransfer {
  id: string
  contactId: string
  toId: string
  state: Transfer['state']
  withMessages: boolean
  at: Date
  doneAt: Date | null
  becameId: string | null
  heirs: string[]
}

const columns = sql`id, contact_id as "contactId", to_org_id as "toId", state, with_messages as "withMessages", at, done_at as "doneAt",
  became_id as "becameId", heir_ids as heirs`

/** Locks a transfer out of this organization until the transaction ends. */
export async function lockTransfer(tx: Tx, id: string): Promise<StoredTransfer | undefined> {
  const found = await sql<StoredTransfer>`
    select ${columns} from contact_transfer where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return found.rows[0]
}

/** Returns the contact of a transfer out of this organization or of an arrival here, without locking either. */
export async function contactsOfTransfer(tx: Tx, id: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select contact_id as id from contact_transfer where org_id = ${tx.orgId} and id = ${id}
    union all
    select contact_id from contact_arrival where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
  return found.rows.map((row) => row.id)
}

/** Returns the newest transfer of a contact that was not ended, locked. */
export async function lockLatestOf(tx: Tx, contactId: string): Promise<StoredTransfer | undefined> {
  const found = await sql<StoredTransfer>`
    select ${columns} from contact_transfer where org_id = ${tx.orgId} and contact_id = ${contactId} and state in ('offered', 'done')
    order by at desc, id desc limit 1 for update`.execute(tx.db)
  return found.rows[0]
}

export interface NewTransfer {
  id: string
  contactId: string
  to: { id: string; name: string }
  withMessages: boolean
  userId: string
}

/** Stores an offer. */
export async function addTransfer(tx: Tx, { id, contactId, to, withMessages, userId }: NewTransfer): Promise<void> {
  await sql`
    insert into contact_transfer (org_id, id, contact_id, to_org_id, to_name, state, with_messages, by_user, at)
    values (${tx.orgId}, ${id}, ${contactId}, ${to.id}, ${to.name}, 'offered', ${withMessages}, ${userId}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Whether an offer to an organization was made since a moment, whatever became of it. */
export async function hasOfferedSince(tx: Tx, toId: string, since: Date): Promise<boolean> {
  const found = await sql`
    select from contact_transfer
    where org_id = ${tx.orgId} and to_org_id = ${toId} and at > ${since} and (done_at is null or done_at > at) limit 1`.execute(
    tx.db,
  )
  return found.rows.length > 0
}

/** Marks a transfer as done. */
export async function saveDone(
  tx: Tx,
  id: string,
  { becameId, heirs }: { becameId: string; heirs: string[] },
): Promise<void> {
  await sql`
    update contact_transfer set state = 'done', done_at = ${tx.world.now()}, became_id = ${becameId}, heir_ids = ${heirs}::uuid[]
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Ends a transfer. */
export async function saveEnded(tx: Tx, id: string, state: 'declined' | 'withdrawn' | 'undone'): Promise<void> {
  await sql`
    update contact_transfer set state = ${state}, ended_at = ${tx.world.now()} where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Returns the contact that had left to where this person comes from now, and is the same person. */
export async function departedAs(
  tx: Tx,
  { toId, becameId }: { toId: string; becameId: string },
): Promise<string | null> {
  const found = await sql<{ id: string }>`
    select contact_id as id from contact_transfer
    where org_id = ${tx.orgId} and to_org_id = ${toId} and became_id = ${becameId} and state = 'done'
    order by done_at desc limit 1`.execute(tx.db)
  return found.rows[0]?.id ?? null
}

/** A text to copy, oldest first. */
export interface CopiedText {
  at: string
  direction: 'in' | 'out'
  sender: string
  state: string
  body: string
  translation: string
  files: string[]
}

export interface NewArrival {
  id: string
  contactId: string
  from: { id: string; name: string }
  how: Arrival['how']
  by: string
  consent: ConsentEvent[]
  texts: CopiedText[]
}

/** Stores an arrival with the consent and the texts that came along. */
export async function addArrival(tx: Tx, arrival: NewArrival): Promise<void> {
  const { id, contactId, from, how, by, consent, texts } = arrival
  const entries = consent.map(({ action, method, wording, by: person, at, hash }) => ({
    action,
    method,
    wording,
    by: person,
    at,
    hash,
  }))
  await sql`
    insert into contact_arrival (org_id, id, contact_id, from_org_id, from_name, how, by_name, at, consent)
    values (${tx.orgId}, ${id}, ${contactId}, ${from.id}, ${from.name}, ${how}, ${by}, ${tx.world.now()}, ${JSON.stringify(entries)}::jsonb)`.execute(
    tx.db,
  )
  if (texts.length === 0) return
  await sql`
    insert into contact_arrival_text (org_id, arrival_id, nth, at, direction, sender, state, body, translation, files)
    select ${tx.orgId}::uuid, ${id}::uuid, n, x.at, x.direction, x.sender, x.state, x.body, x.translation,
      array(select jsonb_array_elements_text(x.files))
    from rows from (jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as (at timestamptz, direction text, sender text, state text, body text, translation text, files jsonb))
      with ordinality x(at, direction, sender, state, body, translation, files, n)`.execute(tx.db)
}

/** An arrival as its row stands. */
export interface StoredArrival {
  id: string
  contactId: string
  fromId: string
  how: Arrival['how']
  at: Date
  undoneAt: Date | null
}

/** Locks an arrival of this organization until the transaction ends. */
export async function lockArrival(tx: Tx, id: string): Promise<StoredArrival | undefined> {
  const found = await sql<StoredArrival>`
    select id, contact_id as "contactId", from_org_id as "fromId", how, at, undone_at as "undoneAt"
    from contact_arrival where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return found.rows[0]
}

/** Marks an arrival as undone, and deletes what had come along. */
export async function saveSentBack(tx: Tx, id: string): Promise<void> {
  await deleteTextsOf(tx, [id])
  await sql`
    update contact_arrival set undone_at = ${tx.world.now()}, consent = '[]' where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

async function deleteTextsOf(tx: Tx, arrivalIds: string[]): Promise<void> {
  await sql`delete from contact_arrival_text where org_id = ${tx.orgId} and arrival_id = any(${arrivalIds}::uuid[])`.execute(
    tx.db,
  )
}

/** Deletes the arrivals of erased contacts, and what their transfers out say about where they are. */
export async function eraseTransfers(tx: Tx, contactIds: string[]): Promise<void> {
  const arrivals = await sql<{ id: string }>`
    select id from contact_arrival where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
    tx.db,
  )
  const ids = arrivals.rows.map((row) => row.id)
  await deleteTextsOf(tx, ids)
  await sql`delete from contact_arrival where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db)
  await sql`
    update contact_transfer set became_id = null, heir_ids = '{}',
      state = case when state = 'offered' then 'withdrawn' else state end
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Moves arrivals from one contact to another. Returns their ids. */
export async function moveArrivals(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  const moved = await sql<{ id: string }>`
    update contact_arrival set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId} returning id`.execute(
    tx.db,
  )
  return moved.rows.map((row) => row.id)
}

/** Moves these arrivals back to their contact. */
export async function moveArrivalsBack(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  ids: string[],
): Promise<void> {
  await sql`
    update contact_arrival set contact_id = ${fromId}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and contact_id = ${toId}`.execute(tx.db)
}

/** Lets transfers in a family wait for each other, so that two at once can neither double a person nor block each other. */
export async function lockFamily(tx: Tx, { rootId }: { rootId: string }): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transfer|${rootId}`}, 0))`.execute(tx.db)
}

/** Lists the organizations that keep messages for a period only and have texts that came along with people. */
export async function organizationsWithOldTexts(system: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select s.org_id as id from retention_setting s where s.class = 'messages'
      and exists (select from contact_arrival_text x where x.org_id = s.org_id) order by s.org_id`.execute(system)
  return found.rows.map(({ id }) => id)
}

/** Deletes the texts of an organization that are older than its period for messages, except on hold. Returns how many. */
export async function deleteArrivedTexts(tx: Tx): Promise<number> {
  const now = tx.world.now()
  const gone = await sql`
    delete from contact_arrival_text x using contact_arrival a, retention_setting s
    where x.org_id = ${tx.orgId} and a.org_id = x.org_id and a.id = x.arrival_id and s.org_id = x.org_id and s.class = 'messages'
      and x.at < ${now}::timestamptz
        - make_interval(months => case when s.applies_at <= ${now} then s.months else s.previous_months end)
      and not ${isKept(sql`x.org_id`, sql`a.contact_id`, sql`x.at`)}
    returning x.nth`.execute(tx.db)
  return gone.rows.length
}
