import { describe, expect, it } from 'vitest'
import { filterOfView, isSameView, nextView } from './saved-view.ts'

const view = {
  id: 'v',
  name: 'Night shift',
  shared: false,
  mine: true,
  status: 'unread' as const,
  search: '',
  groupIds: ['a', 'b'],
  tagIds: [],
  repliesTo: null,
}

describe('a saved view', () => {
  it('is active when the list is the same, in any order of groups', () =>
    expect(isSameView(view, { status: 'unread', search: '', groupIds: ['b', 'a'], tagIds: [] })).toBe(true))
  it('is not active when anything differs', () => {
    expect(isSameView(view, { status: 'open', search: '', groupIds: ['a', 'b'], tagIds: [] })).toBe(false)
    expect(isSameView(view, { status: 'unread', search: 'x', groupIds: ['a', 'b'], tagIds: [] })).toBe(false)
    expect(isSameView(view, { status: 'unread', search: '', groupIds: ['a'], tagIds: [] })).toBe(false)
    expect(isSameView(view, { status: 'unread', search: '', groupIds: ['a', 'b'], tagIds: ['t'] })).toBe(false)
  })
})

describe('a saved view of the replies to a broadcast', () => {
  const queue = 'broadcast:b'
  const replies = { ...view, repliesTo: { queue, name: 'Payday', archived: false } }
  const filter = { status: 'unread' as const, search: '', groupIds: ['a', 'b'], tagIds: [] }
  it('is active only for these replies', () => {
    expect(isSameView(replies, { ...filter, repliesTo: queue })).toBe(true)
    for (const repliesTo of [undefined, 'none', 'any', '']) {
      expect(isSameView(replies, { ...filter, repliesTo })).toBe(false)
      expect(isSameView(view, { ...filter, repliesTo })).toBe(repliesTo !== 'any')
    }
    expect(filterOfView(replies)).toEqual({ ...filter, repliesTo: queue })
    expect(filterOfView(view).repliesTo).toBe('')
  })
})

describe('the next saved view', () => {
  const otherView = { ...view, id: 'w', name: 'Dock', groupIds: [], status: 'unanswered' as const }
  const filter = { status: 'unread' as const, search: '', groupIds: ['a', 'b'], tagIds: [] }
  it('follows the active view, and starts over after the last', () => {
    expect(nextView([view, otherView], filter)?.id).toBe('w')
    expect(nextView([otherView, view], filter)?.id).toBe('w')
    expect(nextView([otherView, view], { ...filter, groupIds: [] })?.id).toBe('w')
  })
  it('is never the active view or an equal one', () => {
    expect(nextView([view], filter)).toBeUndefined()
    expect(nextView([view, { ...view, id: 'same' }], filter)).toBeUndefined()
    expect(nextView([], filter)).toBeUndefined()
  })
})
