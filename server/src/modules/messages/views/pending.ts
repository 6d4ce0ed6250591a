import { statesBefore, type MessageState } from '@crewline/contract/message-states'
import type { TextAge, WaitReason } from '@crewline/contract/restored'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** A text that no carrier is known to have. */
export interface PendingText {
  id: string
  contactId: string
  lineId: string
  kind: string
  state: MessageState
  reason: WaitReason
  /** The numbers it goes to: that of the row and, for a text that waits for its time, the contact's current one. */
  to: string
  phone: string | null
  body: string
  files: number
  /** The files are sent as links at the end of the text. */
  hasLinks: boolean
  at: Date
  dueAt: Date | null
}

/** The states in which a person can still stop a text. */
const STOPPABLE = statesBefore('cancel')

/** A text in the queue waits for nothing; its hold reason says why it waited before. */
const reason = sql`case when m.state = 'queued' then 'ready' else coalesce(m.hold_reason, 'ready') end`

const columns = sql`m.id, m.contact_id as "contactId", m.line_id as "lineId", m.kind, m.state, m.phone_to as to, c.phone, m.body,
  coalesce(jsonb_array_length(m.media), 0)::int as files, m.media_as_link as "hasLinks", m.at, m.due_at as "dueAt", ${reason} as reason`

const queuedIds = sql`select distinct unnest(message_ids) as id from outgoing_chunk`

/**
 * Returns the texts of one line that are in the queue, and those of `unclear` whose outcome is unknown, in the order in
 * which they were written.
 */
export async function ofLine(db: Db, lineId: string, unclear: string[]): Promise<PendingText[]> {
  const result = await sql<PendingText>`
    select ${columns} from (${queuedIds} where line_id = ${lineId} union select unnest(${unclear}::uuid[])) q
    join message m on m.id = q.id join contact c on c.org_id = m.org_id and c.id = m.contact_id
    where m.direction = 'out' and m.line_id = ${lineId} and m.state = any(${statesBefore('receipt submitted')})
    order by m.id`.execute(db)
  return result.rows
}

const isListed = sql`m.direction = 'out' and m.kind <> 'auto_reply' and m.state = any(${STOPPABLE})`

/** Returns a page of the texts that would go out and can still be stopped, automatic replies left out. */
export async function stoppablePage(
  db: Db,
  { after, most }: { after: string | undefined; most: number },
): Promise<PendingText[]> {
  const result = await sql<PendingText>`
    select ${columns} from (${queuedIds}) q join message m on m.id = q.id join contact c on c.org_id = m.org_id and c.id = m.contact_id
    where ${isListed} ${after ? sql`and m.id > ${after}::uuid` : sql``} order by m.id limit ${most}`.execute(db)
  return result.rows
}

/** Counts the texts of `stoppablePage` by reason and by age. */
export async function countStoppable(
  db: Db,
  now: Date,
): Promise<{ reason: WaitReason; age: TextAge; count: number }[]> {
  const since = (interval: string) => sql`m.at > ${now}::timestamptz - ${interval}::interval`
  const result = await sql<{ reason: WaitReason; age: TextAge; count: number }>`
    select reason, age, count(*)::int as count from (
      select ${reason} as reason, case when ${since('1 hour')} then 'hour' when ${since('1 day')} then 'day'
        when ${since('7 days')} then 'week' else 'older' end as age
      from (${queuedIds}) q join message m on m.id = q.id where ${isListed}) counted group by 1, 2`.execute(db)
  return result.rows
}

/** Returns every text that can still be stopped, by id, with its kind. */
export async function stoppableIds(db: Db): Promise<{ id: string; kind: string }[]> {
  const result = await sql<Row<'message', 'id' | 'kind'>>`
    select m.id, m.kind from (${queuedIds}) q join message m on m.id = q.id
    where m.direction = 'out' and m.state = any(${STOPPABLE}) order by m.id`.execute(db)
  return result.rows
}

/** Returns which of these ids of a carrier belong to messages of these contacts. */
export async function knownAtCarrier(db: Db, contactIds: string[], carrierIds: string[]): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select x.id from unnest(${contactIds}::uuid[]) asked(contact_id) cross join lateral (
      select unnest(m.earlier_carrier_ids || m.carrier_id) as id from message m where m.contact_id = asked.contact_id offset 0) x
    where x.id = any(${carrierIds}::text[])`.execute(db)
  return new Set(result.rows.map((row) => row.id))
}
