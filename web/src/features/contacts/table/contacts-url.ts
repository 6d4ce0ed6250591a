import { CONTACT_SORTS, type ContactSort } from '@crewline/contract/contact-columns'
import type { ContactView } from '@crewline/contract/contact-lists'
import { readFilter, writeFilter } from '../../filters/index.ts'

/** Which contacts a list shows, and in which order. */
export interface ContactListQuery {
  search: string
  reach: 'all' | 'can_text' | 'no_consent' | 'opted_out' | 'no_mobile' | 'archived'
  groupId: string
  /** The filter rules as in the URL; empty for none. */
  filters: string
  sort: ContactSort
  order: 'asc' | 'desc'
}

/** Everyone, by name. */
export const allContacts: ContactListQuery = {
  search: '',
  reach: 'all',
  groupId: '',
  filters: '',
  sort: 'name',
  order: 'asc',
}

const reaches = ['all', 'can_text', 'no_consent', 'opted_out', 'no_mobile', 'archived'] as const
const names: Record<keyof ContactListQuery, string> = {
  search: 'q',
  reach: 'view',
  groupId: 'group',
  filters: 'filters',
  sort: 'sort',
  order: 'order',
}
const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Returns the sort order with this name; by name for an unknown one. */
export function sortFrom(name: string | null): ContactSort {
  return CONTACT_SORTS.find((sort) => sort === name) ?? 'name'
}

/** The list of a URL; `isDropped` when unreadable rules were dropped. */
export interface ReadUrl {
  listQuery: ContactListQuery
  /** The saved view that is open; empty for none. */
  viewId: string
  isDropped: boolean
}

/** Parses the list from a URL; unknown values fall back to the defaults. */
export function readContactListQuery(params: URLSearchParams): ReadUrl {
  const written = params.get('filters') ?? ''
  const { filter, dropped, isBroken } = readFilter(written)
  const groupId = params.get('group') ?? ''
  const viewId = params.get('saved') ?? ''
  return {
    listQuery: {
      search: params.get('q') ?? '',
      reach: reaches.find((reach) => reach === params.get('view')) ?? 'all',
      groupId: isId(groupId) ? groupId : '',
      filters: writeFilter(filter),
      sort: sortFrom(params.get('sort')),
      order: params.get('order') === 'desc' ? 'desc' : 'asc',
    },
    viewId: isId(viewId) ? viewId : '',
    isDropped: isBroken || dropped.length > 0,
  }
}

/** Returns the URL parameters with part of the list changed; default values are omitted. */
export function narrowed(params: URLSearchParams, part: Partial<ContactListQuery>): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const [field, value] of Object.entries(part) as [keyof ContactListQuery, string][]) {
    if (value === allContacts[field]) next.delete(names[field])
    else next.set(names[field], value)
  }
  return next
}

/** Returns whether a search or filter narrows the list. */
export function isNarrowed({ search, reach, groupId, filters }: ContactListQuery): boolean {
  return search !== '' || reach !== 'all' || groupId !== '' || filters !== ''
}

/** Returns the contacts of a list in the format of bulk actions. */
export function audienceOf({ search, reach, groupId, filters }: ContactListQuery): ContactView['audience'] {
  const { filter } = readFilter(filters)
  return { search, reach, ...(groupId && { groupId }), ...(filter && { filter }) }
}

/** Returns the list a saved view shows. */
export function queryOfView({
  audience,
  sort,
  order,
}: Pick<ContactView, 'audience' | 'sort' | 'order'>): ContactListQuery {
  return {
    search: audience.search,
    reach: audience.reach,
    groupId: audience.groupId ?? '',
    filters: writeFilter(audience.filter),
    sort,
    order,
  }
}

/** Returns whether two lists show the same contacts in the same order. */
export function isSameList(first: ContactListQuery, second: ContactListQuery): boolean {
  return (Object.keys(allContacts) as (keyof ContactListQuery)[]).every((field) => first[field] === second[field])
}
