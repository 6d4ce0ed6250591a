import { describe, expect, it } from 'vitest'
import { everything } from '../../shared/ui/picks.ts'
import { copyOf, selectionOf } from './picked-people.ts'

const some = { isAll: false, ids: new Set(['a', 'b']), anchor: 'a' }
const allBut = { ...everything, ids: new Set(['b']) }

describe('the chosen people of a group', () => {
  it('are named one by one, or all but those left out', () => {
    expect(selectionOf({ groupId: 'g', search: 'ana', picks: some })).toEqual({ contacts: ['a', 'b'] })
    expect(selectionOf({ groupId: 'g', search: 'ana', picks: allBut })).toEqual({
      selectedAll: true,
      audience: { search: 'ana', groupId: 'g' },
      excludedIds: ['b'],
    })
  })
  it('are copied by name, as a whole, or as a search shows them', () => {
    expect(copyOf({ groupId: 'g', search: 'ana', picks: some }, 't')).toEqual({
      contactIds: ['a', 'b'],
      currentGroupId: 'g',
      targetGroupId: 't',
    })
    expect(copyOf({ groupId: 'g', search: '', picks: allBut }, 't')).toEqual({
      selectedAll: true,
      excludedIds: ['b'],
      search: '',
      currentGroupId: 'g',
      targetGroupId: 't',
    })
    expect(copyOf({ groupId: 'g', search: 'ana', picks: everything }, 't')).toEqual({
      selectedAll: true,
      excludedIds: [],
      search: 'ana',
      currentGroupId: 'g',
      targetGroupId: 't',
    })
  })
})
