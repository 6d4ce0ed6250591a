import type { Conversation, InboxStatus } from '@crewline/contract/inbox'
import { ALL_DATES_OF } from '@crewline/contract/broadcast-limits'

/** The filter of a conversation list. */
export interface ConversationFilter {
  status: InboxStatus
  search: string
  groupIds: string[]
  tagIds: string[]
  /** Only those that wait with a reply to a broadcast: to `any`, to this batch, or to all dates; `none` leaves them out. */
  repliesTo?: string
}

/** The viewer of the lists and the current time. */
export interface Looking {
  /** The open conversation: it stays in a list that it no longer matches while it is being viewed. */
  keepId?: string | undefined
  /** The signed-in member. */
  me?: string | undefined
  /** The current time as an ISO instant; the clock of this page when absent. */
  now?: string
}

/** Whether a conversation belongs to each list; undefined when only the server knows. */
const belongs: Record<InboxStatus, (row: Conversation, looking: Looking & { now: string }) => boolean | undefined> = {
  open: ({ archived, shared }, { now }) => !archived && !isSnoozed(shared, now),
  unanswered: ({ archived, shared }, { now }) => !archived && shared.waitingSince !== null && !isSnoozed(shared, now),
  unread: ({ unreadCount }) => unreadCount > 0,
  mine: ({ archived, shared }, { me }) => !archived && shared.assignee !== null && shared.assignee.userId === me,
  unassigned: ({ archived, shared }) => !archived && shared.assignee === null,
  snoozed: ({ archived, shared }, { now }) => !archived && isSnoozed(shared, now),
  scheduled: ({ shared }) => shared.nextScheduledAt !== null,
  failed: ({ shared }) => shared.failed,
  voicemail: ({ shared }) => shared.unheardVoicemails > 0,
  // Only the server records which numbers were unknown.
  new: () => undefined,
  archived: ({ archived }) => archived,
  all: () => true,
}

/** Returns whether a conversation is snoozed until a future time. */
export function isSnoozed({ snoozedUntil }: Conversation['shared'], now: string): boolean {
  return snoozedUntil !== null && snoozedUntil > now
}

/**
 * Returns whether a conversation is among the replies to a broadcast that a list shows, or among those it leaves out;
 * undefined for the dates of a broadcast, which only the server knows.
 */
function isOfReplies(
  { shared }: Conversation,
  { repliesTo }: Pick<ConversationFilter, 'repliesTo'>,
): boolean | undefined {
  if (!repliesTo) return true
  if (repliesTo.startsWith(ALL_DATES_OF)) return shared.repliesTo === null ? false : undefined
  if (repliesTo === 'none') return shared.repliesTo === null
  return repliesTo === 'any' ? shared.repliesTo !== null : shared.repliesTo === repliesTo
}

/** Returns whether a conversation in its current state would leave a list. */
export function leaves(
  row: Conversation,
  filter: Pick<ConversationFilter, 'status' | 'repliesTo'>,
  me: string | undefined,
  now: string,
): boolean {
  return belongs[filter.status](row, { me, now }) === false || isOfReplies(row, filter) === false
}

/** Returns whether a conversation belongs to a list, whatever it searches for; undefined when only the server knows. */
export function matches(row: Conversation, filter: ConversationFilter, looking: Looking): boolean | undefined {
  const isBelonging = belongs[filter.status](row, { now: new Date().toISOString(), ...looking })
  const isReply = isOfReplies(row, filter)
  return isReply === false || isBelonging === false ? false : isReply && isBelonging
}

/** Returns whether a list is narrowed by what only the server can check: a search, groups or tags. */
export function isNarrowed({ search, groupIds, tagIds }: ConversationFilter): boolean {
  return search !== '' || groupIds.length > 0 || tagIds.length > 0
}
