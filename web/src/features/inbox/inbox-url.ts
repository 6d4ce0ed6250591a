import type { InboxStatus } from '@crewline/contract/inbox'
import { ALL_DATES_OF } from '@crewline/contract/broadcast-limits'
import type { ConversationFilter } from './state/list-filter.ts'

const list = new Set(['groupIds', 'tagIds'])

/** The view that the inbox opens with; the URL leaves it out. */
const firstView: InboxStatus = 'unanswered'

/** All views of the inbox, in display order. */
export const statuses: readonly InboxStatus[] = [
  'unanswered',
  'open',
  'unread',
  'mine',
  'unassigned',
  'snoozed',
  'scheduled',
  'failed',
  'voicemail',
  'new',
  'archived',
  'all',
]

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Returns an id from a URL parameter; empty when it is not an id. */
export function idFrom(text: string | null): string {
  return text !== null && isId(text) ? text : ''
}

/** Returns a queue of replies from a URL parameter; empty when it is none. */
function queueFrom(text: string | null): string {
  const isDated = text?.startsWith(ALL_DATES_OF) && isId(text.slice(ALL_DATES_OF.length))
  return text === 'any' || isDated ? (text ?? '') : idFrom(text)
}

/** Reads the list filter from a URL; unknown values fall back to the defaults. */
export function conversationFilterFrom(params: URLSearchParams): ConversationFilter {
  const repliesTo = queueFrom(params.get('repliesTo'))
  return {
    status: statuses.find((status) => status === params.get('status')) ?? firstView,
    search: params.get('search') ?? '',
    groupIds: params.getAll('groupIds').filter(isId),
    tagIds: params.getAll('tagIds').filter(isId),
    ...(repliesTo && { repliesTo }),
  }
}

/** The lists that replies to broadcasts can be hidden from; the other views name what they show. */
const mainLists = new Set<InboxStatus>(['unanswered', 'open', 'unread'])

/** Returns whether replies to broadcasts have a row of their own above a list, and can be hidden from it. */
export function separatesReplies({ status, search, groupIds, tagIds, repliesTo }: ConversationFilter): boolean {
  const isNarrowed = search !== '' || groupIds.length > 0 || tagIds.length > 0
  return mainLists.has(status) && !isNarrowed && (repliesTo === undefined || repliesTo === 'none')
}

/** Returns the filter of a list for a member who hides replies to broadcasts. */
export function withoutReplies(filter: ConversationFilter): ConversationFilter {
  return separatesReplies(filter) ? { ...filter, repliesTo: 'none' } : filter
}

/** Returns the URL parameters that define the list, without those of the open conversation. */
export function listPart(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['conversation', 'contact', 'message']) next.delete(name)
  return next
}

/** Returns the URL parameters with a changed list filter; defaults are omitted. */
export function narrowed(params: URLSearchParams, part: Partial<ConversationFilter>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(part)) {
    next.delete(name)
    // That a member hides replies is a choice of the member, not of the link.
    const isUsual = value === '' || (name === 'status' && value === firstView) || value === 'none'
    if (list.has(name)) for (const id of value) next.append(name, id)
    else if (!isUsual) next.set(name, String(value))
  }
  return next
}
