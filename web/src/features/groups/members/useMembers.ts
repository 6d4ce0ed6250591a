import { CONTACT_SORTS } from '@crewline/contract/contact-columns'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useFreshPages } from '../../../shared/api/useFreshPages.ts'
import {
  memberPages,
  useGroupMemberListInfiniteQuery,
  useMemberChangesQuery,
  type MemberListQuery,
} from './members-api.ts'

/** Reads the state of the contact list of a group from the URL, and changes it. */
export function useMembersUrl(id: string) {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const listQuery = useMemo<MemberListQuery>(() => {
    const read = new URLSearchParams(text)
    return {
      id,
      search: read.get('q') ?? '',
      sort: CONTACT_SORTS.find((sort) => sort === read.get('sort')) ?? 'name',
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
  return { asked: listQuery, narrow }
}

/** Loads the contacts of a group page by page, without duplicates; after a change, of a long list only what is in sight. */
export function useMembers(listQuery: MemberListQuery) {
  const query = useGroupMemberListInfiniteQuery(listQuery, { refetchOnMountOrArgChange: 30 })
  const rows = useMemo(() => {
    const all = query.data?.pages.flatMap(({ data }) => data) ?? []
    return [...new Map(all.map((row) => [row.id, row])).values()]
  }, [query.data])
  const { data: changes } = useMemberChangesQuery(listQuery.id)
  const onSight = useFreshPages(memberPages, listQuery, changes)
  return { ...query, rows, first: query.data?.pages[0], onSight }
}
