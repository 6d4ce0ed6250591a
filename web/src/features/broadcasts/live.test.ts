import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RUN_KINDS } from '@crewline/contract/events'
import { listOf, tagOf } from '../../shared/api/tags.ts'
import { broadcastsLive } from './live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reloads the list and each changed broadcast once for the events of a moment', () => {
  const dispatch = vi.fn<(action: { payload?: unknown }) => void>()
  const live = broadcastsLive({ dispatch })
  live['broadcast-updated']?.({ id: 'a' })
  live['broadcast-updated']?.({ id: 'a' })
  live['run-updated']?.({ kind: RUN_KINDS.broadcast, id: 'b' })
  live['run-updated']?.({ kind: RUN_KINDS.import, id: 'c' })
  expect(dispatch).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(dispatch).toHaveBeenCalledOnce()
  expect(dispatch.mock.calls[0]?.[0]).toMatchObject({
    payload: [listOf('Broadcast'), tagOf('Broadcast', 'a'), tagOf('Broadcast', 'b')],
  })
})
