import { expect, test } from 'vitest'
import { ALL_PERMISSIONS, mayGrant, permissionsHeld, withRequired, type RoleHolder } from './holders.ts'

const custom = (...permissions: string[]): RoleHolder => ({ role: 'custom', permissions })

test('a custom role has exactly its known permissions, and a built-in role ignores any list', () => {
  expect(permissionsHeld(custom('inbox.read', 'team.read', 'no.longer'))).toEqual(['inbox.read', 'team.read'])
  expect(permissionsHeld({ role: 'custom' })).toEqual([])
  expect(permissionsHeld({ role: 'viewer', permissions: ['team.manage'] })).not.toContain('team.manage')
})

test.each<[string, RoleHolder, RoleHolder, boolean]>([
  ['an owner makes an owner', { role: 'owner' }, { role: 'owner' }, true],
  ['an admin makes no owner', { role: 'admin' }, { role: 'owner' }, false],
  ['a custom role with everything makes no owner', custom(...ALL_PERMISSIONS), { role: 'owner' }, false],
  ['an admin makes an admin', { role: 'admin' }, { role: 'admin' }, true],
  ['a manager makes no admin', { role: 'manager' }, { role: 'admin' }, false],
  ['a custom role makes what it holds', custom('team.manage', 'inbox.read'), custom('inbox.read'), true],
  ['a custom role makes nothing beyond', custom('team.manage', 'inbox.read'), custom('inbox.reply'), false],
  ['a custom role makes no built-in role that may more', custom('team.manage'), { role: 'viewer' }, false],
])('%s', (_case, mine, granted, expected) => {
  expect(mayGrant(mine, granted)).toBe(expected)
})

test('adds what a permission is useless without', () => {
  expect(withRequired(['broadcasts.send'])).toEqual([
    'contacts.read',
    'groups.read',
    'broadcasts.read',
    'broadcasts.draft',
    'broadcasts.send',
    'team.read',
  ])
  expect(withRequired([])).toEqual(['team.read'])
  for (const permission of ALL_PERMISSIONS) expect(withRequired([permission])).toContain(permission)
})
