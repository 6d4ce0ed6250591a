import type { Message } from '@crewline/contract/messages'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { sortIdOf } from '../conversations/index.ts'
import { readMessages } from '../messages/index.ts'

/** The messages of a conversation between two positions. */
export interface TranscriptQuery {
  orgId: string
  contactId: string
  /** The first position. */
  from: string
  /** The position after the last one. */
  until: string
  /** Whether to include internal notes. */
  includeNotes: boolean
}

/** Returns the number of these messages, counted up to `most`. */
export async function countOf(db: Db, query: TranscriptQuery, most: number): Promise<number> {
  const result = await sql<{ n: number }>`
    select count(*)::int as n from (select from message m where ${matches(query, query.from)} limit ${most}) t`.execute(
    db,
  )
  return result.rows[0]?.n ?? 0
}

/** Returns one page of these messages, oldest first, from a position on. */
export async function pageOf(
  db: Db,
  query: TranscriptQuery,
  { from, size }: { from: string; size: number },
): Promise<Message[]> {
  return readMessages(db, { rest: sql`where ${matches(query, from)} order by ${sortIdOf('m')} limit ${size}` })
}

function matches({ orgId, contactId, until, includeNotes }: TranscriptQuery, from: string) {
  return sql`m.org_id = ${orgId} and m.contact_id = ${contactId} and ${sortIdOf('m')} >= ${from} and ${sortIdOf('m')} < ${until} and m.id < ${until}
    and (${includeNotes} or m.direction <> 'internal')`
}
