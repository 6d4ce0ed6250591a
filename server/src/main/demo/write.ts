import { HOLDERS } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { previewOf } from '../../modules/messages/rules.ts'
import { voicemailWords } from '../../modules/messages/voicemail-rules.ts'
import type { DemoConversation } from './casting.ts'
import type { DemoGroup } from './groups.ts'
import { textIdOf, type DemoMessage } from './history.ts'
import { insertRows, instant, maybeInstant, type Row } from './rows.ts'

/** Writes groups with their members; each member carries the time of its conversation's last text. */
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

/** What lists show of a message: a worker's words as the team reads them. */
function heardWords({ direction, body, beside }: DemoMessage): string {
  return (direction === 'in' && beside?.translation?.text) || body
}

/** Writes conversations, their messages, and what stands about texting each number. */
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
  const rows = conversations.flatMap((one): Row[] => {
    const last = one.messages.at(-1)
    if (!last) return []
    return [
      {
        org_id: orgId,
        contact_id: one.contact.id,
        archived: one.archived,
        waiting_since: maybeInstant(unreadOf(one)[0]?.at ?? null),
        assignee_id: one.assigneeId ?? null,
        snoozed_until: maybeInstant(one.snoozedUntil ?? null),
        snoozed_by: one.snoozedUntil ? (one.assigneeId ?? null) : null,
        line_id: one.lineId,
        last_message_id: last.id,
        last_direction: last.direction,
        last_preview: last.beside?.voicemail
          ? voicemailWords(last.beside.voicemail.durationSec)
          : previewOf(heardWords(last)),
        last_kind: last.kind,
        unheard_voicemails: one.messages.filter(({ beside }) => beside?.voicemail && !beside.voicemail.heard).length,
        failed: hasFailed(one),
        last_at: instant(last.at),
      },
    ]
  })
  await insertRows(db, 'conversation', columns, rows)
  await writeUnread(db, orgId, conversations)
  const messages = conversations.flatMap((one) => one.messages)
  await writeMessages(db, orgId, messages)
  await writeHeard(db, orgId, messages)
}

/** States in which a text of ours ended badly. */
const FAILED = new Set(['undelivered', 'failed', 'expired', 'quarantined'])

function hasFailed({ messages }: DemoConversation): boolean {
  const lastOut = messages.findLast((message) => message.direction === 'out')
  return lastOut !== undefined && FAILED.has(lastOut.state)
}

function unreadOf(conversation: DemoConversation): DemoMessage[] {
  return conversation.unread > 0 ? conversation.messages.slice(-conversation.unread) : []
}

/** Nobody of the team has read what the workers wrote last. */
async function writeUnread(db: Db, orgId: string, conversations: DemoConversation[]): Promise<void> {
  const readers = await sql<{ id: string }>`
    select person_id as id from member where org_id = ${orgId} and role = any(${[...HOLDERS['inbox.read']]}::text[])`.execute(
    db,
  )
  const waiting = conversations.filter((one) => one.unread > 0)
  const rows = readers.rows.flatMap((reader) =>
    waiting.map((one): Row => ({
      org_id: orgId,
      person_id: reader.id,
      contact_id: one.contact.id,
      count: one.unread,
      since_id: unreadOf(one)[0]?.id ?? null,
      last_at: maybeInstant(one.messages.at(-1)?.at ?? null),
    })),
  )
  const columns = {
    ...{ org_id: 'uuid', person_id: 'uuid', contact_id: 'uuid', count: 'int', since_id: 'uuid' },
    last_at: 'timestamptz',
  }
  await insertRows(db, 'unread', columns, rows)
}

/** What the carrier told of workers' texts: the sweep finds the same ones on their phones and must know them. */
async function writeHeard(db: Db, orgId: string, messages: DemoMessage[]): Promise<void> {
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

async function writeMessages(db: Db, orgId: string, messages: DemoMessage[]): Promise<void> {
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
    translation: jsonOf(message.beside?.translation),
    reactions: jsonOf(message.beside?.reactions),
    voicemail: jsonOf(message.beside?.voicemail),
    possible_opt_out: message.beside?.possibleOptOut ?? false,
  }))
  await insertRows(db, 'message', columns, rows)
}

function jsonOf(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
