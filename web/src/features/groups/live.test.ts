import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { groupsLive } from './live.ts'

const notice = { id: 'n1', type: 'success' as const, title: 'Done', message: '+3, −1' }
const person = { contact: { id: 'c1' } } as never

describe('groups that change while somebody looks', () => {
  const dispatch = vi.fn<(action: { payload?: unknown }) => void>()
  const live = groupsLive({ dispatch })
  const asked = () => dispatch.mock.calls.flatMap(([{ payload }]) => payload as unknown[])
  beforeEach(() => {
    vi.useFakeTimers()
    dispatch.mockClear()
  })
  afterEach(() => void vi.useRealTimers())

  it('are fetched again when one was worked out', () => {
    live['inapp-notification']?.({ ...notice, link: '/dashboard/groups/g1' })
    expect(asked()).toContainEqual({ type: 'Group', id: 'g1' })
    expect(asked()).toContainEqual({ type: 'Contact', id: 'LIST' })
  })
  it('are left alone while the work goes on, and by news of other things', () => {
    live['inapp-notification']?.({ ...notice, link: '/dashboard/groups/g1', loading: true })
    live['inapp-notification']?.({ ...notice, link: '/dashboard/contacts/import/i1' })
    live['inapp-notification']?.(notice)
    expect(dispatch).not.toHaveBeenCalled()
  })
  it('are fetched once after many workers changed', () => {
    for (let n = 0; n < 20; n++) live['contact-updated']?.(person)
    vi.advanceTimersByTime(1999)
    expect(dispatch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(asked()).toEqual([{ type: 'Group', id: 'LIST' }])
  })
})
