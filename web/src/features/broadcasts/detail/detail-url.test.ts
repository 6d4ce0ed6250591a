import { describe, expect, it } from 'vitest'
import { detailQuery, readDetailUrl, recipientQueryOf } from './detail-url.ts'

const empty = new URLSearchParams()

describe('the URL of a view of a broadcast', () => {
  it('opens the people a figure counts', () => {
    const query = detailQuery(empty, { tab: 'people', filter: 'blocked', conditions: { blockReason: 'opted_out' } })
    expect(query).toBe('?tab=people&filter=blocked&blockReason=opted_out')
    expect(recipientQueryOf('b', readDetailUrl(new URLSearchParams(query)))).toEqual({
      id: 'b',
      filter: 'blocked',
      search: '',
      blockReason: 'opted_out',
    })
  })
  it('keeps the run, and drops the conditions of another view', () => {
    const now = new URLSearchParams('tab=people&filter=replied&run=r1&language=es&q=ana')
    expect(detailQuery(now, { tab: 'clicks', isClicked: false })).toBe('?tab=clicks&run=r1&clicked=no')
  })
  it('reads what it writes', () => {
    const part = {
      tab: 'people' as const,
      runId: 'r2',
      filter: 'answered' as const,
      search: 'jo',
      isClicked: false,
      linkId: 'l1',
      isOnlyWaiting: true,
      conditions: { option: '3', location: 'Plant 2' },
    }
    expect(readDetailUrl(new URLSearchParams(detailQuery(empty, part)))).toEqual(part)
  })
  it('falls back to the overview and everyone for unknown values', () => {
    expect(readDetailUrl(new URLSearchParams('tab=x&filter=y'))).toMatchObject({ tab: 'overview', filter: 'all' })
  })
})
