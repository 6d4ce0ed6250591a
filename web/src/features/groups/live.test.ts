import { RUN_KINDS } from '@crewline/contract/events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { groupsLive } from './live.ts'

const contactEvent = { contact: { id: 'c1' } } as never

describe('groups on an open page', () => {
  const dispatch = vi.fn<(action: { payload?: unknown }) => void>()
  const live = groupsLive({ dispatch })
  const invalidatedTags = () => dispatch.mock.calls.flatMap(([{ payload }]) => payload as unknown[])
  beforeEach(() => {
    vi.useFakeTimers()
    dispatch.mockClear()
  })
  afterEach(() => void vi.useRealTimers())

  it('are reloaded once for the evaluations of a moment', () => {
    for (const id of ['g1', 'g2', 'g1']) live['run-updated']?.({ kind: RUN_KINDS.group, id })
    expect(dispatch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(300)
    expect(dispatch).toHaveBeenCalledTimes(1)
    for (const tag of [
      { type: 'Group', id: 'g1' },
      { type: 'Group', id: 'g2' },
      { type: 'Contact', id: 'LIST' },
    ])
      expect(invalidatedTags()).toContainEqual(tag)
  })
  it('are not reloaded for other work', () => {
    live['run-updated']?.({ kind: RUN_KINDS.import, id: 'i1' })
    vi.advanceTimersByTime(1000)
    expect(dispatch).not.toHaveBeenCalled()
  })
  it('are reloaded once after many contacts changed', () => {
    for (let n = 0; n < 20; n++) live['contact-updated']?.(contactEvent)
    vi.advanceTimersByTime(1999)
    expect(dispatch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(invalidatedTags()).toEqual([{ type: 'Group', id: 'LIST' }])
  })
})
