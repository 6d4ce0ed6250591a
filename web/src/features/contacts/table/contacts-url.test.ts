import { describe, expect, it } from 'vitest'
import {
  readContactListQuery,
  queryOfView,
  audienceOf,
  allContacts,
  isNarrowed,
  isSameList,
  narrowed,
} from './contacts-url.ts'

const rule = { field: 'location', cmp: 'is' as const, value: 'Plant 2' }
const filter = { op: 'and' as const, children: [rule] }
const filters = JSON.stringify(filter)
const group = '0199a0f4-0000-7000-8000-000000000001'

const read = (text: string) => readContactListQuery(new URLSearchParams(text))

describe('the contact list in the URL', () => {
  it('shows everyone by name when the URL has no or invalid parameters', () => {
    expect(read('').listQuery).toEqual(allContacts)
    expect(read('view=everyone&sort=height&order=up&group=night&saved=mine')).toEqual({
      listQuery: allContacts,
      viewId: '',
      isDropped: false,
    })
  })

  it('restores its filters from the URL it wrote', () => {
    const order = { sort: 'hireDate' as const, order: 'desc' as const }
    const listQuery = { ...allContacts, search: 'ana', reach: 'opted_out' as const, groupId: group, filters, ...order }
    const url = narrowed(new URLSearchParams('add=1'), listQuery)
    expect(url.get('add')).toBe('1')
    expect(isSameList(readContactListQuery(url).listQuery, listQuery)).toBe(true)
    expect(isNarrowed(listQuery)).toBe(true)
    expect(isNarrowed(allContacts)).toBe(false)
  })

  it('omits default values', () => {
    const url = narrowed(new URLSearchParams(`q=ana&filters=${encodeURIComponent(filters)}`), allContacts)
    expect(url.toString()).toBe('')
  })

  it.each(['{', '[]', '"x"', '{"op":"and"}x'])('drops unreadable rules and reports it: %s', (text) => {
    const { listQuery, isDropped } = read(`filters=${encodeURIComponent(text)}`)
    expect([listQuery.filters, isDropped]).toEqual(['', true])
  })

  it('keeps the valid rules next to an unknown one', () => {
    const mixed = { op: 'and', children: [rule, { field: 'shoe', cmp: 'is', value: '44' }] }
    const { listQuery, isDropped } = read(`filters=${encodeURIComponent(JSON.stringify(mixed))}`)
    expect([JSON.parse(listQuery.filters), isDropped]).toEqual([filter, true])
  })
})

describe('the audience of the whole list', () => {
  it('uses the format of bulk actions and omits what does not narrow it', () => {
    expect(audienceOf(allContacts)).toEqual({ search: '', reach: 'all' })
    expect(audienceOf({ ...allContacts, groupId: group, filters })).toEqual({
      search: '',
      reach: 'all',
      groupId: group,
      filter,
    })
  })

  it('is stored in a saved view', () => {
    const listQuery = { ...allContacts, search: 'ana', filters, sort: 'createdAt' as const, order: 'desc' as const }
    expect(queryOfView({ audience: audienceOf(listQuery), sort: listQuery.sort, order: listQuery.order })).toEqual(
      listQuery,
    )
  })
})
