import { SAMPLE_CONTACT_PHONE } from '@crewline/contract/sample-numbers'
import { useMemo } from 'react'
import { useSampleQuery } from '../../sample/index.ts'
import { useThreadInfiniteQuery } from '../api.ts'
import type { ThreadPage } from '../state/thread-fold.ts'

function phoneOf({ currentData }: { currentData?: { pages: ThreadPage[] } | undefined }) {
  return { phone: currentData?.pages[0]?.conversation.contact.phone }
}

/** Returns whether a conversation is the one of the sample worker; false while it is not known. */
export function useIsSample(id: string): boolean {
  const query = useMemo(() => ({ id, around: '' }), [id])
  const { phone } = useThreadInfiniteQuery(query, { skip: id === '', selectFromResult: phoneOf })
  const { data: sample } = useSampleQuery(undefined, { skip: phone !== SAMPLE_CONTACT_PHONE })
  return id !== '' && phone === SAMPLE_CONTACT_PHONE && sample?.contactId === id
}
