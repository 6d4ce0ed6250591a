import type { InboxStatus } from '@crewline/contract/inbox'
import { ALL_DATES_OF } from '@crewline/contract/broadcast-limits'
import { phoneDigits } from '@crewline/contract/phone'
import { sql, type RawBuilder } from 'kysely'
import { folded, literally } from '../../../kernel/text.ts'

/** The filter of a list of conversations; lists, counts and bulk actions use it alike. */
export interface Filter {
  status: InboxStatus
  search: string
  groupIds?: string[] | undefined
  tagIds?: string[] | undefined
  assigneeId?: string | undefined
  /** `any`, `none`, a batch, or a broadcast with all its dates. */
  repliesTo?: string | undefined
  /** For the unread list only: which rows are not in their place yet. */
  unsorted?: RawBuilder<unknown>
}

/** Neither archived nor snoozed. */
const isOpen = sql`not v.archived and v.snoozed_until is null`

/**
 * Builds the condition for a conversation `v` in a view of one member. Each view has an index with exactly this
 * condition.
 */
export function isOfStatus(status: InboxStatus, userId: string): RawBuilder<unknown> {
  switch (status) {
    case 'open':
      return isOpen
    case 'unanswered':
      return sql`v.waiting_since is not null and ${isOpen}`
    case 'unread':
      return sql`exists (select from unread u where u.org_id = v.org_id and u.user_id = ${userId} and u.contact_id = v.contact_id)`
    case 'mine':
      return sql`v.assignee_id = ${userId} and ${isOpen}`
    case 'unassigned':
      return sql`v.assignee_id is null and ${isOpen}`
    case 'snoozed':
      return sql`v.snoozed_until is not null`
    case 'scheduled':
      return sql`v.next_due_at is not null`
    case 'failed':
      return sql`v.failed`
    case 'voicemail':
      return sql`v.unheard_voicemails > 0`
    case 'new':
      return sql`${isOpen} and exists (select from contact s where s.org_id = v.org_id and s.id = v.contact_id and ${isStranger})`
    case 'archived':
      return sql`v.archived`
    case 'all':
      return sql`true`
  }
}

/** Matches a contact `s` that is a number which sent a message and has not been named yet. */
export const isStranger = sql`s.source = 'inbound' and s.firstname = 'Unknown' and s.archived_at is null`

/** Builds the other conditions of a filter on a conversation `v`, checked row by row. */
export function isNarrowedTo(filter: Filter, except: 'groups' | 'tags' | null = null): RawBuilder<unknown>[] {
  const { search, groupIds = [], tagIds = [], assigneeId, repliesTo } = filter
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
  if (repliesTo !== undefined) parts.push(isReplyTo(repliesTo))
  if (search) parts.push(contactMatchesSearch(search))
  return parts
}

/** Matches a conversation `v` that waits with a reply to a batch, a broadcast or any; with `none`, all others. */
export function isReplyTo(repliesTo: string): RawBuilder<unknown> {
  if (repliesTo === 'none') return sql`v.reply_batch_id is null`
  if (repliesTo.startsWith(ALL_DATES_OF))
    return sql`v.reply_batch_id = any(array(
      select r.id from broadcast_run r where r.broadcast_id = ${repliesTo.slice(ALL_DATES_OF.length)}))`
  return repliesTo === 'any' ? sql`v.reply_batch_id is not null` : sql`v.reply_batch_id = ${repliesTo}`
}

/** Matches a conversation `v` whose contact has all these words in its name, or these digits in its number. */
export function contactMatchesSearch(search: string): RawBuilder<unknown> {
  return sql`exists (select from contact c where c.org_id = v.org_id and c.id = v.contact_id and ${matchesSearch(search)})`
}

/** The same condition for a contact `c`. */
export function matchesSearch(search: string): RawBuilder<unknown> {
  const terms = folded(search).split(/\s+/).slice(0, 8)
  const names = sql.join(
    terms.map((term) => sql`c.sort_name like ${`%${literally(term)}%`}`),
    sql` and `,
  )
  const digits = phoneDigits(search)
  return digits ? sql`(c.phone like ${`%${digits}%`} or (${names}))` : sql`(${names})`
}
