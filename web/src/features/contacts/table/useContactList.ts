import type { Contact } from '@crewline/contract/contacts'
import { useCallback, useEffect, useMemo } from 'react'
import { isRefusal } from '../../../shared/api/send.ts'
import { useFreshPages } from '../../../shared/api/useFreshPages.ts'
import { contactPages, useContactChangesQuery, useContactListInfiniteQuery } from '../api.ts'
import type { ContactsUrl } from './useContactsUrl.ts'

const loadAheadRows = 3

/** Loads the contacts of the list, a page at a time; removes filter rules from the URL that the server rejects. */
export function useContactList({ listQuery, narrow, setDropped }: ContactsUrl, openId: string | undefined) {
  const query = useContactListInfiniteQuery(listQuery)
  const { data, currentData, isError, error, hasNextPage, isFetching, fetchNextPage, refetch } = query
  const rows = useMemo(() => {
    const contactsById = new Map<string, Contact>()
    for (const row of data?.pages.flatMap((page) => page.data) ?? [])
      if (!contactsById.has(row.id)) contactsById.set(row.id, row)
    return [...contactsById.values()]
  }, [data])
  const { data: changes } = useContactChangesQuery()
  const onSight = useFreshPages(contactPages, listQuery, changes)
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])
  const at = rows.findIndex((row) => row.id === openId)
  const isOpenNearEnd = at !== -1 && at >= rows.length - loadAheadRows
  useEffect(() => {
    if (isOpenNearEnd) more()
  }, [isOpenNearEnd, more])
  const isUnusable = isError && isRefusal(error) && error.status === 400 && listQuery.filters !== ''
  useEffect(() => {
    if (!isUnusable) return
    setDropped(true)
    narrow({ filters: '' })
  }, [isUnusable, setDropped, narrow])
  return {
    rows,
    /** The first page, which has the total count. */
    first: isError ? currentData?.pages[0] : data?.pages[0],
    /** The index of the open contact; -1 when it is not in the list. */
    at,
    more,
    onSight,
    retry: () => void refetch(),
    isLoading: data === undefined && !isError,
    isLoadingMore: isFetching && hasNextPage && rows.length > 0,
    isStale: data !== undefined && currentData === undefined && !isError,
    /** Nothing of this list could be loaded. */
    isFailed: isError && currentData === undefined && !isUnusable,
  }
}
