import { describe, expect, it } from 'vitest'
import { canBeLimited, grantable } from './role-rules.ts'

const lead = {
  id: 'r1',
  name: 'Lead',
  permissions: ['inbox.read', 'contacts.read', 'team.read'],
  members: 0,
  invitations: 0,
}
const boss = { ...lead, id: 'r2', name: 'Boss', permissions: ['team.manage', 'team.read'] }

describe('roles to choose', () => {
  it('are those that permit no more than the own one', () => {
    const keys = (mine: Parameters<typeof grantable>[0]) => grantable(mine, [lead, boss]).map(({ key }) => key)
    expect(keys({ role: 'owner' })).toEqual(['owner', 'admin', 'manager', 'agent', 'author', 'viewer', 'r1', 'r2'])
    expect(keys({ role: 'admin' })).not.toContain('owner')
    expect(keys({ role: 'custom', permissions: ['team.manage', 'team.read', 'inbox.read', 'contacts.read'] })).toEqual([
      'r1',
      'r2',
    ])
  })

  it('can be limited to groups unless they manage the team', () => {
    expect(canBeLimited({ role: 'agent' })).toBe(true)
    expect(canBeLimited({ role: 'admin' })).toBe(false)
    expect(canBeLimited({ role: 'custom', ...lead })).toBe(true)
    expect(canBeLimited({ role: 'custom', ...boss })).toBe(false)
  })
})
