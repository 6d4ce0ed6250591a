import { describe, expect, it } from 'vitest'
import { readGroupsUrl, writeGroupsUrl } from './groups-url.ts'

describe('the list of groups in the URL', () => {
  it('is the same after writing and reading', () => {
    const listQuery = { search: 'night', type: 'dynamic', sort: 'people', order: 'desc' } as const
    expect(readGroupsUrl(writeGroupsUrl(new URLSearchParams(), listQuery))).toEqual(listQuery)
  })
  it('omits default values and keeps other parameters', () => {
    const next = writeGroupsUrl(new URLSearchParams('q=a&sort=people&new=1'), { search: '', sort: 'name' })
    expect(next.toString()).toBe('new=1')
  })
  it('falls back to defaults for invalid values', () => {
    expect(readGroupsUrl(new URLSearchParams('kind=other&sort=colour&order=up'))).toEqual({
      search: '',
      type: '',
      sort: 'name',
      order: 'asc',
    })
  })
})
