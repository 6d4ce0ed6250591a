import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { groupsLive } from './live.ts'

const notice = { id: 'n1', type: 'success' as const, title: 'Done', message: '+3, −1' }
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

  it('are reloaded after one was evaluated', () => {
    live['inapp-notification']?.({ ...notice, link: '/dashboard/groups/g1' })
    expect(invalidatedTags()).toContainEqual({ type: 'Group', id: 'g1' })
    expect(invalidatedTags()).toContainEqual({ type: 'Contact', id: 'LIST' })
  })
  it('are not reloaded during an evaluation or after unrelated events', () => {
    live['inapp-notification']?.({ ...notice, link: '/dashboard/groups/g1', loading: true })
    live['inapp-notification']?.({ ...notice, link: '/dashboard/contacts/import/i1' })
    live['inapp-notification']?.(notice)
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
