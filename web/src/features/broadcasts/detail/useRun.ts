import type { Broadcast, BroadcastRun } from '@crewline/contract/broadcasts'
import { useEffect } from 'react'
import { useBroadcastProgressQuery, useKnownProgress, useOneBroadcastQuery } from '../api.ts'
import { isRunning } from '../broadcast-rules.ts'

const pollMs = 2000
/** Nothing leaves for a while, and every answer counts the texts that wait. */
const waitingPollMs = 10_000

function isPaused({ state }: BroadcastRun): boolean {
  return state === 'paused'
}

/** Loads one broadcast with its runs; live events keep it up to date. */
export function useBroadcast(id: string) {
  const query = useOneBroadcastQuery(id, { refetchOnMountOrArgChange: true })
  return { ...query, broadcast: query.currentData?.broadcast, runs: query.currentData?.runs ?? [] }
}

/**
 * Follows the current run while it is sent. Live events show its changes too; the requests are needed for the speed,
 * and for a page whose connection was lost.
 */
export function useProgress(broadcast: Broadcast, runs: BroadcastRun[], refetch: () => unknown) {
  const { run } = broadcast
  // Texts of an earlier date may still wait while a later one is sent, and after that.
  const earlier = runs.filter((other) => other.id !== run?.id)
  const hasEarlier = earlier.some(isRunning)
  const isFollowed = isRunning(run) || run?.state === 'paused' || hasEarlier || earlier.some(isPaused)
  const known = useKnownProgress(broadcast.id)
  const isWaiting = known?.perMinute === 0 && known.waits.length > 0
  const { currentData } = useBroadcastProgressQuery(broadcast.id, {
    skip: !isFollowed,
    pollingInterval: isRunning(run) && !isWaiting ? pollMs : isRunning(run) || hasEarlier ? waitingPollMs : 0,
    skipPollingIfUnfocused: true,
  })
  const progress = isFollowed && currentData?.run?.id === run?.id ? currentData : undefined
  const newState = progress?.run?.state
  const oldState = run?.state
  useEffect(() => {
    if (newState !== undefined && newState !== oldState) refetch()
    // Only another state is a reason to fetch.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [newState, oldState])
  const current: BroadcastRun | null = progress?.run ?? run
  return {
    current,
    perMinute: progress?.perMinute,
    minutesLeft: progress?.minutesLeft,
    waits: progress?.waits,
    earlierDates: progress?.earlierDates,
    anotherTry: progress?.anotherTry,
    waitsForDay: progress?.waitsForDay,
  }
}
