import type { Tx } from '../../../kernel/scope.ts'
import { addMembers, groupsByName, removeMembers } from '../../groups/index.ts'
import { groupNames } from '../../team/index.ts'
import type { Importer } from '../actor.ts'
import { groupsSeenBy } from '../member-views.ts'
import type { GivingRow } from './chunk-views.ts'

/** What is said about groups: those everybody gets, and whether a named one that does not exist is made. */
export interface Giving {
  groupIds: string[]
  makeGroups: boolean
}

/** Puts the people of some rows into the groups they name and into those everybody gets; answers the groups each has joined now. */
export async function giveGroups(
  tx: Tx,
  { seen }: Importer,
  rows: GivingRow[],
  { groupIds, makeGroups }: Giving,
): Promise<Map<string, string[]>> {
  const names = [...new Set(rows.flatMap((row) => row.groups))]
  const mine = seen ? await groupsSeenBy(seen) : undefined
  const known =
    names.length > 0 ? await groupsByName(tx, names, { make: makeGroups && !mine }) : new Map<string, { id: string }>()
  // A group may be gone by now: what is left of the choice is given.
  const given = (await groupNames.get()(tx.db, tx.orgId, groupIds)).map((group) => group.id)
  const wanted = new Map<string, string[]>()
  const give = (groupId: string, contactId: string) => wanted.set(groupId, [...(wanted.get(groupId) ?? []), contactId])
  for (const row of rows) {
    const ids = new Set([...given, ...row.groups.flatMap((name) => known.get(name.trim().toLowerCase())?.id ?? [])])
    const seenOnes = mine ? [...ids].filter((id) => mine.includes(id)) : [...ids]
    // Whoever sees some groups only must see whom they have added.
    if (mine && row.kind === 'new' && seenOnes.length === 0 && mine[0]) seenOnes.push(mine[0])
    for (const id of seenOnes) give(id, row.id)
  }
  const joined = new Map<string, string[]>()
  for (const [groupId, contactIds] of [...wanted].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const id of await addMembers(tx, groupId, contactIds, 'import'))
      joined.set(id, [...(joined.get(id) ?? []), groupId])
  return joined
}

/** Takes memberships back that an import gave. */
export async function takeGroups(tx: Tx, given: Map<string, string[]>): Promise<void> {
  const still = new Set((await groupNames.get()(tx.db, tx.orgId, [...given.keys()])).map((group) => group.id))
  for (const [groupId, contactIds] of [...given].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (still.has(groupId)) await removeMembers(tx, groupId, contactIds, 'import')
}
