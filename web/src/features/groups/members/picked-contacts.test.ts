import { describe, expect, it } from 'vitest'
import { everything } from '../../../shared/ui/table/selection.ts'
import { copyOf, selectionOf } from './picked-contacts.ts'

const somePicks = { isAll: false, ids: new Set(['a', 'b']), anchor: 'a' }
const allBut = { ...everything, ids: new Set(['b']) }

describe('the selected contacts of a group', () => {
  it('are listed by id, or all except the excluded ones', () => {
    expect(selectionOf({ groupId: 'g', search: 'ana', picks: somePicks })).toEqual({ contacts: ['a', 'b'] })
    expect(selectionOf({ groupId: 'g', search: 'ana', picks: allBut })).toEqual({
      selectedAll: true,
      audience: { search: 'ana', groupId: 'g' },
      excludedIds: ['b'],
    })
  })
  it('are copied by id, as a whole, or as found by a search', () => {
    expect(copyOf({ groupId: 'g', search: 'ana', picks: somePicks }, 't')).toEqual({
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
