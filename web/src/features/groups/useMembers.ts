import { CONTACT_SORTS } from '@crewline/contract/contact-columns'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useGroupMemberListInfiniteQuery, type MembersAsked } from './people-api.ts'

/** What the list of people asks, from the URL, and how to change it. */
export function useMembersUrl(id: string) {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const asked = useMemo<MembersAsked>(() => {
    const read = new URLSearchParams(text)
    return {
      id,
      search: read.get('q') ?? '',
      sort: CONTACT_SORTS.find((one) => one === read.get('sort')) ?? 'name',
      order: read.get('order') === 'desc' ? 'desc' : 'asc',
    }
  }, [id, text])
  function narrow(part: Record<string, string>): void {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(part)) {
          if (value === '' || value === 'name' || value === 'asc') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  }
  return { asked, narrow }
}

/** The people of a group as far as they are loaded, each once. */
export function useMembers(asked: MembersAsked) {
  const query = useGroupMemberListInfiniteQuery(asked, { refetchOnMountOrArgChange: 30 })
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ data }) => data) ?? []
    return [...new Map(all.map((row) => [row.id, row])).values()]
  }, [query.data])
  return { ...query, rows, first: query.data?.pages[0] }
}
