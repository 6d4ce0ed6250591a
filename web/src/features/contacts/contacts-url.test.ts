import { describe, expect, it } from 'vitest'
import { askedFrom, askedOf, audienceOf, everybody, isNarrowed, isSameList, narrowed } from './contacts-url.ts'

const rule = { field: 'location', cmp: 'is' as const, value: 'Plant 2' }
const filter = { op: 'and' as const, children: [rule] }
const filters = JSON.stringify(filter)
const group = '0199a0f4-0000-7000-8000-000000000001'

const read = (text: string) => askedFrom(new URLSearchParams(text))

describe('the contact list in the URL', () => {
  it('shows everybody by name when nothing is said, or nonsense', () => {
    expect(read('').asked).toEqual(everybody)
    expect(read('view=everyone&sort=height&order=up&group=night&saved=mine')).toEqual({
      asked: everybody,
      viewId: '',
      isDropped: false,
    })
  })

  it('says what narrows it and comes back the same', () => {
    const order = { sort: 'hireDate' as const, order: 'desc' as const }
    const asked = { ...everybody, search: 'ana', reach: 'opted_out' as const, groupId: group, filters, ...order }
    const url = narrowed(new URLSearchParams('add=1'), asked)
    expect(url.get('add')).toBe('1')
    expect(isSameList(askedFrom(url).asked, asked)).toBe(true)
    expect(isNarrowed(asked)).toBe(true)
    expect(isNarrowed(everybody)).toBe(false)
  })

  it('leaves out what is usual', () => {
    const url = narrowed(new URLSearchParams(`q=ana&filters=${encodeURIComponent(filters)}`), everybody)
    expect(url.toString()).toBe('')
  })

  it.each(['{', '[]', '"x"', '{"op":"and"}x'])('drops rules that cannot be read, and says so: %s', (text) => {
    const { asked, isDropped } = read(`filters=${encodeURIComponent(text)}`)
    expect([asked.filters, isDropped]).toEqual(['', true])
  })

  it('keeps the rules it understands beside one it does not', () => {
    const mixed = { op: 'and', children: [rule, { field: 'shoe', cmp: 'is', value: '44' }] }
    const { asked, isDropped } = read(`filters=${encodeURIComponent(JSON.stringify(mixed))}`)
    expect([JSON.parse(asked.filters), isDropped]).toEqual([filter, true])
  })
})

describe('who is meant by everybody the list shows', () => {
  it('is said in the words of acts, without what does not narrow', () => {
    expect(audienceOf(everybody)).toEqual({ search: '', reach: 'all' })
    expect(audienceOf({ ...everybody, groupId: group, filters })).toEqual({
      search: '',
      reach: 'all',
      groupId: group,
      filter,
    })
  })

  it('is what a saved view keeps', () => {
    const asked = { ...everybody, search: 'ana', filters, sort: 'createdAt' as const, order: 'desc' as const }
    expect(askedOf({ audience: audienceOf(asked), sort: asked.sort, order: asked.order })).toEqual(asked)
  })
})
