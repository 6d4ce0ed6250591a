import type { InboxStatus } from '@crewline/contract/inbox'
import { sql, type RawBuilder } from 'kysely'
import { isNarrowedTo, isOfStatus, isStranger, type Filter } from './filter.ts'

/** A range of one index that contains conversations in the order of a list. */
export interface Walk {
  /** Must name a conversation `v`. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>[]
  /** The time that sorts the index; `id` breaks ties. */
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** The ranges that together form a list, each in its order. */
export interface Plan {
  walks: Walk[]
  /** Newest first; otherwise the oldest or the soonest first. */
  isLatestFirst: boolean
}

/** Views in the order of the last message; the rows of groups and tags have the same order. */
const BY_TIME = new Set<InboxStatus>(['open', 'mine', 'unassigned', 'archived', 'all'])

/** Checks whether a list can be read from the rows of groups. */
export function canWalkGroups({ status, tagIds = [], assigneeId }: Filter): boolean {
  return BY_TIME.has(status) && status !== 'mine' && tagIds.length === 0 && assigneeId === undefined
}

const baseWalk = { from: sql`conversation v`, at: sql`v.last_at`, id: sql`v.contact_id` }

/**
 * Chooses the index ranges of a list. Measured with EXISTS for groups instead of their own rows: 250 times the cost of
 * a key lookup at a million conversations. Views with few conversations are read directly and filtered row by row.
 */
export function planOf(filter: Filter, userId: string): Plan {
  const { status, groupIds = [], tagIds = [], assigneeId } = filter
  const is = isOfStatus(status, userId)
  if (!BY_TIME.has(status)) return planOfOrder(filter, userId)
  const narrowed = (except: 'groups' | 'tags' | null = null) => [is, ...isNarrowedTo(filter, except)]
  if (tagIds.length > 0)
    return latest(
      tagIds.map((tagId) => ({
        from: sql`conversation_tag g join conversation v on v.org_id = g.org_id and v.contact_id = g.contact_id`,
        where: [sql`g.tag_id = ${tagId}`, ...narrowed('tags')],
        at: sql`g.last_at`,
        id: sql`g.contact_id`,
      })),
    )
  if (groupIds.length > 0 && canWalkGroups(filter))
    return latest(
      groupIds.map((groupId) => ({
        from: sql`group_member g join conversation v on v.org_id = g.org_id and v.contact_id = g.contact_id`,
        where: [sql`g.group_id = ${groupId} and g.last_at is not null`, ...narrowed('groups')],
        at: sql`g.last_at`,
        id: sql`g.contact_id`,
      })),
    )
  if (status !== 'mine' && assigneeId === undefined) return latest([{ ...baseWalk, where: narrowed() }])
  // The assignee index separates archived conversations.
  const archived = status === 'all' ? [false, true] : [status === 'archived']
  return latest(
    archived.map((isArchived) => ({ ...baseWalk, where: [sql`v.archived = ${isArchived}`, ...narrowed()] })),
  )
}

function latest(walks: Walk[]): Plan {
  return { walks, isLatestFirst: true }
}

function planOfOrder(filter: Filter, userId: string): Plan {
  const { status } = filter
  const conditions = isNarrowedTo(filter)
  const where = [isOfStatus(status, userId), ...conditions]
  switch (status) {
    case 'unanswered':
      return { walks: [{ ...baseWalk, where, at: sql`v.waiting_since` }], isLatestFirst: false }
    case 'snoozed':
      return { walks: [{ ...baseWalk, where, at: sql`v.snoozed_until` }], isLatestFirst: false }
    case 'scheduled':
      return { walks: [{ ...baseWalk, where, at: sql`v.next_due_at` }], isLatestFirst: false }
    case 'unread':
      return planOfUnread(filter, userId)
    case 'new':
      return latest([
        {
          from: sql`contact s join conversation v on v.org_id = s.org_id and v.contact_id = s.id`,
          where: [isStranger, sql`not v.archived and v.snoozed_until is null`, ...conditions],
          at: sql`s.created_at`,
          id: sql`s.id`,
        },
      ])
    default:
      return latest([{ ...baseWalk, where }])
  }
}

/**
 * The unread rows in their stored order, and those that a later message moved up. Both together are the order by last
 * message, and reading them writes nothing.
 */
function planOfUnread({ unsorted = sql`false`, ...filter }: Filter, userId: string): Plan {
  const from = sql`unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id`
  const where = [sql`u.user_id = ${userId}`, ...isNarrowedTo(filter)]
  const id = sql`u.contact_id`
  return latest([
    { from, where: [...where, sql`${unsorted} is not true`], at: sql`u.last_at`, id },
    { from, where: [...where, unsorted], at: sql`v.arrived_at`, id },
  ])
}
