import type { Belonging } from '@crewline/contract/accounts'
import type { AuthState } from '../../shared/lib/session/state.ts'

/** Whether a switch may begin: the target is set, is another organization, and no switch is under way. */
export function maySwitch({ organization, switchingOrg }: AuthState, targetId: string): boolean {
  return targetId !== '' && targetId !== organization?.id && !switchingOrg
}

/** The first page of the section a path lies in: another organization has other contacts under the same section. */
export function sectionRoot(path: string): string {
  const [, first = '', section = ''] = path.split('/')
  return first !== 'dashboard' || section === '' ? '/dashboard' : `/dashboard/${section}`
}

/** An organization in the menu, with how far it stands in from the edge. */
export interface Branch extends Belonging {
  depth: number
}

/** The organizations as a tree in reading order: each parent before its children; a child without its parent stands by itself. */
export function treeOf(organizations: readonly Belonging[]): Branch[] {
  const known = new Set(organizations.map(({ id }) => id))
  const rows: Branch[] = []
  const placed = new Set<string>()
  function place(one: Belonging, depth: number): void {
    if (placed.has(one.id)) return
    placed.add(one.id)
    rows.push({ ...one, depth })
    for (const child of organizations) if (child.parentOrganizationId === one.id) place(child, depth + 1)
  }
  for (const one of organizations) if (!known.has(one.parentOrganizationId ?? '')) place(one, 0)
  // Two that name each other as parent must not get lost.
  for (const one of organizations) place(one, 0)
  return rows
}

/** The branches whose name holds every word that was typed, whatever its case and accents. */
export function branchesNamed(rows: readonly Branch[], typed: string): Branch[] {
  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows
    .filter(({ name }) => words.every((word) => plain(name).includes(word)))
    .map((row) => ({ ...row, depth: 0 }))
}
