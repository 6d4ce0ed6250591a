import type { QueryOf } from '@crewline/contract/endpoint'
import type { conversation as conversationEndpoint } from '@crewline/contract/inbox'
import type { Message } from '@crewline/contract/messages'
import { sql, type RawBuilder } from 'kysely'
import { sortIdOf } from '../../conversations/index.ts'
import { readMessages } from '../../messages/index.ts'
import { emptyConversation, findConversation, type Reader } from './rows.ts'
import type { CamelRow } from '../../../kernel/db/row.ts'

type Query = QueryOf<typeof conversationEndpoint>

/** Returns one page of a thread in time order. A contact without messages has an empty thread. */
export async function thread(reader: Reader, contactId: string, query: Query) {
  const [existing, page, firstUnreadId, drafts] = await Promise.all([
    findConversation(reader, contactId),
    pageOf(reader, contactId, query),
    firstUnreadOf(reader, contactId),
    draftsOf(reader, contactId),
  ])
  return {
    ...page,
    conversation: existing ?? (await emptyConversation(reader, contactId)),
    firstUnreadId,
    drafts,
  }
}

async function pageOf(reader: Reader, contactId: string, { before: until, after, around, limit }: Query) {
  const read = (where: RawBuilder<unknown>, most: number, isNewestFirst: boolean) =>
    messagesOf(reader, contactId, { where, most, isNewestFirst })
  // An id that is not a message of this thread is used as a sort key.
  const at = (id: string) =>
    sql`(select coalesce((select case when k.contact_id = ${contactId} then ${sortIdOf('k')} end from message k where k.id = ${id}::uuid), ${id}::uuid))`
  // Rows before a sort key also have smaller ids: partitions of later months are skipped.
  const before = (id: string) => sql`and ${sortIdOf('m')} < ${at(id)} and m.id < ${at(id)}`
  const from = (id: string) => sql`and ${sortIdOf('m')} >= ${at(id)}`
  if (around) {
    const half = Math.floor(limit / 2)
    const [older, newer] = await Promise.all([
      read(before(around), half + 1, true),
      read(from(around), limit - half + 1, false),
    ])
    return {
      messages: [...older.slice(0, half).reverse(), ...newer.slice(0, limit - half)],
      hasMore: older.length > half,
      hasNewer: newer.length > limit - half,
    }
  }
  if (after) {
    const [newer, older] = await Promise.all([
      read(sql`and ${sortIdOf('m')} > ${at(after)}`, limit + 1, false),
      read(sql`and ${sortIdOf('m')} <= ${at(after)} and m.id <= ${at(after)}`, 1, true),
    ])
    return {
      messages: newer.slice(0, limit),
      hasMore: older.length > 0,
      hasNewer: newer.length > limit,
    }
  }
  const [older, newer] = await Promise.all([
    read(until ? before(until) : sql``, limit + 1, true),
    until ? read(from(until), 1, false) : [],
  ])
  return {
    messages: older.slice(0, limit).reverse(),
    hasMore: older.length > limit,
    hasNewer: newer.length > 0,
  }
}

async function messagesOf(
  { db }: Reader,
  contactId: string,
  { where, most, isNewestFirst }: { where: RawBuilder<unknown>; most: number; isNewestFirst: boolean },
): Promise<Message[]> {
  const order = isNewestFirst ? sql`desc` : sql`asc`
  return readMessages(db, {
    rest: sql`where m.contact_id = ${contactId} ${where} order by ${sortIdOf('m')} ${order} limit ${most}`,
  })
}

/**
 * Returns the first message a member has not read; in a conversation only marked unread, the first that arrived since.
 */
async function firstUnreadOf({ db, userId }: Reader, contactId: string): Promise<string | null> {
  const result = await sql<{ since_id: string | null }>`
    select case when u.since_id is not null then u.since_id when v.arrivals > u.arrivals then (
      select m.id from message m where m.org_id = v.org_id and m.contact_id = v.contact_id and m.direction = 'in'
      order by ${sortIdOf('m')} desc limit 1 offset v.arrivals - u.arrivals - 1) end as since_id
    from unread u left join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id
    where u.user_id = ${userId} and u.contact_id = ${contactId}`.execute(db)
  return result.rows[0]?.since_id ?? null
}

/** Returns the drafts of teammates for this contact. */
async function draftsOf({ db, userId }: Reader, contactId: string) {
  const result = await sql<CamelRow<'draft', 'user_id' | 'body'> & { name: string; at: Date }>`
    select d.user_id as "userId", trim(p.firstname || ' ' || p.lastname) as name, d.body, d.written_at as at
    from draft d join user_account p on p.id = d.user_id
      join member b on b.org_id = d.org_id and b.user_id = d.user_id and b.status = 'active'
    where d.contact_id = ${contactId} and d.user_id <> ${userId} and d.body <> '' order by d.written_at desc`.execute(
    db,
  )
  return result.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
