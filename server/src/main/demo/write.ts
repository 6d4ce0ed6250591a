import { ROLES_BY_PERMISSION } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { previewOf } from '../../modules/conversations/index.ts'
import { voicemailText } from '../../modules/messages/voicemail-rules.ts'
import type { DemoConversation } from './casting.ts'
import type { DemoGroup } from './groups.ts'
import { textIdOf, type DemoMessage } from './history.ts'
import { insertRows, instant, maybeInstant, type Row } from './rows.ts'

/** Writes groups with their members; each member has the time of the last message in its conversation. */
export async function writeGroups(
  db: Db,
  orgId: string,
  groups: DemoGroup[],
  lastAt: Map<string, number>,
): Promise<void> {
  const rows = groups.map((group): Row => ({
    org_id: orgId,
    id: group.id,
    name: group.name,
    contact_count: group.contactIds.length,
    created_at: instant(group.createdAt),
  }))
  await insertRows(
    db,
    'contact_group',
    { org_id: 'uuid', id: 'uuid', name: 'text', contact_count: 'int', created_at: 'timestamptz' },
    rows,
  )
  const members = groups.flatMap((group) =>
    group.contactIds.map((contactId): Row => ({
      org_id: orgId,
      group_id: group.id,
      contact_id: contactId,
      last_at: maybeInstant(lastAt.get(contactId) ?? null),
    })),
  )
  await insertRows(
    db,
    'group_member',
    { org_id: 'uuid', group_id: 'uuid', contact_id: 'uuid', last_at: 'timestamptz' },
    members,
  )
}

/** Returns the text that lists show for a message: the translation of an inbound message, if any. */
function getPreviewText({ direction, body, extras }: DemoMessage): string {
  return (direction === 'in' && extras?.translation?.text) || body
}

/** Writes conversations, their messages, and the consent status of each number. */
export async function writeConversations(db: Db, orgId: string, conversations: DemoConversation[]): Promise<void> {
  const columns = {
    org_id: 'uuid',
    contact_id: 'uuid',
    archived: 'boolean',
    waiting_since: 'timestamptz',
    assignee_id: 'uuid',
    snoozed_until: 'timestamptz',
    snoozed_by: 'uuid',
    line_id: 'uuid',
    last_message_id: 'uuid',
    last_direction: 'text',
    last_preview: 'text',
    last_kind: 'text',
    unheard_voicemails: 'int',
    failed: 'boolean',
    last_at: 'timestamptz',
  }
  const rows = conversations.flatMap((conversation): Row[] => {
    const last = conversation.messages.at(-1)
    if (!last) return []
    return [
      {
        org_id: orgId,
        contact_id: conversation.contact.id,
        archived: conversation.archived,
        waiting_since: maybeInstant(unreadOf(conversation)[0]?.at ?? null),
        assignee_id: conversation.assigneeId ?? null,
        snoozed_until: maybeInstant(conversation.snoozedUntil ?? null),
        snoozed_by: conversation.snoozedUntil ? (conversation.assigneeId ?? null) : null,
        line_id: conversation.lineId,
        last_message_id: last.id,
        last_direction: last.direction,
        last_preview: last.extras?.voicemail
          ? voicemailText(last.extras.voicemail.durationSec)
          : previewOf(getPreviewText(last)),
        last_kind: last.kind,
        unheard_voicemails: conversation.messages.filter(({ extras }) => extras?.voicemail && !extras.voicemail.heard)
          .length,
        failed: hasFailed(conversation),
        last_at: instant(last.at),
      },
    ]
  })
  await insertRows(db, 'conversation', columns, rows)
  await writeUnread(db, orgId, conversations)
  const messages = conversations.flatMap((conversation) => conversation.messages)
  await writeMessages(db, orgId, messages)
  await writeCarrierEvents(db, orgId, messages)
}

/** Final states of an outbound message that failed. */
const FAILED = new Set(['undelivered', 'failed', 'expired', 'quarantined'])

function hasFailed({ messages }: DemoConversation): boolean {
  const lastOut = messages.findLast((message) => message.direction === 'out')
  return lastOut !== undefined && FAILED.has(lastOut.state)
}

function unreadOf(conversation: DemoConversation): DemoMessage[] {
  return conversation.unread > 0 ? conversation.messages.slice(-conversation.unread) : []
}

/** Marks the latest inbound messages as unread for every member. */
async function writeUnread(db: Db, orgId: string, conversations: DemoConversation[]): Promise<void> {
  const readers = await sql<{ id: string }>`
    select user_id as id from member where org_id = ${orgId} and role = any(${[...ROLES_BY_PERMISSION['inbox.read']]}::text[])`.execute(
    db,
  )
  const waiting = conversations.filter((conversation) => conversation.unread > 0)
  const rows = readers.rows.flatMap((reader) =>
    waiting.map((conversation): Row => ({
      org_id: orgId,
      user_id: reader.id,
      contact_id: conversation.contact.id,
      count: conversation.unread,
      since_id: unreadOf(conversation)[0]?.id ?? null,
      last_at: maybeInstant(conversation.messages.at(-1)?.at ?? null),
    })),
  )
  const columns = {
    org_id: 'uuid',
    user_id: 'uuid',
    contact_id: 'uuid',
    count: 'int',
    since_id: 'uuid',
    last_at: 'timestamptz',
  }
  await insertRows(db, 'unread', columns, rows)
}

/**
 * Writes the carrier's webhooks for inbound messages: the backfill finds the same messages on the phones and must
 * recognize them.
 */
export async function writeCarrierEvents(db: Db, orgId: string, messages: DemoMessage[]): Promise<void> {
  const rows = messages
    .filter((message) => message.direction === 'in' && message.kind === 'text')
    .map((message): Row => ({
      org_id: orgId,
      line_id: message.lineId,
      event_key: `${textIdOf(message)}|in`,
      kind: 'incoming',
      at: instant(message.at),
    }))
  const columns = { org_id: 'uuid', line_id: 'uuid', event_key: 'text', kind: 'text', at: 'timestamptz' }
  await insertRows(db, 'carrier_event', columns, rows)
}

/** Writes messages as they are, with their outcomes. */
export async function writeMessages(db: Db, orgId: string, messages: DemoMessage[]): Promise<void> {
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    contact_id: 'uuid',
    direction: 'text',
    kind: 'text',
    body: 'text',
    encoding: 'text',
    segments: 'smallint',
    line_id: 'uuid',
    phone_from: 'text',
    phone_to: 'text',
    sender_id: 'uuid',
    state: 'text',
    attempts: 'smallint',
    submit_started_at: 'timestamptz',
    carrier_id: 'text',
    error_code: 'text',
    resend_of: 'uuid',
    at: 'timestamptz',
    settled_at: 'timestamptz',
    translation: 'jsonb',
    reactions: 'jsonb',
    voicemail: 'jsonb',
    possible_opt_out: 'boolean',
    batch_id: 'uuid',
    answers_flow: 'boolean',
  }
  const rows = messages.map((message): Row => ({
    org_id: orgId,
    id: message.id,
    contact_id: message.contactId,
    direction: message.direction,
    kind: message.kind,
    body: message.body,
    encoding: message.encoding,
    segments: message.segments,
    line_id: message.lineId,
    phone_from: message.from,
    phone_to: message.to,
    sender_id: message.senderId,
    state: message.state,
    attempts: message.attempts,
    submit_started_at: maybeInstant(message.submittedAt),
    carrier_id: message.carrierId,
    error_code: message.errorCode,
    resend_of: message.resendOf,
    at: instant(message.at),
    settled_at: maybeInstant(message.settledAt),
    translation: jsonOf(message.extras?.translation),
    reactions: jsonOf(message.extras?.reactions),
    voicemail: jsonOf(message.extras?.voicemail),
    possible_opt_out: message.extras?.possibleOptOut ?? false,
    batch_id: message.batchId ?? null,
    answers_flow: message.answersFlow ?? false,
  }))
  await insertRows(db, 'message', columns, rows)
}

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
