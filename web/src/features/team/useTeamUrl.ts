import { useSearchParams } from 'react-router'
import type { TeamQuery } from './team-api.ts'

/** The state of the team list in the URL. */
export interface TeamUrl {
  query: TeamQuery
  /** The form for new invitations is open. */
  isInviting: boolean
  /** The custom roles are open. */
  isShowingRoles: boolean
  setQuery: (part: Partial<TeamQuery>) => void
  setInviting: (isInviting: boolean) => void
  setShowingRoles: (isShowingRoles: boolean) => void
}

const sorts = ['name', 'role', 'lastSeenAt'] as const
const names = { search: 'q', sort: 'sort', order: 'order' } as const
const usual: TeamQuery = { search: '', sort: 'name', order: 'asc' }

/** Reads the state of the list from the URL and writes it back; unknown values fall back to the defaults. */
export function useTeamUrl(): TeamUrl {
  const [params, setParams] = useSearchParams()
  function setFlag(name: string, isSet: boolean): void {
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (isSet) next.set(name, '1')
      else next.delete(name)
      return next
    })
  }
  return {
    query: {
      search: params.get('q') ?? '',
      sort: sorts.find((sort) => sort === params.get('sort')) ?? 'name',
      order: params.get('order') === 'desc' ? 'desc' : 'asc',
    },
    isInviting: params.has('invite'),
    isShowingRoles: params.has('roles'),
    setQuery(part) {
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [field, value] of Object.entries(part) as [keyof TeamQuery, string][]) {
            if (value === usual[field]) next.delete(names[field])
            else next.set(names[field], value)
          }
          return next
        },
        { replace: true },
      )
    },
    setInviting: (isInviting) => setFlag('invite', isInviting),
    setShowingRoles: (isShowingRoles) => setFlag('roles', isShowingRoles),
  }
}
