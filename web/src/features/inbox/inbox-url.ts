import type { InboxStatus } from '@crewline/contract/inbox'
import type { ConversationFilter } from './state/fold.ts'

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

/** Reads the list filter from a URL; unknown values fall back to the defaults. */
export function conversationFilterFrom(params: URLSearchParams): ConversationFilter {
  return {
    status: statuses.find((status) => status === params.get('status')) ?? firstView,
    search: params.get('search') ?? '',
    groupIds: params.getAll('groupIds').filter(isId),
    tagIds: params.getAll('tagIds').filter(isId),
  }
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
    const isUsual = value === '' || (name === 'status' && value === firstView)
    if (list.has(name)) for (const id of value) next.append(name, id)
    else if (!isUsual) next.set(name, String(value))
  }
  return next
}
