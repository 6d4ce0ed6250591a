import { CONTACT_SORTS, type ContactSort } from '@crewline/contract/contact-columns'
import type { ContactView } from '@crewline/contract/roster'
import { readFilter, writeFilter } from '../filters/index.ts'

/** Which contacts a list shows, and in which order. */
export interface ContactsAsked {
  search: string
  reach: 'all' | 'can_text' | 'opted_out' | 'no_mobile' | 'archived'
  groupId: string
  /** The rules as a URL says them; empty for none. */
  filters: string
  sort: ContactSort
  order: 'asc' | 'desc'
}

/** Everybody, by name. */
export const everybody: ContactsAsked = {
  search: '',
  reach: 'all',
  groupId: '',
  filters: '',
  sort: 'name',
  order: 'asc',
}

const reaches = ['all', 'can_text', 'opted_out', 'no_mobile', 'archived'] as const
const names: Record<keyof ContactsAsked, string> = {
  search: 'q',
  reach: 'view',
  groupId: 'group',
  filters: 'filters',
  sort: 'sort',
  order: 'order',
}
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The order that goes by this name; by name for one there is not. */
export function sortFrom(said: string | null): ContactSort {
  return CONTACT_SORTS.find((one) => one === said) ?? 'name'
}

/** What a URL says of the list; `isDropped` when rules in it could not be read and were left out. */
export interface ReadUrl {
  asked: ContactsAsked
  /** The saved view that was opened; empty for none. */
  viewId: string
  isDropped: boolean
}

/** Reads the list from a URL; what is unknown falls back to the usual. */
export function askedFrom(params: URLSearchParams): ReadUrl {
  const written = params.get('filters') ?? ''
  const { filter, dropped, isBroken } = readFilter(written)
  const groupId = params.get('group') ?? ''
  const viewId = params.get('saved') ?? ''
  return {
    asked: {
      search: params.get('q') ?? '',
      reach: reaches.find((one) => one === params.get('view')) ?? 'all',
      groupId: isId(groupId) ? groupId : '',
      filters: writeFilter(filter),
      sort: sortFrom(params.get('sort')),
      order: params.get('order') === 'desc' ? 'desc' : 'asc',
    },
    viewId: isId(viewId) ? viewId : '',
    isDropped: isBroken || dropped.length > 0,
  }
}

/** A URL with other words about what the list shows; usual values are left out. */
export function narrowed(params: URLSearchParams, part: Partial<ContactsAsked>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [field, value] of Object.entries(part) as [keyof ContactsAsked, string][]) {
    if (value === everybody[field]) next.delete(names[field])
    else next.set(names[field], value)
  }
  return next
}

/** Whether anything leaves people out. */
export function isNarrowed({ search, reach, groupId, filters }: ContactsAsked): boolean {
  return search !== '' || reach !== 'all' || groupId !== '' || filters !== ''
}

/** The people a list shows, as acts on many say it. */
export function audienceOf({ search, reach, groupId, filters }: ContactsAsked): ContactView['audience'] {
  const { filter } = readFilter(filters)
  return { search, reach, ...(groupId && { groupId }), ...(filter && { filter }) }
}

/** The list a saved view shows. */
export function askedOf({ audience, sort, order }: Pick<ContactView, 'audience' | 'sort' | 'order'>): ContactsAsked {
  return {
    search: audience.search,
    reach: audience.reach,
    groupId: audience.groupId ?? '',
    filters: writeFilter(audience.filter),
    sort,
    order,
  }
}

/** Whether two lists show the same people in the same order. */
export function isSameList(one: ContactsAsked, other: ContactsAsked): boolean {
  return (Object.keys(everybody) as (keyof ContactsAsked)[]).every((field) => one[field] === other[field])
}
