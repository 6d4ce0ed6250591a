import { expect, it } from 'vitest'
import { readBroadcastsUrl, writeBroadcastsUrl } from './broadcasts-url.ts'

it('keeps the tab and the search in the URL', () => {
  const written = writeBroadcastsUrl(new URLSearchParams(), { status: 'sent', searchText: 'pay day' })
  expect(written.toString()).toBe('status=sent&searchText=pay+day')
  expect(readBroadcastsUrl(written)).toEqual({ status: 'sent', searchText: 'pay day' })
})

it('keeps the search when the tab changes, and omits defaults', () => {
  const now = new URLSearchParams('status=sent&searchText=pay')
  expect(writeBroadcastsUrl(now, { status: 'all' }).toString()).toBe('searchText=pay')
  expect(writeBroadcastsUrl(now, { searchText: '' }).toString()).toBe('status=sent')
})

it('shows all broadcasts for an unknown status', () => {
  expect(readBroadcastsUrl(new URLSearchParams('status=lost')).status).toBe('all')
})
