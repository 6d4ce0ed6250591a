import { sql } from 'kysely'
import { idFloor } from '../../src/modules/search/index.ts'
import type { TestContact } from './cast.ts'
import type { TestApp } from './test-app.ts'

const DAY_MS = 86_400_000

/** Returns a moment so many days ago. */
export function daysAgo(t: TestApp, days: number): Date {
  return new Date(t.process.kernel.world.now().getTime() - days * DAY_MS)
}

/** Returns an id as it would have been made at a moment. */
export function idOf(t: TestApp, at: Date): string {
  return idFloor(at.getTime()).slice(0, 14) + t.process.kernel.world.id().slice(14)
}

/** Stores a text that came in at a moment, as receiving it would have: unread, and as the summary if it is the newest. */
export async function addOldText(
  t: TestApp,
  contact: TestContact,
  { at, body = 'Old words', state = 'received' }: { at: Date; body?: string; state?: string },
): Promise<string> {
  const { acme, process } = t
  const db = process.kernel.database.ofOrg(acme.id)
  const id = idOf(t, at)
  const [direction, from, to] =
    state === 'received' ? ['in', contact.phone, acme.line.phone] : ['out', acme.line.phone, contact.phone]
  await sql`
    insert into message (org_id, id, contact_id, direction, body, encoding, segments, line_id, phone_from, phone_to, state, at, settled_at)
    values (${acme.id}, ${id}, ${contact.id}, ${direction}, ${body}, 'gsm7', 1, ${acme.line.id}, ${from}, ${to}, ${state}, ${at}, ${at})`.execute(
    db,
  )
  const arrived = direction === 'in' ? 1 : 0
  await sql`
    insert into conversation (org_id, contact_id, line_id, last_message_id, last_position, last_direction, last_preview, last_at, arrivals, arrived_at)
    values (${acme.id}, ${contact.id}, ${acme.line.id}, ${id}, ${id}, ${direction}, ${body}, ${at}, ${arrived}, ${at})
    on conflict (org_id, contact_id) do update set arrivals = conversation.arrivals + excluded.arrivals,
      last_message_id = case when excluded.last_at > conversation.last_at then excluded.last_message_id else conversation.last_message_id end,
      last_position = case when excluded.last_at > conversation.last_at then excluded.last_position else conversation.last_position end,
      last_direction = case when excluded.last_at > conversation.last_at then excluded.last_direction else conversation.last_direction end,
      last_preview = case when excluded.last_at > conversation.last_at then excluded.last_preview else conversation.last_preview end,
      last_at = greatest(conversation.last_at, excluded.last_at)`.execute(db)
  if (arrived)
    await sql`
      insert into unread (org_id, user_id, contact_id, count, since_id, last_at, arrivals)
      select org_id, ${acme.ann.id}, contact_id, 1, ${id}, ${at}, arrivals from conversation where contact_id = ${contact.id}
      on conflict do nothing`.execute(db)
  return id
}
