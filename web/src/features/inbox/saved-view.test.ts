import { describe, expect, it } from 'vitest'
import { isSameView, nextView } from './saved-view.ts'

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

describe('the next saved view', () => {
  const other = { ...view, id: 'w', name: 'Dock', groupIds: [], status: 'unanswered' as const }
  const asked = { status: 'unread' as const, search: '', groupIds: ['a', 'b'], tagIds: [] }
  it('is the one after the view that is shown, and the first behind the last', () => {
    expect(nextView([view, other], asked)?.id).toBe('w')
    expect(nextView([other, view], asked)?.id).toBe('w')
    expect(nextView([other, view], { ...asked, groupIds: [] })?.id).toBe('w')
  })
  it('is never the view that is shown, nor one that shows the same', () => {
    expect(nextView([view], asked)).toBeUndefined()
    expect(nextView([view, { ...view, id: 'same' }], asked)).toBeUndefined()
    expect(nextView([], asked)).toBeUndefined()
  })
})
