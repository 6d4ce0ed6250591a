import type { Conversation } from '@crewline/contract/inbox'
import type { MessageState } from '@crewline/contract/messages'
import type { Tag } from '@crewline/contract/tags'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { summaryColumns, summaryFrom, summariesOf, type SummaryRow } from '../../contacts/index.ts'
import { conversationTags, sortIdOf, previewOf, unreadMessages, unreadSince } from '../../conversations/index.ts'

/** A conversation row as queried for one member. */
export interface Row extends SummaryRow {
  archived: boolean
  unread: [count: number, at: string] | null
  muted: boolean
  draft: string | null
  last_message_id: string | null
  last_direction: 'in' | 'out' | null
  last_preview: string
  /** The state of the last message and its sort key in the thread. */
  last_message_state: [state: MessageState, sortKey: string, revision: number] | null
  last_kind: string
  last_at: Date
  assignee_id: string | null
  assignee_firstname: string | null
  assignee_lastname: string | null
  waiting_since: Date | null
  snoozed_until: Date | null
  next_due_at: Date | null
  unheard_voicemails: number
  failed: boolean
  reply_batch_id: string | null
  tags: Tag[] | null
}

/** The reading user and the country that formats phone numbers; only members have an inbox. */
export interface Reader {
  db: Db
  country: string
  userId: string
}

/** Makes the member of a scope a reader of the inbox. */
export function readerOf(scope: Scope): Reader {
  return { db: scope.db, country: scope.org.country, userId: userIdOf(scope) }
}

/** Returns the user id of the actor; fails with `not_permitted` for the product itself, which has no inbox. */
export function userIdOf({ actor }: Pick<Scope, 'actor'>): string {
  return actor.kind === 'member' ? actor.userId : fail('not_permitted')
}

// Columns outside the conversation row are looked up by key, row by row, so that a receipt never writes to the
// conversation and a page costs only its rows. With a join, the planner could read every message of a small
// organization instead.
const lastMessageState = sql`(select jsonb_build_array(m.state, ${sortIdOf('m')}, m.revision) from message m where m.org_id = v.org_id and m.id = v.last_message_id)`

/** Builds the columns of Row for one member, over `conversation v` with `joined`. */
export function columnsFor(userId: string): RawBuilder<unknown> {
  return sql`${summaryColumns}, v.archived, v.last_message_id, v.last_direction, v.last_preview, v.last_kind, ${lastMessageState} as last_message_state, v.last_at,
    v.assignee_id, a.firstname as assignee_firstname, a.lastname as assignee_lastname, v.waiting_since, v.snoozed_until, v.next_due_at,
    v.unheard_voicemails, v.failed, v.reply_batch_id, ${conversationTags} as tags,
    (select jsonb_build_array(${unreadMessages}, ${unreadSince}) from unread u where u.org_id = v.org_id and u.user_id = ${userId} and u.contact_id = v.contact_id) as unread,
    exists (select from conversation_mute q where q.org_id = v.org_id and q.user_id = ${userId} and q.contact_id = v.contact_id) as muted,
    (select left(d.body, 400) from draft d where d.org_id = v.org_id and d.user_id = ${userId} and d.contact_id = v.contact_id) as draft`
}

/** The joins that the columns of Row need besides `conversation v`. */
export const joined = sql`join contact c on c.org_id = v.org_id and c.id = v.contact_id
  left join consent k on k.org_id = c.org_id and k.phone = c.phone
  left join user_account a on a.id = v.assignee_id`

/** Converts a row to a conversation as sent to browsers. */
export function conversationFrom(row: Row, country: string): Conversation {
  return {
    id: row.contact_id,
    contact: summaryFrom(row, country),
    archived: row.archived,
    unreadCount: row.unread?.[0] ?? 0,
    unreadAt: row.unread ? new Date(row.unread[1]).toISOString() : null,
    muted: row.muted,
    draft: row.draft ? previewOf(row.draft) : null,
    shared: {
      assignee:
        row.assignee_id === null
          ? null
          : {
              userId: row.assignee_id,
              firstname: row.assignee_firstname ?? '',
              lastname: row.assignee_lastname ?? '',
            },
      waitingSince: row.waiting_since?.toISOString() ?? null,
      snoozedUntil: row.snoozed_until?.toISOString() ?? null,
      tags: row.tags ?? [],
      nextScheduledAt: row.next_due_at?.toISOString() ?? null,
      unheardVoicemails: row.unheard_voicemails,
      failed: row.failed,
      repliesTo: row.reply_batch_id,
    },
    lastMessage:
      row.last_message_id && row.last_direction && row.last_message_state
        ? {
            id: row.last_message_id,
            sortKey: row.last_message_state[1],
            preview: row.last_preview,
            direction: row.last_direction,
            kind: row.last_kind,
            state: row.last_message_state[0],
            revision: row.last_message_state[2],
            at: row.last_at.toISOString(),
          }
        : null,
    lastAt: row.last_at.toISOString(),
  }
}

/** Returns one conversation, or fails with `not_found`. */
export async function conversationById(reader: Reader, contactId: string): Promise<Conversation> {
  return (await findConversation(reader, contactId)) ?? fail('not_found')
}

/** Returns one conversation; undefined when there are no messages yet. */
export async function findConversation(
  { db, country, userId }: Reader,
  contactId: string,
): Promise<Conversation | undefined> {
  const result =
    await sql<Row>`select ${columnsFor(userId)} from conversation v ${joined} where v.contact_id = ${contactId}`.execute(
      db,
    )
  return result.rows[0] && conversationFrom(result.rows[0], country)
}

/** Returns an empty conversation for a contact without messages, or fails with `not_found`. */
export async function emptyConversation({ db, country, userId }: Reader, contactId: string): Promise<Conversation> {
  const [contact] = await summariesOf(db, country, [contactId])
  if (!contact) return fail('not_found')
  const draft = await sql<{ body: string }>`
    select left(body, 400) as body from draft where user_id = ${userId} and contact_id = ${contactId}`.execute(db)
  return {
    id: contactId,
    contact,
    archived: false,
    unreadCount: 0,
    unreadAt: null,
    muted: false,
    draft: draft.rows[0]?.body ? previewOf(draft.rows[0].body) : null,
    shared: {
      assignee: null,
      waitingSince: null,
      snoozedUntil: null,
      tags: [],
      nextScheduledAt: null,
      unheardVoicemails: 0,
      failed: false,
      repliesTo: null,
    },
    lastMessage: null,
    lastAt: new Date(0).toISOString(),
  }
}
