import type { InboxStatus } from '@crewline/contract/inbox'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder } from 'kysely'
import { folded, literally } from '../../contacts/index.ts'

/** What narrows a list of conversations; lists, counts and acts on everything that matches read it alike. */
export interface Filter {
  status: InboxStatus
  search: string
  groupIds?: string[] | undefined
  tagIds?: string[] | undefined
  assigneeId?: string | undefined
}

/** Nothing archived, nothing that sleeps. */
const isAwake = sql`not v.archived and v.snoozed_until is null`

/** Whether a conversation `v` belongs to a view of one member. Each view has an index with exactly this condition. */
export function isOfStatus(status: InboxStatus, personId: string): RawBuilder<unknown> {
  switch (status) {
    case 'open':
      return isAwake
    case 'unanswered':
      return sql`v.waiting_since is not null and ${isAwake}`
    case 'unread':
      return sql`exists (select from unread u where u.org_id = v.org_id and u.person_id = ${personId} and u.contact_id = v.contact_id)`
    case 'mine':
      return sql`v.assignee_id = ${personId} and ${isAwake}`
    case 'unassigned':
      return sql`v.assignee_id is null and ${isAwake}`
    case 'snoozed':
      return sql`v.snoozed_until is not null`
    case 'scheduled':
      return sql`v.next_due_at is not null`
    case 'failed':
      return sql`v.failed`
    case 'voicemail':
      return sql`v.unheard_voicemails > 0`
    case 'new':
      return sql`${isAwake} and exists (select from contact s where s.org_id = v.org_id and s.id = v.contact_id and ${isStranger})`
    case 'archived':
      return sql`v.archived`
    case 'all':
      return sql`true`
  }
}

/** Whether a contact `s` is a number that texted and that nobody has named yet. */
export const isStranger = sql`s.source = 'inbound' and s.firstname = 'Unknown' and s.archived_at is null`

/** What else a filter asks of a conversation `v`, looked up row by row. */
export function isNarrowedTo(filter: Filter, except: 'groups' | 'tags' | null = null): RawBuilder<unknown>[] {
  const { search, groupIds = [], tagIds = [], assigneeId } = filter
  const parts: RawBuilder<unknown>[] = []
  if (assigneeId) parts.push(sql`v.assignee_id = ${assigneeId}`)
  if (groupIds.length > 0 && except !== 'groups')
    parts.push(
      sql`exists (select from group_member o where o.org_id = v.org_id and o.contact_id = v.contact_id and o.group_id = any(${groupIds}::uuid[]))`,
    )
  if (tagIds.length > 0 && except !== 'tags')
    parts.push(
      sql`exists (select from conversation_tag o where o.org_id = v.org_id and o.contact_id = v.contact_id and o.tag_id = any(${tagIds}::uuid[]))`,
    )
  if (search) parts.push(isFoundBy(search))
  return parts
}

/** Whether a conversation `v` is with somebody of whose name these words are all part, or of whose number these digits. */
export function isFoundBy(search: string): RawBuilder<unknown> {
  return sql`exists (select from contact c where c.org_id = v.org_id and c.id = v.contact_id and ${isMeantBy(search)})`
}

/** The same of a contact `c`. */
export function isMeantBy(search: string): RawBuilder<unknown> {
  const words = folded(search).split(/\s+/).slice(0, 8)
  const names = sql.join(
    words.map((word) => sql`c.sort_name like ${`%${literally(word)}%`}`),
    sql` and `,
  )
  const digits = phoneDigits(search)
  return digits ? sql`(c.phone like ${`%${digits}%`} or (${names}))` : sql`(${names})`
}
