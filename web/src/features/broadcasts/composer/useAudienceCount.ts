import type { BroadcastContent } from '@crewline/contract/broadcasts'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import type { CallInput, Reply } from '../../../shared/api/from-contract.ts'
import { useRecipientCountQuery } from '../api.ts'
import { hasAudience, toSave } from './draft-rules.ts'

const debounceMs = 300

/** Who would get the draft, what it costs and what to look at. */
export interface AudienceCount {
  /** The last known answer; undefined before the first one and while no one is chosen. */
  data: Reply<'countRecipients'> | undefined
  /** Whether the answer is about an earlier state of the draft. */
  isStale: boolean
  isError: boolean
  refetch: () => void
}

/** Counts the recipients of a draft again some time after each change that matters. */
export function useAudienceCount(content: BroadcastContent): AudienceCount {
  const { audience, message, kind, poll, schedule, options } = content
  const isAnyoneChosen = hasAudience(audience)
  const hasMessage = message.body.trim() !== '' || message.mediaIds.length > 0
  const body = JSON.stringify({
    audience,
    ...(hasMessage && { message, kind, ...toSave({ poll }) }),
    schedule,
    options,
  })
  const [settled] = useDebouncedValue(body, debounceMs)
  const query = useMemo(() => JSON.parse(settled) as CallInput<'countRecipients'>['body'], [settled])
  const { data, currentData, isError, refetch } = useRecipientCountQuery(
    isAnyoneChosen && hasAudience(query.audience as BroadcastContent['audience']) ? query : skipToken,
    // What others change while the page is open, such as an opt-out, is counted when the page comes back.
    { refetchOnMountOrArgChange: 30 },
  )
  const isCurrent = settled === body && currentData !== undefined
  return {
    data: isAnyoneChosen ? (currentData ?? data) : undefined,
    isStale: isAnyoneChosen && !isCurrent && !isError,
    isError: isAnyoneChosen && isError && settled === body,
    refetch: () => void refetch(),
  }
}
