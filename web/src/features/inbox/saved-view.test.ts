import { describe, expect, it } from 'vitest'
import { isSameView } from './saved-view.ts'

const view = {
  id: 'v',
  name: 'Night shift',
  shared: false,
  mine: true,
  status: 'unread' as const,
  search: '',
  groupIds: ['a', 'b'],
  tagIds: [],
}

describe('a saved view', () => {
  it('is shown when the list is the same, whatever the order of groups', () =>
    expect(isSameView(view, { status: 'unread', search: '', groupIds: ['b', 'a'], tagIds: [] })).toBe(true))
  it('is not shown when anything differs', () => {
    expect(isSameView(view, { status: 'open', search: '', groupIds: ['a', 'b'], tagIds: [] })).toBe(false)
    expect(isSameView(view, { status: 'unread', search: 'x', groupIds: ['a', 'b'], tagIds: [] })).toBe(false)
    expect(isSameView(view, { status: 'unread', search: '', groupIds: ['a'], tagIds: [] })).toBe(false)
    expect(isSameView(view, { status: 'unread', search: '', groupIds: ['a', 'b'], tagIds: ['t'] })).toBe(false)
  })
})
