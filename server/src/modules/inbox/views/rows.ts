import type { Conversation } from '@crewline/contract/inbox'
import type { MessageState } from '@crewline/contract/messages'
import type { Tag } from '@crewline/contract/tags'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { headColumns, headFrom, headsOf, type HeadRow } from '../../contacts/index.ts'
import { conversationTags, placeOf, previewOf, unreadMessages, unreadSince } from '../../messages/index.ts'

/** A conversation as SQL answers it to one member. */
export interface Row extends HeadRow {
  archived: boolean
  unread: [count: number, at: string] | null
  muted: boolean
  draft: string | null
  last_message_id: string | null
  last_direction: 'in' | 'out' | null
  last_preview: string
  /** Where the last message stands: how far it is, and its place in the thread. */
  last_stands: [state: MessageState, sortKey: string] | null
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
  tags: Tag[] | null
}

/** Who asks, and how numbers are written for them; only members have an inbox. */
export interface Reader {
  db: Db
  country: string
  personId: string
}

/** The member of this scope as a reader of the inbox. */
export function readerOf(scope: Scope): Reader {
  return { db: scope.db, country: scope.org.country, personId: personOf(scope) }
}

/** Who acts; the product itself has no inbox. */
export function personOf({ actor }: Pick<Scope, 'actor'>): string {
  return actor.kind === 'member' ? actor.personId : fail('not_permitted')
}

// Everything beside the head is looked up by key, row by row, so that a receipt never writes to the head and a page costs
// its rows. A join would let the planner read every message of a small organization instead.
const lastStands = sql`(select jsonb_build_array(m.state, ${placeOf('m')}) from message m where m.org_id = v.org_id and m.id = v.last_message_id)`

/** The columns of Row for one member, over `conversation v` with `joined`. */
export function columnsFor(personId: string): RawBuilder<unknown> {
  return sql`${headColumns}, v.archived, v.last_message_id, v.last_direction, v.last_preview, v.last_kind, ${lastStands} as last_stands, v.last_at,
    v.assignee_id, a.firstname as assignee_firstname, a.lastname as assignee_lastname, v.waiting_since, v.snoozed_until, v.next_due_at,
    v.unheard_voicemails, v.failed, ${conversationTags} as tags,
    (select jsonb_build_array(${unreadMessages}, ${unreadSince}) from unread u where u.org_id = v.org_id and u.person_id = ${personId} and u.contact_id = v.contact_id) as unread,
    exists (select from conversation_mute q where q.org_id = v.org_id and q.person_id = ${personId} and q.contact_id = v.contact_id) as muted,
    (select left(d.body, 400) from draft d where d.org_id = v.org_id and d.person_id = ${personId} and d.contact_id = v.contact_id) as draft`
}

/** What the columns of Row need beside `conversation v`. */
export const joined = sql`join contact c on c.org_id = v.org_id and c.id = v.contact_id
  left join consent k on k.org_id = c.org_id and k.phone = c.phone
  left join person a on a.id = v.assignee_id`

/** A conversation as browsers see it. */
export function conversationFrom(row: Row, country: string): Conversation {
  return {
    id: row.contact_id,
    contact: headFrom(row, country),
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
    },
    lastMessage:
      row.last_message_id && row.last_direction && row.last_stands
        ? {
            id: row.last_message_id,
            sortKey: row.last_stands[1],
            preview: row.last_preview,
            direction: row.last_direction,
            kind: row.last_kind,
            state: row.last_stands[0],
            at: row.last_at.toISOString(),
          }
        : null,
    lastAt: row.last_at.toISOString(),
  }
}

/** One conversation, or `not_found`. */
export async function conversationById(reader: Reader, contactId: string): Promise<Conversation> {
  return (await findConversation(reader, contactId)) ?? fail('not_found')
}

/** One conversation; undefined where nobody wrote yet. */
export async function findConversation(
  { db, country, personId }: Reader,
  contactId: string,
): Promise<Conversation | undefined> {
  const found =
    await sql<Row>`select ${columnsFor(personId)} from conversation v ${joined} where v.contact_id = ${contactId}`.execute(
      db,
    )
  return found.rows[0] && conversationFrom(found.rows[0], country)
}

/** The conversation of a contact nobody wrote with yet, or `not_found`. */
export async function emptyConversation({ db, country, personId }: Reader, contactId: string): Promise<Conversation> {
  const [contact] = await headsOf(db, country, [contactId])
  if (!contact) return fail('not_found')
  const draft = await sql<{ body: string }>`
    select left(body, 400) as body from draft where person_id = ${personId} and contact_id = ${contactId}`.execute(db)
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
    },
    lastMessage: null,
    lastAt: new Date(0).toISOString(),
  }
}
