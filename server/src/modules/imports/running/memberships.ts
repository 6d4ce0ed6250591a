import type { Tx } from '../../../kernel/scope.ts'
import { addManyMembers, groupsByName, removeMembers, type Membership } from '../../groups/index.ts'
import { groupNames } from '../../team/index.ts'
import type { Importer } from '../actor.ts'
import { groupsSeenBy } from '../member-views.ts'
import type { GivingRow } from './chunk-views.ts'

/** What is said about groups: those everybody gets, and whether a named one that does not exist is made. */
export interface Giving {
  groupIds: string[]
  makeGroups: boolean
}

/** Puts the people of some rows into the groups they name and into those everybody gets; answers, by the group, who has joined now. */
export async function giveGroups(
  tx: Tx,
  { seen }: Importer,
  rows: GivingRow[],
  { groupIds, makeGroups }: Giving,
): Promise<Map<string, string[]>> {
  const names = new Set<string>()
  for (const row of rows) for (const name of row.groups ?? []) names.add(name)
  const mine = seen ? new Set(await groupsSeenBy(seen)) : undefined
  const known =
    names.size > 0
      ? await groupsByName(tx, [...names], { make: makeGroups && !mine })
      : new Map<string, { id: string }>()
  const named = new Map([...names].map((name) => [name, known.get(name.trim().toLowerCase())?.id]))
  // A group may be gone by now: what is left of the choice is given.
  const given = (await groupNames.get()(tx.db, tx.orgId, groupIds)).map((group) => group.id)
  const wanted: Membership[] = []
  for (const row of rows) {
    const ids = new Set(given)
    for (const name of row.groups ?? []) {
      const id = named.get(name)
      if (id !== undefined) ids.add(id)
    }
    const seenOnes = mine ? [...ids].filter((id) => mine.has(id)) : [...ids]
    const [first] = mine ?? []
    // Whoever sees some groups only must see whom they have added.
    if (mine && row.kind === 'new' && seenOnes.length === 0 && first) seenOnes.push(first)
    for (const groupId of seenOnes) wanted.push({ groupId, contactId: row.id })
  }
  return wanted.length > 0 ? addManyMembers(tx, wanted, 'import') : new Map()
}

/** Takes memberships back that an import gave. */
export async function takeGroups(tx: Tx, given: Map<string, string[]>): Promise<void> {
  const still = new Set((await groupNames.get()(tx.db, tx.orgId, [...given.keys()])).map((group) => group.id))
  for (const [groupId, contactIds] of [...given].sort(([a], [b]) => (a < b ? -1 : 1)))
    if (still.has(groupId)) await removeMembers(tx, groupId, contactIds, 'import')
}
