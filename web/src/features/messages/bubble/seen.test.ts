import { describe, expect, it } from 'vitest'
import { text } from '../../../testing/people.ts'
import { answeredSince, seenWith, type SeenState } from './seen.ts'

const nothing: SeenState = { newestId: undefined, newestSortKey: undefined, lastInAt: undefined, answer: undefined }
const sam = { userId: 'sam', firstname: 'Sam', lastname: 'Okoro' }
const question = text('1', 'c', '2026-01-01T09:00:00Z')
const answer = text('2', 'c', '2026-01-01T09:01:00Z', { direction: 'out', sender: sam })

describe('the seen part of a thread', () => {
  it('is the newest message, in any order of display', () => {
    const forwards = seenWith(seenWith(nothing, question), answer)
    const backwards = seenWith(seenWith(nothing, answer), question)
    expect(forwards).toEqual(backwards)
    expect(forwards).toEqual({
      newestId: '2',
      newestSortKey: '2',
      lastInAt: question.at,
      answer: { sortKey: '2', userId: 'sam', name: 'Sam' },
    })
  })
  it('is the message sent last, even when it was scheduled long before', () => {
    const planned = text('0', 'c', '2026-01-01T09:05:00Z', { direction: 'out', sender: sam, sortKey: '3' })
    const seen = seenWith(seenWith(nothing, question), planned)
    expect(seen).toMatchObject({ newestId: '0', newestSortKey: '3' })
    expect(answeredSince(seen, '1', 'me')).toBe('Sam')
  })
  it('stays the same object when nothing new is seen', () => {
    const seen = seenWith(seenWith(nothing, question), answer)
    expect(seenWith(seen, question)).toBe(seen)
  })
  it('reports the answer of a teammate since writing began, but not an own answer', () => {
    const seen = seenWith(seenWith(nothing, question), answer)
    expect(answeredSince(seen, '1', 'me')).toBe('Sam')
    expect(answeredSince(seen, '2', 'me')).toBeUndefined()
    expect(answeredSince(seen, '1', 'sam')).toBeUndefined()
    expect(answeredSince(seen, undefined, 'me')).toBeUndefined()
  })
  it('does not treat automatic replies and notes as answers', () => {
    const automatic = text('3', 'c', '2026-01-01T09:02:00Z', { direction: 'out', kind: 'auto_reply' })
    const note = text('4', 'c', '2026-01-01T09:03:00Z', { direction: 'internal', kind: 'note', sender: sam })
    expect(seenWith(seenWith(nothing, automatic), note).answer).toBeUndefined()
  })
})
