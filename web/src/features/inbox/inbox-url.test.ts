import { describe, expect, it } from 'vitest'
import { conversationFilterFrom, idFrom, listPart, narrowed, withoutReplies } from './inbox-url.ts'

const [night, day] = ['019d5366-1026-71e2-9152-afffe49dcadd', '019d5366-1026-71e2-9152-afffe49dcade']
const usual = { status: 'unanswered', search: '', groupIds: [], tagIds: [] }

describe('the URL of the inbox', () => {
  it('defines the list', () => {
    const params = new URLSearchParams({ status: 'mine', search: 'ana', groupIds: night })
    params.append('groupIds', day)
    expect(conversationFilterFrom(params)).toEqual({
      status: 'mine',
      search: 'ana',
      groupIds: [night, day],
      tagIds: [],
    })
  })

  it('falls back to the default list for invalid values', () => {
    expect(conversationFilterFrom(new URLSearchParams('status=everything&groupIds=1&tagIds=%00'))).toEqual(usual)
    expect(conversationFilterFrom(new URLSearchParams())).toEqual(usual)
    expect([idFrom(null), idFrom('x'), idFrom(night)]).toEqual(['', '', night])
  })

  it('omits defaults and keeps all other parameters', () => {
    const params = new URLSearchParams('status=mine&search=ana&conversation=c1')
    expect(narrowed(params, { status: 'unanswered' }).toString()).toBe('search=ana&conversation=c1')
    expect(narrowed(params, { status: 'open' }).get('status')).toBe('open')
    expect(narrowed(params, { search: '', tagIds: [night] }).toString()).toBe(
      `status=mine&conversation=c1&tagIds=${night}`,
    )
  })

  it('separates the list from the open conversation', () => {
    const list = new URLSearchParams({ status: 'mine', search: 'ana', groupIds: night })
    const open = new URLSearchParams(list)
    for (const name of ['conversation', 'message', 'contact']) open.set(name, day)
    expect(listPart(open).toString()).toBe(list.toString())
    expect(open.get('conversation')).toBe(day)
  })

  it('names the broadcast whose replies are shown, and not that the member hides replies', () => {
    const params = new URLSearchParams({ repliesTo: night })
    expect(conversationFilterFrom(params)).toEqual({ ...usual, repliesTo: night })
    expect(conversationFilterFrom(new URLSearchParams('repliesTo=any')).repliesTo).toBe('any')
    const dates = `broadcast:${night}`
    expect(conversationFilterFrom(new URLSearchParams({ repliesTo: dates })).repliesTo).toBe(dates)
    expect(conversationFilterFrom(new URLSearchParams('repliesTo=broadcast:x'))).toEqual(usual)
    expect(conversationFilterFrom(new URLSearchParams('repliesTo=none'))).toEqual(usual)
    expect(narrowed(params, { status: 'open', repliesTo: 'none' }).toString()).toBe('status=open')
    expect(narrowed(params, { repliesTo: '' }).toString()).toBe('')
  })

  it('leaves replies out of the main lists only', () => {
    const of = (query: string) => withoutReplies(conversationFilterFrom(new URLSearchParams(query))).repliesTo
    expect(['', 'status=open', 'status=unread'].map(of)).toEqual(['none', 'none', 'none'])
    expect(['status=mine', 'search=ana', `groupIds=${day}`, `repliesTo=${night}`].map(of)).toEqual([
      ...[undefined, undefined, undefined],
      night,
    ])
  })

  it('survives a round trip', () => {
    const filter = { status: 'snoozed' as const, search: 'a & b=c', groupIds: [night], tagIds: [day, night] }
    expect(conversationFilterFrom(narrowed(new URLSearchParams('conversation=c1'), filter))).toEqual(filter)
  })
})
