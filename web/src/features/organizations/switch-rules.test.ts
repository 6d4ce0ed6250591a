import { describe, expect, it } from 'vitest'
import { emptySession } from '../../shared/lib/session/state.ts'
import { branchesNamed, maySwitch, sectionRoot, treeOf } from './switch-rules.ts'

const auth = (id: string, switchingOrg = false) => ({
  ...emptySession().auth,
  switchingOrg,
  organization: {
    id,
    name: id,
    parentOrganizationId: null,
    timezone: 'UTC',
    country: 'US',
    status: 'active' as const,
  },
})
const organizationOf = (id: string, parentOrganizationId: string | null = null) => ({
  id,
  name: `Org ${id}`,
  parentOrganizationId,
  role: 'owner' as const,
})

describe('a switch', () => {
  it.each([
    ['to another organization', auth('a'), 'b', true],
    ['to nowhere', auth('a'), '', false],
    ['to where one is', auth('a'), 'a', false],
    ['while another is under way', auth('a', true), 'b', false],
  ])('%s', (_title, session, target, may) => expect(maySwitch(session, target)).toBe(may))

  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/', '/dashboard'],
    ['/dashboard/contacts/42', '/dashboard/contacts'],
    ['/dashboard/apps/forms/9/build', '/dashboard/apps'],
    ['/elsewhere', '/dashboard'],
  ])('from %s lands on %s', (from, to) => expect(sectionRoot(from)).toBe(to))
})

describe('the organizations of a user', () => {
  it('are a tree, children under their parent', () => {
    const rows = treeOf([
      organizationOf('b'),
      organizationOf('c', 'a'),
      organizationOf('a'),
      organizationOf('d', 'gone'),
      organizationOf('e', 'c'),
    ])
    expect(rows.map(({ id, depth }) => `${id}${depth}`)).toEqual(['b0', 'a0', 'c1', 'e2', 'd0'])
  })

  it('are all listed when two name each other as parent', () => {
    expect(treeOf([organizationOf('a', 'b'), organizationOf('b', 'a')]).map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('are found by any part of their name', () => {
    const rows = treeOf([
      { ...organizationOf('a'), name: 'Café Norte' },
      { ...organizationOf('b', 'a'), name: 'Beta Logistics' },
    ])
    expect(branchesNamed(rows, 'cafe n').map(({ id }) => id)).toEqual(['a'])
    expect(branchesNamed(rows, 'logist').map(({ id, depth }) => `${id}${depth}`)).toEqual(['b0'])
    expect(branchesNamed(rows, ' ')).toHaveLength(2)
  })
})
