import type { GroupType } from '@crewline/contract/groups'

/** Which groups the list shows, and in which order. */
export interface GroupsAsked {
  search: string
  /** Empty for every kind. */
  type: GroupType | ''
  sort: 'name' | 'people' | 'createdAt'
  order: 'asc' | 'desc'
}

const types = ['static', 'dynamic', 'hris', 'system'] as const
const sorts = ['name', 'people', 'createdAt'] as const
const names: Record<keyof GroupsAsked, string> = { search: 'q', type: 'kind', sort: 'sort', order: 'order' }
const usual: GroupsAsked = { search: '', type: '', sort: 'name', order: 'asc' }

/** Reads what the list of groups asks from a URL; unknown values fall back to the usual ones. */
export function readGroupsUrl(params: URLSearchParams): GroupsAsked {
  return {
    search: params.get('q') ?? '',
    type: types.find((one) => one === params.get('kind')) ?? '',
    sort: sorts.find((one) => one === params.get('sort')) ?? 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  }
}

/** The URL with some of it changed; usual values are left out. */
export function writeGroupsUrl(now: URLSearchParams, part: Partial<GroupsAsked>): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [field, value] of Object.entries(part) as [keyof GroupsAsked, string][]) {
    if (value === usual[field]) next.delete(names[field])
    else next.set(names[field], value)
  }
  return next
}
