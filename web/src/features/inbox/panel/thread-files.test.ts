import type { MediaItem } from '@crewline/contract/messages'
import { describe, expect, it } from 'vitest'
import { conversationRow, text } from '../../../testing/people.ts'
import { filesOf } from './thread-files.ts'
import type { ThreadPage } from '../state/thread-fold.ts'

const file = (id: string, part: Partial<MediaItem> = {}): MediaItem => ({
  id,
  kind: 'image',
  name: `${id}.jpg`,
  mime: 'image/jpeg',
  bytes: 1,
  width: 1,
  height: 1,
  state: 'ready',
  url: `/files/${id}`,
  thumbUrl: null,
  ...part,
})
const page = (...media: MediaItem[][]): ThreadPage => ({
  status: 'OK',
  messages: media.map((items, at) => text(`m${at}`, 'c', '2026-11-21T10:00:00.000Z', { media: items })),
  conversation: conversationRow('c'),
  hasMore: false,
  hasNewer: false,
  firstUnreadId: null,
  drafts: [],
})
const idsOf = (...pages: ThreadPage[]) => filesOf(pages).map(({ id }) => id)

describe('the files of a thread', () => {
  it('are sorted newest first, each once', () =>
    expect(idsOf(page([file('c')], [file('d')]), page([file('a')], [file('b'), file('c')]))).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]))
  it('omit files that are not checked yet or were rejected', () =>
    expect(
      idsOf(page([file('a', { state: 'pending', url: null }), file('b', { state: 'refused', url: null })])),
    ).toEqual([]))
  it('are limited to a dozen', () =>
    expect(idsOf(page(Array.from({ length: 20 }, (_, at) => file(`f${at}`))))).toHaveLength(12))
})
