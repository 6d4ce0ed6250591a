import type { GroupType } from '@crewline/contract/groups'

/** Which groups the list shows, and in which order. */
export interface GroupListQuery {
  search: string
  /** Empty for every kind. */
  type: GroupType | ''
  sort: 'name' | 'people' | 'createdAt'
  order: 'asc' | 'desc'
}

const types = ['static', 'dynamic', 'hris', 'system'] as const
const sorts = ['name', 'people', 'createdAt'] as const
const names: Record<keyof GroupListQuery, string> = { search: 'q', type: 'kind', sort: 'sort', order: 'order' }
const usual: GroupListQuery = { search: '', type: '', sort: 'name', order: 'asc' }

/** Parses the list of groups from a URL; unknown values fall back to the defaults. */
export function readGroupsUrl(params: URLSearchParams): GroupListQuery {
  return {
    search: params.get('q') ?? '',
    type: types.find((groupType) => groupType === params.get('kind')) ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'name',
    order: params.get('order') === 'desc' ? 'desc' : 'asc',
  }
}

/** Changes part of the URL parameters; default values are omitted. */
export function writeGroupsUrl(now: URLSearchParams, part: Partial<GroupListQuery>): URLSearchParams {
  const next = new URLSearchParams(now)
  for (const [field, value] of Object.entries(part) as [keyof GroupListQuery, string][]) {
    if (value === usual[field]) next.delete(names[field])
    else next.set(names[field], value)
  }
  return next
}
