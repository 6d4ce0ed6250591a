import type { InboxStatus } from '@crewline/contract/inbox'
import type { ListAsked } from './fold.ts'

const list = new Set(['groupIds', 'tagIds'])

/** Every view of the inbox, in the order in which they are offered. */
export const statuses: readonly InboxStatus[] = [
  'open',
  'unread',
  'archived',
  'unanswered',
  'mine',
  'unassigned',
  'snoozed',
  'scheduled',
  'failed',
  'voicemail',
  'new',
  'all',
]

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** An id as a URL says it; empty when it is none. */
export function idFrom(text: string | null): string {
  return text !== null && isId(text) ? text : ''
}

/** What a list shows, as a URL says it; unknown values fall back to the usual ones. */
export function askedFrom(params: URLSearchParams): ListAsked {
  return {
    status: statuses.find((one) => one === params.get('status')) ?? 'open',
    search: params.get('search') ?? '',
    groupIds: params.getAll('groupIds').filter(isId),
    tagIds: params.getAll('tagIds').filter(isId),
  }
}

/** The part of a URL that says what the list shows, without what is open beside it. */
export function listPart(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const name of ['conversation', 'contact', 'message']) next.delete(name)
  return next
}

/** A URL with other words about what the list shows; usual values are left out. */
export function narrowed(params: URLSearchParams, part: Partial<ListAsked>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(part)) {
    next.delete(name)
    const isUsual = value === '' || (name === 'status' && value === 'open')
    if (list.has(name)) for (const one of value) next.append(name, one)
    else if (!isUsual) next.set(name, String(value))
  }
  return next
}
