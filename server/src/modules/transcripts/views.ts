import type { Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { messageColumns, messageFrom, placeOf, type MessageRow } from '../messages/index.ts'

/** Which messages of a conversation, between two places of it. */
export interface Wanted {
  orgId: string
  contactId: string
  /** The first place. */
  from: string
  /** Before this place. */
  until: string
  /** Whether what only the team sees comes along. */
  includeNotes: boolean
}

/** How many there are, counted up to `most`. */
export async function countOf(db: Db, wanted: Wanted, most: number): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from (select from message m where ${matches(wanted, wanted.from)} limit ${most}) t`.execute(
    db,
  )
  return found.rows[0]?.n ?? 0
}

/** One page of them, oldest first, from this place on. */
export async function pageOf(
  db: Db,
  wanted: Wanted,
  { from, size }: { from: string; size: number },
): Promise<Message[]> {
  const found = await sql<MessageRow>`
    select ${messageColumns} from message m left join person p on p.id = m.sender_id
    where ${matches(wanted, from)} order by ${placeOf('m')} limit ${size}`.execute(db)
  return found.rows.map(messageFrom)
}

function matches({ orgId, contactId, until, includeNotes }: Wanted, from: string) {
  return sql`m.org_id = ${orgId} and m.contact_id = ${contactId} and ${placeOf('m')} >= ${from} and ${placeOf('m')} < ${until} and m.id < ${until}
    and (${includeNotes} or m.direction <> 'within')`
}
