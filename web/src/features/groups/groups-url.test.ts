import { describe, expect, it } from 'vitest'
import { readGroupsUrl, writeGroupsUrl } from './groups-url.ts'

describe('the list of groups in the URL', () => {
  it('comes back as it was written', () => {
    const asked = { search: 'night', type: 'dynamic', sort: 'people', order: 'desc' } as const
    expect(readGroupsUrl(writeGroupsUrl(new URLSearchParams(), asked))).toEqual(asked)
  })
  it('says nothing of what is usual, and keeps what is not its own', () => {
    const next = writeGroupsUrl(new URLSearchParams('q=a&sort=people&new=1'), { search: '', sort: 'name' })
    expect(next.toString()).toBe('new=1')
  })
  it('falls back where it cannot be read', () => {
    expect(readGroupsUrl(new URLSearchParams('kind=other&sort=colour&order=up'))).toEqual({
      search: '',
      type: '',
      sort: 'name',
      order: 'asc',
    })
  })
})
