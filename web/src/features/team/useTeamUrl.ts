import { useSearchParams } from 'react-router'
import type { TeamAsked } from './api.ts'

/** The state of the team's list that lives in the URL. */
export interface TeamUrl {
  asked: TeamAsked
  /** The form for new invitations is open. */
  isInviting: boolean
  narrow: (part: Partial<TeamAsked>) => void
  setInviting: (isInviting: boolean) => void
}

const sorts = ['name', 'role', 'lastSeenAt'] as const
const names = { search: 'q', sort: 'sort', order: 'order' } as const
const usual: TeamAsked = { search: '', sort: 'name', order: 'asc' }

/** Reads the list from the URL and writes it back; unknown values fall back to the usual ones. */
export function useTeamUrl(): TeamUrl {
  const [params, setParams] = useSearchParams()
  return {
    asked: {
      search: params.get('q') ?? '',
      sort: sorts.find((one) => one === params.get('sort')) ?? 'name',
      order: params.get('order') === 'desc' ? 'desc' : 'asc',
    },
    isInviting: params.has('invite'),
    narrow(part) {
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [field, value] of Object.entries(part) as [keyof TeamAsked, string][]) {
            if (value === usual[field]) next.delete(names[field])
            else next.set(names[field], value)
          }
          return next
        },
        { replace: true },
      )
    },
    setInviting(isInviting) {
      setParams((now) => {
        const next = new URLSearchParams(now)
        if (isInviting) next.set('invite', '1')
        else next.delete('invite')
        return next
      })
    },
  }
}
