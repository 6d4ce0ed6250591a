import { expect, test } from 'vitest'
import { emptyLimits, toDraft, toGroupRoles } from './group-rules.ts'

const everyone = { group: 'Staff', role: 'agent', groupIds: [] }
const some = { group: 'Cooks', role: 'agent', groupIds: ['a', 'b'] }

test('a rule comes back from editing as it was saved', () => {
  expect([everyone, some].map(toDraft).map(({ groupIds }) => groupIds)).toEqual([undefined, ['a', 'b']])
  expect(toGroupRoles([everyone, some].map(toDraft))).toEqual([everyone, some])
})

test('a rule limited to some groups stays limited while none is chosen, and cannot be saved like that', () => {
  const drafts = [toDraft(everyone, 0), { ...toDraft(some, 1), groupIds: [] }]
  expect(drafts[1]?.groupIds).toEqual([])
  expect(emptyLimits(drafts)).toEqual(['groupRoles.1.groupIds'])
  expect(emptyLimits([everyone, some].map(toDraft))).toEqual([])
})
