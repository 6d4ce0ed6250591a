import { describe, expect, it } from 'vitest'
import { conversationRow, text } from '../../../testing/people.ts'
import { listItems } from './list-items.ts'

const rows = Array.from({ length: 7 }, (_, at) => conversationRow(`c${at}`))
const hits = [
  { message: text('m1', 'c0', '2026-11-21T10:00:00.000Z'), contact: conversationRow('c0').contact, highlights: [] },
]
const kinds = (...args: Parameters<typeof listItems>) => listItems(...args).map(({ kind }) => kind)

describe('the items of the list', () => {
  it('are the conversations without a search', () => expect(kinds(rows.slice(0, 2), undefined)).toEqual(['row', 'row']))

  it('are a few contacts and then messages during a search', () => {
    const lines = kinds(rows, { hits, isLoading: false, showsAll: false })
    expect(lines).toEqual(['people', 'row', 'row', 'row', 'row', 'row', 'morePeople', 'messages', 'hit'])
  })

  it('show all contacts on request', () =>
    expect(kinds(rows, { hits: [], isLoading: true, showsAll: true })).toHaveLength(9))

  it('show that nothing was found, for each group', () =>
    expect(kinds([], { hits: [], isLoading: false, showsAll: false })).toEqual([
      'people',
      'noPeople',
      'messages',
      'noHits',
    ]))
})
