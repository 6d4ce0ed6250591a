import type { ConversationUpdated } from '@crewline/contract/events'
import type { Message, MessageState } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'

/** A message as SQL answers it, with its sender's name. */
export interface MessageRow {
  id: string
  contact_id: string
  direction: 'in' | 'out'
  kind: Message['kind']
  body: string
  state: MessageState
  encoding: Message['encoding']
  segments: number
  phone_from: string
  phone_to: string
  sender_id: string | null
  sender_firstname: string | null
  sender_lastname: string | null
  error_code: string | null
  client_message_id: string | null
  resend_of: string | null
  at: Date
}

/** The columns of MessageRow, for queries over `message m` left join `person p on p.id = m.sender_id`. */
export const messageColumns = sql`m.id, m.contact_id, m.direction, m.kind, m.body, m.state, m.encoding, m.segments, m.phone_from, m.phone_to,
  m.sender_id, p.firstname as sender_firstname, p.lastname as sender_lastname, m.error_code, m.client_message_id, m.resend_of, m.at`

const TROUBLED = new Set<MessageState>(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined', 'unknown'])

/** A message as browsers see it. */
export function messageFrom(row: MessageRow): Message {
  return {
    id: row.id,
    contactId: row.contact_id,
    direction: row.direction,
    kind: row.kind,
    body: row.body,
    state: row.state,
    encoding: row.encoding,
    segments: row.segments,
    from: row.phone_from,
    to: row.phone_to,
    sender:
      row.sender_id === null
        ? null
        : { userId: row.sender_id, firstname: row.sender_firstname ?? '', lastname: row.sender_lastname ?? '' },
    errorCode: row.error_code,
    reason: TROUBLED.has(row.state)
      ? reasonFor(row.error_code ?? (row.state === 'unknown' ? 'outcome_unknown' : null)).words
      : null,
    clientMessageId: row.client_message_id,
    resendOf: row.resend_of,
    at: row.at.toISOString(),
  }
}

/** These messages, oldest first; unknown ids are left out. */
export async function messagesByIds(db: Db, ids: string[]): Promise<Message[]> {
  const found = await sql<MessageRow>`
    select ${messageColumns} from message m left join person p on p.id = m.sender_id
    where m.id = any(${ids}::uuid[]) order by m.id`.execute(db)
  return found.rows.map(messageFrom)
}

/** When the last message to or from each of these workers was. */
export async function lastMessagesOf(db: Db, contactIds: string[]): Promise<Map<string, Date>> {
  const found = await sql<{ contact_id: string; last_at: Date }>`
    select contact_id, last_at from conversation where contact_id = any(${contactIds}::uuid[]) and last_message_id is not null`.execute(
    db,
  )
  return new Map(found.rows.map((row) => [row.contact_id, row.last_at]))
}

/** Whether these conversations are archived and how much of them is unread. */
export async function conversationStates(db: Db, contactIds: string[]): Promise<ConversationUpdated[]> {
  const found = await sql<ConversationUpdated>`
    select contact_id as "contactId", archived, unread_count as "unreadCount" from conversation where contact_id = any(${contactIds}::uuid[])`.execute(
    db,
  )
  return found.rows
}
