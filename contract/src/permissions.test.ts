import { expect, test } from 'vitest'
import { ROLES_BY_PERMISSION, permissionsOf, Role, type Permission } from './permissions.ts'

/** Which role has which permission, written out so that every change is visible in a test. */
const TABLE: Record<Permission, string> = {
  //                 owner admin manager agent author viewer
  'inbox.read': '      x     x     x      x     -      x',
  'inbox.reply': '     x     x     x      x     -      -',
  'messages.export': ' x     x     x      -     -      -',
  'messages.off_shift': 'x   x     x      -     -      -',
  'replies.manage': '  x     x     x      -     -      -',
  'phrases.review': '  x     x     x      -     -      -',
  'lines.manage': '    x     x     -      -     -      -',
  'organization.manage': ' x x -      -     -      -',
  'contacts.read': '   x     x     x      x     x      x',
  'contacts.edit': '   x     x     x      -     -      -',
  'contacts.export': ' x     x     x      -     -      -',
  'contacts.erase': '  x     x     -      -     -      -',
  'contacts.sensitive': ' x  x     -      -     -      -',
  'fields.manage': '   x     x     -      -     -      -',
  'groups.edit': '     x     x     x      -     -      -',
  'groups.read': '     x     x     x      x     x      x',
  'broadcasts.read': ' x     x     x      x     x      x',
  'broadcasts.draft': 'x     x     x      -     x      -',
  'broadcasts.send': ' x     x     x      -     -      -',
  'broadcasts.approve': 'x   x     -      -     -      -',
  'team.read': '       x     x     x      x     x      x',
  'team.manage': '     x     x     -      -     -      -',
  'analytics.view': '  x     x     x      x     x      x',
  'billing.manage': '  x     x     -      -     -      -',
  'api.manage': '      x     x     -      -     -      -',
  'records.manage': '  x     x     -      -     -      -',
}

test('matches the permission table in every cell', () => {
  expect(Role.options).toEqual(['owner', 'admin', 'manager', 'agent', 'author', 'viewer'])
  expect(Object.keys(ROLES_BY_PERMISSION).sort()).toEqual(Object.keys(TABLE).sort())
  for (const [permission, row] of Object.entries(TABLE) as [Permission, string][]) {
    const cells = row.trim().split(/\s+/)
    expect({ permission, holders: ROLES_BY_PERMISSION[permission] }).toEqual({
      permission,
      holders: Role.options.filter((_, at) => cells[at] === 'x'),
    })
  }
})

test('gives a higher role at least the permissions of a lower one, and every writer permission to read', () => {
  const ranks: Role[][] = [
    ['owner', 'admin', 'manager', 'agent'],
    ['manager', 'viewer'],
  ]
  for (const chain of ranks)
    for (const [at, role] of chain.entries())
      for (const lower of chain.slice(at + 1))
        for (const permission of permissionsOf(lower)) expect(permissionsOf(role)).toContain(permission)
  for (const role of Role.options) {
    const held = permissionsOf(role)
    if (held.includes('inbox.reply')) expect(held).toContain('inbox.read')
    if (held.includes('contacts.edit')) expect(held).toContain('contacts.read')
  }
})
