import type { InboxStatus } from '@crewline/contract/inbox'
import { sql, type RawBuilder } from 'kysely'
import { isNarrowedTo, isOfStatus, isStranger, type Filter } from './filter.ts'

/** A range of one index that holds conversations in the order of a list. */
export interface Walk {
  /** Names a conversation `v`. */
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>[]
  /** The moment the index is ordered by; ties by `id`. */
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** The ranges that together hold a list, each in its order. */
export interface Plan {
  walks: Walk[]
  /** Latest first; else the longest ago, or the soonest, first. */
  isLatestFirst: boolean
}

/** Views in the order of the last message; groups and tags have rows in the same order. */
const BY_TIME = new Set<InboxStatus>(['open', 'mine', 'unassigned', 'archived', 'all'])

/** Whether a list can be walked from the rows of groups. */
export function canWalkGroups({ status, tagIds = [], assigneeId }: Filter): boolean {
  return BY_TIME.has(status) && status !== 'mine' && tagIds.length === 0 && assigneeId === undefined
}

const heads = { from: sql`conversation v`, at: sql`v.last_at`, id: sql`v.contact_id` }

/**
 * Which index ranges answer a list. Measured for groups with EXISTS instead of their own rows: 250 times a key look-up at a
 * million conversations. Views that hold few conversations are walked themselves and narrowed row by row.
 */
export function planOf(filter: Filter, personId: string): Plan {
  const { status, groupIds = [], tagIds = [], assigneeId } = filter
  const is = isOfStatus(status, personId)
  if (!BY_TIME.has(status)) return planOfOrder(filter, personId)
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
  if (status !== 'mine' && assigneeId === undefined) return latest([{ ...heads, where: narrowed() }])
  // The index of who has what keeps archived conversations apart.
  const archived = status === 'all' ? [false, true] : [status === 'archived']
  return latest(archived.map((one) => ({ ...heads, where: [sql`v.archived = ${one}`, ...narrowed()] })))
}

function latest(walks: Walk[]): Plan {
  return { walks, isLatestFirst: true }
}

function planOfOrder(filter: Filter, personId: string): Plan {
  const { status } = filter
  const rest = isNarrowedTo(filter)
  const where = [isOfStatus(status, personId), ...rest]
  switch (status) {
    case 'unanswered':
      return { walks: [{ ...heads, where, at: sql`v.waiting_since` }], isLatestFirst: false }
    case 'snoozed':
      return { walks: [{ ...heads, where, at: sql`v.snoozed_until` }], isLatestFirst: false }
    case 'scheduled':
      return { walks: [{ ...heads, where, at: sql`v.next_due_at` }], isLatestFirst: false }
    case 'unread':
      return latest([
        {
          from: sql`unread u join conversation v on v.org_id = u.org_id and v.contact_id = u.contact_id`,
          where: [sql`u.person_id = ${personId}`, ...rest],
          at: sql`u.last_at`,
          id: sql`u.contact_id`,
        },
      ])
    case 'new':
      return latest([
        {
          from: sql`contact s join conversation v on v.org_id = s.org_id and v.contact_id = s.id`,
          where: [isStranger, sql`not v.archived and v.snoozed_until is null`, ...rest],
          at: sql`s.created_at`,
          id: sql`s.id`,
        },
      ])
    default:
      return latest([{ ...heads, where }])
  }
}
