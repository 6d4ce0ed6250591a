import type { QueryOf } from '@crewline/contract/endpoint'
import type { Conversation, conversation as conversationEndpoint, conversations } from '@crewline/contract/inbox'
import type { MessageState } from '@crewline/contract/messages'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { folded, headColumns, headFrom, headsOf, literally, type HeadRow } from '../contacts/index.ts'
import { messageColumns, messageFrom, type MessageRow } from '../messages/index.ts'
import { groupsSeen } from '../team/index.ts'

interface Row extends HeadRow {
  archived: boolean
  unread_count: number
  last_message_id: string | null
  last_direction: 'in' | 'out' | null
  last_preview: string
  last_state: MessageState | null
  last_at: Date
}

// The state of the last message is looked up by key, row by row, so that a receipt never writes to the head. A join would
// let the planner read every message of a small organization instead.
const lastState = sql`(select m.state from message m where m.org_id = v.org_id and m.id = v.last_message_id)`

const columns = sql`${headColumns}, v.archived, v.unread_count, v.last_message_id, v.last_direction, v.last_preview, ${lastState} as last_state, v.last_at`

const joined = sql`join contact c on c.org_id = v.org_id and c.id = v.contact_id
  left join consent k on k.org_id = c.org_id and k.phone = c.phone`

type Query = QueryOf<typeof conversations>

/** Most groups one list walks; see the contract. */
const GROUPS_AT_ONCE = 50
/** In this group is nobody. */
const NO_GROUP = '00000000-0000-0000-0000-000000000000'

/**
 * The query of a member of some groups, as one for exactly these groups: the database shows no other conversations, and
 * walking the groups' own rows costs a page where looking for them in everybody's costs the organization.
 */
export async function inGroupsSeen(scope: Scope, query: Query): Promise<Query> {
  if (!scope.isNarrow || query.id || (query.groupIds ?? []).length > 0) return query
  const groupIds = await groupsSeen(scope)
  if (groupIds.length > GROUPS_AT_ONCE) return query
  return { ...query, groupIds: groupIds.length > 0 ? groupIds : [NO_GROUP] }
}

/** Beyond this the badge says 99+ anyway. */
const UNREAD_UP_TO = 100

/** One page of the conversation list, latest first. Every filter is one index range; see docs/performance.md. */
export async function conversationPage(db: Db, country: string, query: Query) {
  const after = query.cursor ? readTimeCursor(query.cursor) : undefined
  const offset = after ? 0 : (query.page - 1) * query.pageSize
  const groupIds = query.groupIds ?? []
  const heads = groupIds.length > 0 ? headsOfGroups(query, groupIds, after, offset) : headsOfAll(query, after, offset)
  const [page, unread] = await Promise.all([
    sql<Row>`select ${columns} from (${heads}) v ${joined} order by v.last_at desc, v.contact_id desc`.execute(db),
    sql<{ total: number }>`
      select count(*)::int as total from (select from conversation where unread_count > 0 limit ${UNREAD_UP_TO}) counted`.execute(
      db,
    ),
  ])
  const rows = page.rows.slice(0, query.pageSize)
  const last = page.rows.length > query.pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => conversationFrom(row, country)),
    page: query.page,
    pageSize: query.pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.last_at.toISOString(), id: last.contact_id }) } : {}),
    unreadTotal: unread.rows[0]?.total ?? 0,
  }
}

function headsOfAll(query: Query, after: { at: Date; id: string } | undefined, offset: number): RawBuilder<unknown> {
  const parts = [
    statusOf(query.status),
    ...(after ? [sql`(v.last_at, v.contact_id) < (${after.at}, ${after.id}::uuid)`] : []),
  ]
  if (query.id) parts.push(sql`v.contact_id = ${query.id}`)
  if (query.search) parts.push(matches(query.search))
  return sql`select v.* from conversation v where ${sql.join(parts, sql` and `)}
    order by v.last_at desc, v.contact_id desc limit ${query.pageSize + 1} offset ${offset}`
}

/**
 * Walks each group's own time-ordered rows and merges them: the cost is the page's, not the organization's. Measured with
 * EXISTS instead: 250 times a key look-up at a million conversations.
 */
function headsOfGroups(
  query: Query,
  groupIds: string[],
  after: { at: Date; id: string } | undefined,
  offset: number,
): RawBuilder<unknown> {
  const most = query.pageSize + 1 + offset
  const from = after ? sql`and (g.last_at, g.contact_id) < (${after.at}, ${after.id}::uuid)` : sql``
  const extra = sql`${query.search ? sql`and ${matches(query.search)}` : sql``} ${query.id ? sql`and v.contact_id = ${query.id}` : sql``}`
  const perGroup = groupIds.map(
    (
      groupId,
    ) => sql`(select v.* from group_member g join conversation v on v.org_id = g.org_id and v.contact_id = g.contact_id
      where g.group_id = ${groupId} and g.last_at is not null ${from} and ${statusOf(query.status)} ${extra}
      order by g.last_at desc, g.contact_id desc limit ${most})`,
  )
  return sql`select distinct on (v.last_at, v.contact_id) v.* from (${sql.join(perGroup, sql` union all `)}) v
    order by v.last_at desc, v.contact_id desc limit ${query.pageSize + 1} offset ${offset}`
}

function statusOf(status: Query['status']): RawBuilder<unknown> {
  if (status === 'open') return sql`not v.archived`
  if (status === 'archived') return sql`v.archived`
  if (status === 'unread') return sql`v.unread_count > 0`
  return sql`true`
}

function matches(search: string): RawBuilder<unknown> {
  const words = folded(search).split(/\s+/).slice(0, 8)
  const names = sql.join(
    words.map((word) => sql`c.sort_name like ${`%${literally(word)}%`}`),
    sql` and `,
  )
  const digits = phoneDigits(search)
  const hit = digits ? sql`(c.phone like ${`%${digits}%`} or (${names}))` : sql`(${names})`
  return sql`exists (select from contact c where c.org_id = v.org_id and c.id = v.contact_id and ${hit})`
}

/** One conversation, or `not_found`. */
export async function conversationById(db: Db, country: string, contactId: string): Promise<Conversation> {
  return (await findConversation(db, country, contactId)) ?? fail('not_found')
}

async function findConversation(db: Db, country: string, contactId: string): Promise<Conversation | undefined> {
  const found =
    await sql<Row>`select ${columns} from conversation v ${joined} where v.contact_id = ${contactId}`.execute(db)
  return found.rows[0] && conversationFrom(found.rows[0], country)
}

/** One page of a thread in time order. A contact nobody wrote with yet has an empty one. */
export async function thread(
  db: Db,
  country: string,
  contactId: string,
  { before, limit }: QueryOf<typeof conversationEndpoint>,
) {
  const [known, page] = await Promise.all([
    findConversation(db, country, contactId),
    sql<MessageRow>`
      select ${messageColumns} from message m left join person p on p.id = m.sender_id
      where m.contact_id = ${contactId} ${before ? sql`and m.id < ${before}::uuid` : sql``} order by m.id desc limit ${limit + 1}`.execute(
      db,
    ),
  ])
  const conversation = known ?? (await emptyConversation(db, country, contactId))
  return {
    messages: page.rows.slice(0, limit).reverse().map(messageFrom),
    conversation,
    hasMore: page.rows.length > limit,
  }
}

async function emptyConversation(db: Db, country: string, contactId: string): Promise<Conversation> {
  const [contact] = await headsOf(db, country, [contactId])
  if (!contact) return fail('not_found')
  return {
    id: contactId,
    contact,
    archived: false,
    unreadCount: 0,
    lastMessage: null,
    lastAt: new Date(0).toISOString(),
  }
}

function conversationFrom(row: Row, country: string): Conversation {
  return {
    id: row.contact_id,
    contact: headFrom(row, country),
    archived: row.archived,
    unreadCount: row.unread_count,
    lastMessage:
      row.last_message_id && row.last_direction && row.last_state
        ? {
            id: row.last_message_id,
            preview: row.last_preview,
            direction: row.last_direction,
            state: row.last_state,
            at: row.last_at.toISOString(),
          }
        : null,
    lastAt: row.last_at.toISOString(),
  }
}
