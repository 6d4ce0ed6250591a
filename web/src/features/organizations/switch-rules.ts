import type { Belonging } from '@crewline/contract/accounts'
import type { AuthState } from '../../shared/lib/session/state.ts'

/**
 * Returns whether a switch may start: the target is set and differs from the current organization, and no other switch
 * is in progress.
 */
export function maySwitch({ organization, switchingOrg }: AuthState, targetId: string): boolean {
  return targetId !== '' && targetId !== organization?.id && !switchingOrg
}

/** Returns the first page of the section of a path, because its other pages show data of the previous organization. */
export function sectionRoot(path: string): string {
  const [, first = '', section = ''] = path.split('/')
  return first !== 'dashboard' || section === '' ? '/dashboard' : `/dashboard/${section}`
}

/** An organization in the menu, with its indentation level. */
export interface Branch extends Belonging {
  depth: number
}

/**
 * Returns the organizations as a tree in reading order: each parent before its children; a child whose parent is
 * missing is at the top level.
 */
export function treeOf(organizations: readonly Belonging[]): Branch[] {
  const ids = new Set(organizations.map(({ id }) => id))
  const rows: Branch[] = []
  const placed = new Set<string>()
  function addBranch(organization: Belonging, depth: number): void {
    if (placed.has(organization.id)) return
    placed.add(organization.id)
    rows.push({ ...organization, depth })
    for (const child of organizations) if (child.parentOrganizationId === organization.id) addBranch(child, depth + 1)
  }
  for (const organization of organizations)
    if (!ids.has(organization.parentOrganizationId ?? '')) addBranch(organization, 0)
  // Two organizations that name each other as parent must not be lost.
  for (const organization of organizations) addBranch(organization, 0)
  return rows
}

/** Returns the branches whose name contains every typed word, ignoring case and accents. */
export function branchesNamed(rows: readonly Branch[], typed: string): Branch[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const terms = plain(typed).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return [...rows]
  return rows
    .filter(({ name }) => terms.every((term) => plain(name).includes(term)))
    .map((row) => ({ ...row, depth: 0 }))
}
