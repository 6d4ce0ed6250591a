import type { Db } from '../../kernel/db/pool.ts'
import { previewOf } from '../../modules/messages/rules.ts'
import { sortName } from '../../modules/contacts/index.ts'
import type { DemoConversation } from './casting.ts'
import type { DemoGroup } from './groups.ts'
import type { DemoMessage } from './history.ts'
import type { DemoContact } from './people.ts'
import { insertRows, instant, maybeInstant, type Row } from './rows.ts'

/** Writes workers. */
export async function writeContacts(db: Db, orgId: string, contacts: DemoContact[]): Promise<void> {
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    firstname: 'text',
    lastname: 'text',
    sort_name: 'text',
    phone: 'text',
    phone_kind: 'text',
    phone_state: 'text',
    language: 'text',
    job_title: 'text',
    location: 'text',
    source: 'text',
    archived_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  }
  const rows = contacts.map((contact): Row => ({
    org_id: orgId,
    id: contact.id,
    firstname: contact.firstname,
    lastname: contact.lastname,
    sort_name: sortName(contact.firstname, contact.lastname),
    phone: contact.phone,
    phone_kind: contact.phoneKind,
    phone_state: contact.phoneState,
    language: contact.language,
    job_title: contact.jobTitle,
    location: contact.location,
    source: contact.source,
    archived_at: maybeInstant(contact.archivedAt),
    created_at: instant(contact.createdAt),
    updated_at: instant(contact.archivedAt ?? contact.createdAt),
  }))
  await insertRows(db, 'contact', columns, rows)
}

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

/** Writes conversations, their messages, and what stands about texting each number. */
export async function writeConversations(db: Db, orgId: string, conversations: DemoConversation[]): Promise<void> {
  const columns = {
    org_id: 'uuid',
    contact_id: 'uuid',
    archived: 'boolean',
    unread_count: 'int',
    line_id: 'uuid',
    last_message_id: 'uuid',
    last_direction: 'text',
    last_preview: 'text',
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
        unread_count: one.unread,
        line_id: one.lineId,
        last_message_id: last.id,
        last_direction: last.direction,
        last_preview: previewOf(last.body),
        last_at: instant(last.at),
      },
    ]
  })
  await insertRows(db, 'conversation', columns, rows)
  await writeMessages(
    db,
    orgId,
    conversations.flatMap((one) => one.messages),
  )
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
  }))
  await insertRows(db, 'message', columns, rows)
}
