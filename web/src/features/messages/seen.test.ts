import { describe, expect, it } from 'vitest'
import { text } from '../../testing/people.ts'
import { answeredSince, seenWith, type Seen } from './seen.ts'

const nothing: Seen = { newestId: undefined, newestPlace: undefined, lastInAt: undefined, answer: undefined }
const sam = { userId: 'sam', firstname: 'Sam', lastname: 'Okoro' }
const asked = text('1', 'c', '2026-01-01T09:00:00Z')
const answer = text('2', 'c', '2026-01-01T09:01:00Z', { direction: 'out', sender: sam })

describe('what was seen of a thread', () => {
  it('is the newest, in whatever order it came on the screen', () => {
    const forwards = seenWith(seenWith(nothing, asked), answer)
    const backwards = seenWith(seenWith(nothing, answer), asked)
    expect(forwards).toEqual(backwards)
    expect(forwards).toEqual({
      newestId: '2',
      newestPlace: '2',
      lastInAt: asked.at,
      answer: { place: '2', userId: 'sam', name: 'Sam' },
    })
  })
  it('is what went last, also when that was written long before', () => {
    const planned = text('0', 'c', '2026-01-01T09:05:00Z', { direction: 'out', sender: sam, sortKey: '3' })
    const seen = seenWith(seenWith(nothing, asked), planned)
    expect(seen).toMatchObject({ newestId: '0', newestPlace: '3' })
    expect(answeredSince(seen, '1', 'me')).toBe('Sam')
  })
  it('stays the same object when nothing new is seen', () => {
    const seen = seenWith(seenWith(nothing, asked), answer)
    expect(seenWith(seen, asked)).toBe(seen)
  })
  it('tells that a teammate answered since one began to write, and never that one did oneself', () => {
    const seen = seenWith(seenWith(nothing, asked), answer)
    expect(answeredSince(seen, '1', 'me')).toBe('Sam')
    expect(answeredSince(seen, '2', 'me')).toBeUndefined()
    expect(answeredSince(seen, '1', 'sam')).toBeUndefined()
    expect(answeredSince(seen, undefined, 'me')).toBeUndefined()
  })
  it('takes automatic replies and notes for no answer', () => {
    const automatic = text('3', 'c', '2026-01-01T09:02:00Z', { direction: 'out', kind: 'auto_reply' })
    const note = text('4', 'c', '2026-01-01T09:03:00Z', { direction: 'within', kind: 'note', sender: sam })
    expect(seenWith(seenWith(nothing, automatic), note).answer).toBeUndefined()
  })
})
