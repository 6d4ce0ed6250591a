import type { Contact } from '@crewline/contract/contacts'
import { useCallback, useEffect, useMemo } from 'react'
import { isRefusal } from '../../shared/api/send.ts'
import { useContactListInfiniteQuery } from './api.ts'
import type { ContactsUrl } from './useContactsUrl.ts'

const loadAheadRows = 3

/** The people the list shows, a page at a time; rules that the server does not take are left out of the URL. */
export function useContactList({ asked, narrow, tellDropped }: ContactsUrl, openId: string | undefined) {
  const query = useContactListInfiniteQuery(asked)
  const { data, currentData, isError, error, hasNextPage, isFetching, fetchNextPage, refetch } = query
  const rows = useMemo(() => {
    const seen = new Map<string, Contact>()
    for (const row of data?.pages.flatMap((page) => page.data) ?? []) if (!seen.has(row.id)) seen.set(row.id, row)
    return [...seen.values()]
  }, [data])
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const at = rows.findIndex((row) => row.id === openId)
  const isOpenNearEnd = at !== -1 && at >= rows.length - loadAheadRows
  useEffect(() => {
    if (isOpenNearEnd) more()
  }, [isOpenNearEnd, more])
  const isUnusable = isError && isRefusal(error) && error.status === 400 && asked.filters !== ''
  useEffect(() => {
    if (!isUnusable) return
    tellDropped(true)
    narrow({ filters: '' })
  }, [isUnusable, tellDropped, narrow])
  return {
    rows,
    /** The first page, which counts them all. */
    first: isError ? currentData?.pages[0] : data?.pages[0],
    /** The place of the open one; -1 when it is not among them. */
    at,
    more,
    retry: () => void refetch(),
    isLoading: data === undefined && !isError,
    isLoadingMore: isFetching && hasNextPage && rows.length > 0,
    isStale: data !== undefined && currentData === undefined && !isError,
    /** Nothing of this very list could be had. */
    isFailed: isError && currentData === undefined && !isUnusable,
  }
}
