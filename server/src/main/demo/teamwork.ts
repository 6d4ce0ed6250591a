import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Chance } from './chance.ts'
import type { DemoConversation } from './casting.ts'
import type { Sender } from './history.ts'
import { HOUR, idAt, MINUTE } from './moments.ts'
import { insertRows, instant, type Row, tableNamed } from './rows.ts'

const TAGS = [
  { name: 'Payroll', color: 'green' },
  { name: 'Schedule', color: 'blue' },
  { name: 'Time off', color: 'violet' },
  { name: 'Urgent', color: 'red' },
  { name: 'Follow up', color: 'yellow' },
] as const

const NOTES = [
  'Called the supervisor. The swap is fine with her.',
  'Payroll looks into it and comes back by Friday.',
  '@{name} can you ask about the form? It is needed before the next shift.',
]

/** The team activity of one demo organization. */
interface Work {
  conversations: DemoConversation[]
  senders: Sender[]
  nowMs: number
}

/** Assigns some of the latest conversations to teammates and snoozes two of them. */
export function shareOut(chance: Chance, { conversations, senders, nowMs }: Work): void {
  const latest = latestOf(conversations)
  for (const conversation of latest) if (chance.happens(0.3)) conversation.assigneeId = chance.pick(senders).userId
  const sleeping = latest.filter((conversation) => conversation.unread === 0 && conversation.assigneeId).slice(3, 5)
  for (const [nth, conversation] of sleeping.entries()) conversation.snoozedUntil = nowMs + (nth * 24 + 16) * HOUR
}

/** Writes tags and notes for the latest conversations. */
export async function writeTeamwork(db: Db, orgId: string, chance: Chance, work: Work): Promise<void> {
  const latest = { ...work, conversations: latestOf(work.conversations) }
  await writeTags(db, orgId, chance, latest)
  await writeNotes(db, orgId, chance, latest)
}

function latestOf(conversations: DemoConversation[]): DemoConversation[] {
  return conversations
    .filter((conversation) => !conversation.archived && conversation.messages.length > 0)
    .sort((a, b) => lastOf(b) - lastOf(a))
    .slice(0, 60)
}

function lastOf(conversation: DemoConversation): number {
  return conversation.messages.at(-1)?.at ?? 0
}

async function writeTags(db: Db, orgId: string, chance: Chance, { conversations, nowMs }: Work): Promise<void> {
  const tags = TAGS.map((tag) => ({ ...tag, id: idAt(nowMs - 200 * 24 * HOUR) }))
  await insertRows(
    db,
    'tag',
    { org_id: 'uuid', id: 'uuid', name: 'text', color: 'text', created_at: 'timestamptz' },
    tags.map((tag): Row => ({ org_id: orgId, ...tag, created_at: instant(nowMs - 200 * 24 * HOUR) })),
  )
  const rows = conversations
    .filter(() => chance.happens(0.4))
    .map((conversation): Row => ({
      org_id: orgId,
      contact_id: conversation.contact.id,
      tag_id: chance.pick(tags).id,
      last_at: instant(lastOf(conversation)),
    }))
  await insertRows(
    db,
    'conversation_tag',
    { org_id: 'uuid', contact_id: 'uuid', tag_id: 'uuid', last_at: 'timestamptz' },
    rows,
  )
}

async function writeNotes(db: Db, orgId: string, chance: Chance, work: Work): Promise<void> {
  const notable = work.conversations.filter(
    (conversation) => conversation.unread === 0 && lastOf(conversation) < work.nowMs - HOUR,
  )
  const rows = notable.slice(0, NOTES.length).map((conversation, nth): Row => {
    const at = lastOf(conversation) + 10 * MINUTE
    const mentionedSender = (NOTES[nth] ?? '').includes('{name}') ? work.senders[0] : undefined
    const name = mentionedSender ? `${mentionedSender.firstname} ${mentionedSender.lastname}` : ''
    return {
      org_id: orgId,
      id: idAt(at),
      contact_id: conversation.contact.id,
      direction: 'internal',
      kind: 'note',
      body: (NOTES[nth] ?? '').replace('{name}', name),
      encoding: 'GSM-7',
      segments: 0,
      phone_from: '',
      phone_to: '',
      sender_id: chance.pick(work.senders.filter((sender) => sender !== mentionedSender)).userId,
      state: 'noted',
      at: instant(at),
    }
  })
  const columns = {
    org_id: 'uuid',
    id: 'uuid',
    contact_id: 'uuid',
    direction: 'text',
    kind: 'text',
    body: 'text',
    encoding: 'text',
    segments: 'smallint',
    phone_from: 'text',
    phone_to: 'text',
    sender_id: 'uuid',
    state: 'text',
    at: 'timestamptz',
  }
  await insertRows(db, 'message', columns, rows)
  const mentioned = work.senders[0]
  const mentioningIds = rows.filter((row) => String(row['body']).startsWith('@')).map((row) => String(row['id']))
  await sql`
    update ${tableNamed('message')} set mentions = array[${mentioned?.userId}]::uuid[]
    where org_id = ${orgId} and id = any(${mentioningIds}::uuid[])`.execute(db)
}
