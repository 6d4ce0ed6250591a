import type { ConversationUpdated } from '@crewline/contract/events'
import type { Tag } from '@crewline/contract/tags'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'

/** Returns the time of the last message to or from each of these contacts. */
async function lastMessagesOf(db: Db, contactIds: string[]): Promise<Map<string, Date>> {
  const result = await sql<Row<'conversation', 'contact_id' | 'last_at'>>`
    select contact_id, last_at from conversation where contact_id = any(${contactIds}::uuid[]) and last_message_id is not null`.execute(
    db,
  )
  return new Map(result.rows.map((row) => [row.contact_id, row.last_at]))
}

/** Builds the condition for contact `c` who could be texted and neither agreed in a recorded way nor ever wrote. */
const lacksConsent = () => sql<SqlBool>`(c.archived_at is null and c.work <> 'terminated'
  and c.phone is not null and c.phone_state = 'ok' and c.suspect_since is null
  and not exists (select from consent_event e where e.org_id = c.org_id and e.phone = c.phone and e.action in ('opt_in', 'attest'))
  and not exists (select from consent o where o.org_id = c.org_id and o.phone = c.phone and o.opted_out)
  and not exists (select from conversation v where v.org_id = c.org_id and v.contact_id = c.id and v.arrivals > 0))`

/** What the conversations of contacts say about their messages. */
export const messagesOfContacts = { lastTimes: lastMessagesOf, lacksConsent }

/** The tags of conversation `v` as JSON, by name; null when it has none. */
export const conversationTags = sql`(
  select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name))
  from conversation_tag t join tag g on g.org_id = t.org_id and g.id = t.tag_id where t.org_id = v.org_id and t.contact_id = v.contact_id)`

interface SharedRow {
  tags: Tag[] | null
  contact_id: string
  archived: boolean
  assignee_id: string | null
  firstname: string | null
  lastname: string | null
  waiting_since: Date | null
  snoozed_until: Date | null
  next_due_at: Date | null
  unheard_voicemails: number
  failed: boolean
  reply_batch_id: string | null
}

/** Returns the shared state of these conversations. */
export async function conversationStates(db: Db, contactIds: string[]): Promise<ConversationUpdated[]> {
  const result = await sql<SharedRow>`
    select v.contact_id, v.archived, v.assignee_id, p.firstname, p.lastname, v.waiting_since, v.snoozed_until, v.next_due_at,
      v.unheard_voicemails, v.failed, v.reply_batch_id, ${conversationTags} as tags
    from conversation v left join user_account p on p.id = v.assignee_id where v.contact_id = any(${contactIds}::uuid[])`.execute(
    db,
  )
  return result.rows.map((row) => ({
    contactId: row.contact_id,
    archived: row.archived,
    shared: {
      assignee: row.assignee_id
        ? { userId: row.assignee_id, firstname: row.firstname ?? '', lastname: row.lastname ?? '' }
        : null,
      waitingSince: row.waiting_since?.toISOString() ?? null,
      snoozedUntil: row.snoozed_until?.toISOString() ?? null,
      tags: row.tags ?? [],
      nextScheduledAt: row.next_due_at?.toISOString() ?? null,
      unheardVoicemails: row.unheard_voicemails,
      failed: row.failed,
      repliesTo: row.reply_batch_id,
    },
  }))
}
