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

/** What one demo organization's team did with its conversations. */
interface Work {
  conversations: DemoConversation[]
  senders: Sender[]
  nowMs: number
}

/** Gives some of the latest conversations to teammates, and lets two of them sleep. */
export function shareOut(chance: Chance, { conversations, senders, nowMs }: Work): void {
  const latest = latestOf(conversations)
  for (const one of latest) if (chance.happens(0.3)) one.assigneeId = chance.one(senders).personId
  const sleeping = latest.filter((one) => one.unread === 0 && one.assigneeId).slice(3, 5)
  for (const [nth, one] of sleeping.entries()) one.snoozedUntil = nowMs + (nth * 24 + 16) * HOUR
}

/** Writes tags and notes among the latest conversations. */
export async function writeTeamwork(db: Db, orgId: string, chance: Chance, work: Work): Promise<void> {
  const latest = { ...work, conversations: latestOf(work.conversations) }
  await writeTags(db, orgId, chance, latest)
  await writeNotes(db, orgId, chance, latest)
}

function latestOf(conversations: DemoConversation[]): DemoConversation[] {
  return conversations
    .filter((one) => !one.archived && one.messages.length > 0)
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
    .map((one): Row => ({
      org_id: orgId,
      contact_id: one.contact.id,
      tag_id: chance.one(tags).id,
      last_at: instant(lastOf(one)),
    }))
  await insertRows(
    db,
    'conversation_tag',
    { org_id: 'uuid', contact_id: 'uuid', tag_id: 'uuid', last_at: 'timestamptz' },
    rows,
  )
}

async function writeNotes(db: Db, orgId: string, chance: Chance, work: Work): Promise<void> {
  const noted = work.conversations.filter((one) => one.unread === 0 && lastOf(one) < work.nowMs - HOUR)
  const rows = noted.slice(0, NOTES.length).map((one, nth): Row => {
    const at = lastOf(one) + 10 * MINUTE
    const spokenTo = (NOTES[nth] ?? '').includes('{name}') ? work.senders[0] : undefined
    const name = spokenTo ? `${spokenTo.firstname} ${spokenTo.lastname}` : ''
    return {
      ...{ org_id: orgId, id: idAt(at), contact_id: one.contact.id, direction: 'within', kind: 'note' },
      ...{
        body: (NOTES[nth] ?? '').replace('{name}', name),
        encoding: 'GSM-7',
        segments: 0,
        phone_from: '',
        phone_to: '',
      },
      ...{ sender_id: chance.one(work.senders.filter((one) => one !== spokenTo)).personId, state: 'noted' },
      at: instant(at),
    }
  })
  const columns = {
    ...{ org_id: 'uuid', id: 'uuid', contact_id: 'uuid', direction: 'text', kind: 'text', body: 'text' },
    ...{ encoding: 'text', segments: 'smallint', phone_from: 'text', phone_to: 'text', sender_id: 'uuid' },
    ...{ state: 'text', at: 'timestamptz' },
  }
  await insertRows(db, 'message', columns, rows)
  const spokenTo = work.senders[0]
  const spoken = rows.filter((row) => String(row['body']).startsWith('@')).map((row) => String(row['id']))
  await sql`
    update ${tableNamed('message')} set mentions = array[${spokenTo?.personId}]::uuid[]
    where org_id = ${orgId} and id = any(${spoken}::uuid[])`.execute(db)
}
