import type { Conversation } from '@crewline/contract/inbox'
import type { Message } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { conversationRow, text } from '../../../testing/people.ts'
import { threadChanged, threadDrafted, threadWith, type ThreadPage } from './thread-fold.ts'

const conversation: Conversation = conversationRow('a')
const numbered = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => {
    const id = String(from + at).padStart(4, '0')
    return text(id, 'a', new Date((from + at) * 1000).toISOString())
  })
const page = (messages: Message[], part: Partial<ThreadPage> = {}): ThreadPage => ({
  status: 'OK',
  messages,
  conversation,
  hasMore: false,
  hasNewer: false,
  firstUnreadId: null,
  drafts: [],
  ...part,
})
const idsOf = (pages: ThreadPage[]) => pages.toReversed().flatMap(({ messages }) => messages.map(({ id }) => id))

describe('the thread after live events', () => {
  it('adds each message once, in order, also for repeated and reordered events', () => {
    const all = numbered(9)
    let pages = [page(all.slice(3, 6), { hasMore: true }), page(all.slice(0, 3))]
    for (const at of [8, 6, 7, 6, 8]) pages = threadWith(pages, all[at] as Message)
    expect(idsOf(pages)).toEqual(all.map(({ id }) => id))
  })

  it('adds no new messages while its end is not loaded, but updates the loaded ones', () => {
    const all = numbered(4)
    const pages = [page(all.slice(0, 3), { hasNewer: true })]
    expect(idsOf(threadWith(pages, all[3] as Message))).toEqual(idsOf(pages))
    const changed = { ...(all[1] as Message), body: 'Other words' }
    expect(threadWith(pages, changed)[0]?.messages[1]?.body).toBe('Other words')
  })

  it('ignores a change of a message that is not loaded', () => {
    const pages = [page(numbered(2, 10))]
    expect(idsOf(threadChanged(pages, numbered(1)[0] as Message))).toEqual(idsOf(pages))
  })

  it('shows a sent scheduled message at the end, whether or not its old place is loaded', () => {
    const [first, ...others] = numbered(1, 3)
    const sent = { ...(first as Message), sortKey: '9' }
    expect(
      idsOf(threadChanged([page(others.slice(1)), page([first as Message, ...others.slice(0, 1)])], sent)),
    ).toEqual(idsOf([page([...others.slice(1), sent]), page(others.slice(0, 1))]))
    expect(idsOf(threadChanged([page(others)], sent))).toEqual(idsOf([page([...others, sent])]))
    const inTheMiddle = { ...page(others), hasNewer: true }
    expect(idsOf(threadChanged([inTheMiddle], sent))).toEqual(idsOf([inTheMiddle]))
  })

  it('keeps the latest draft of each teammate', () => {
    const draftBy = (userId: string, body: string | null) => ({ userId, name: userId, body, at: '' })
    const once = threadDrafted([page([])], draftBy('sam', 'Hi'))
    const twice = threadDrafted(threadDrafted(once, draftBy('jo', 'Yes')), draftBy('sam', 'Hello'))
    expect(twice[0]?.drafts.map(({ userId, body }) => `${userId} ${body}`)).toEqual(['jo Yes', 'sam Hello'])
    expect(threadDrafted(twice, draftBy('jo', null))[0]?.drafts).toHaveLength(1)
  })
})
