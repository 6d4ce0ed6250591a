import type { MessageStatus } from '@crewline/contract/events'
import type { Message, MessageState } from '@crewline/contract/messages'
import { reasonFor } from '@crewline/contract/reasons'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { sortIdOf } from '../conversations/index.ts'
import { mediaItem, type StoredFile } from '../files/index.ts'
import { voicemailSummary } from './voicemail-head.ts'
import type { StoredVoicemail } from './voicemail-rules.ts'

/** A message as SQL returns it, with its sender's name. */
export interface MessageRow {
  id: string
  sort_key: string
  org_id: string
  /** When it was read. Links to its files are created for this moment. */
  read_at: Date
  contact_id: string
  direction: Message['direction']
  kind: Message['kind']
  body: string
  state: MessageState
  revision: number
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
  media: StoredFile[] | null
  translation: Message['translation']
  reactions: Message['reactions'] | null
  due_at: Date | null
  hold_reason: Message['holdReason']
  due_zone: string | null
  cancel_if_reply: boolean
  mentions: string[] | null
  event: Message['event']
  voicemail: StoredVoicemail | null
  possible_opt_out: boolean
  batch_id: string | null
  at: Date
}

/** The columns of MessageRow, for queries over `message m` left join `user_account p on p.id = m.sender_id`. */
export const messageColumns = sql`m.id, ${sortIdOf('m')} as sort_key, m.org_id, now() as read_at, m.contact_id, m.direction, m.kind, m.body, m.state, m.revision, m.encoding, m.segments, m.phone_from, m.phone_to,
  m.sender_id, p.firstname as sender_firstname, p.lastname as sender_lastname, m.error_code, m.client_message_id, m.resend_of,
  m.media, m.translation, m.reactions, m.due_at, m.hold_reason, m.due_zone, m.cancel_if_reply, m.mentions, m.event, m.voicemail, m.possible_opt_out, m.batch_id,
  coalesce(m.went_at, m.at) as at`

const TROUBLED = new Set<MessageState>(['undelivered', 'failed', 'suppressed', 'expired', 'quarantined', 'unknown'])

function reasonText(state: MessageState, code: string | null): string | null {
  return TROUBLED.has(state) ? reasonFor(code ?? (state === 'unknown' ? 'outcome_unknown' : null)).text.message : null
}

/** Converts a row to the message that browsers get. */
export function messageFrom(row: MessageRow): Message {
  return {
    id: row.id,
    sortKey: row.sort_key,
    contactId: row.contact_id,
    direction: row.direction,
    kind: row.kind,
    body: row.body,
    state: row.state,
    revision: row.revision,
    encoding: row.encoding,
    segments: row.segments,
    from: row.phone_from,
    to: row.phone_to,
    sender:
      row.sender_id === null
        ? null
        : { userId: row.sender_id, firstname: row.sender_firstname ?? '', lastname: row.sender_lastname ?? '' },
    errorCode: row.error_code,
    reason: reasonText(row.state, row.error_code),
    clientMessageId: row.client_message_id,
    resendOf: row.resend_of,
    media: (row.media ?? []).map((file) => mediaItem(row.org_id, file, row.read_at.getTime())),
    translation: row.translation,
    reactions: row.reactions ?? [],
    dueAt: row.due_at?.toISOString() ?? null,
    holdReason: row.hold_reason,
    dueZone: row.due_zone,
    cancelIfReply: row.cancel_if_reply,
    mentions: row.mentions ?? [],
    event: row.event,
    voicemail: row.voicemail && voicemailSummary(row.org_id, row.voicemail, row.read_at.getTime()),
    batchId: row.batch_id,
    possibleOptOut: row.possible_opt_out,
    at: row.at.toISOString(),
  }
}

/**
 * Reads messages `m` as browsers get them: those that the rest of the statement chooses, in its order. Another source
 * than the table must have all of its columns.
 */
export async function readMessages(
  db: Db,
  { from = sql`message m`, rest }: { from?: RawBuilder<unknown>; rest: RawBuilder<unknown> },
): Promise<Message[]> {
  const result = await sql<MessageRow>`
    select ${messageColumns} from ${from} left join user_account p on p.id = m.sender_id ${rest}`.execute(db)
  return result.rows.map(messageFrom)
}

/** Returns these messages, oldest first, leaving out unknown ids. */
export function messagesByIds(db: Db, ids: string[]): Promise<Message[]> {
  return readMessages(db, { rest: sql`where m.id = any(${ids}::uuid[]) order by m.id` })
}

/** Returns the current states of these messages without their content, leaving out unknown ids. */
export async function messageStatusesByIds(db: Db, ids: string[]): Promise<MessageStatus['items']> {
  const result = await sql<Row<'message', 'id' | 'contact_id' | 'error_code' | 'revision'> & { state: MessageState }>`
    select id, contact_id, state, revision, error_code from message where id = any(${ids}::uuid[]) order by id`.execute(
    db,
  )
  return result.rows.map(({ id, contact_id, state, revision, error_code }) => ({
    messageId: id,
    contactId: contact_id,
    state,
    revision,
    errorCode: error_code,
    reason: reasonText(state, error_code),
  }))
}
