import { GROUPS_MAX } from '@crewline/contract/limits'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { publishGroupChanged } from './evaluate.ts'
import { addGroup, countGroups, isNameTaken, lockGroupRows, lockGroups, saveGroup } from './store/groups.ts'
import { join, leave } from './store/members.ts'
import { changeType } from './store/synced.ts'
import { upkeepOf } from './upkeep.ts'

/**
 * Creates a group that an HR system fills, and returns its id. Where the name is taken, the group is called
 * "name (department)" with the given word; returns undefined when that is taken too, or there are too many groups.
 */
export async function addSyncedGroup(tx: Tx, name: string, word: string): Promise<string | undefined> {
  await lockGroups(tx)
  const upkeep = upkeepOf(tx)
  const free = await freeName(tx, name, word)
  if (free === undefined || (await countGroups(upkeep)).all >= GROUPS_MAX) return undefined
  const id = tx.world.id()
  const group = { id, name: free, description: '', color: 'gray', type: 'hris' as const, filter: null }
  if (!(await addGroup(upkeep, group))) return undefined
  tx.audit('group.created', id, { name: free, type: 'hris' })
  return id
}

/** Renames a synced group; a name that is taken changes nothing. */
export async function renameSyncedGroup(tx: Tx, id: string, name: string, word: string): Promise<void> {
  await lockGroups(tx)
  const [group] = await lockGroupRows(tx, [id])
  const free = await freeName(tx, name, word)
  if (!group || group.type !== 'hris' || free === undefined) return
  await saveGroup(upkeepOf(tx), { ...group, name: free })
  tx.audit('group.edited', id, changeOf({ name: group.name }, { name: free }))
}

/** Adds and removes the contacts of a synced group. Fails with `not_found` when it is not one. */
export async function changeSyncedMembers(
  tx: Tx,
  id: string,
  { joining, leaving }: { joining: string[]; leaving: string[] },
): Promise<void> {
  const [group] = await lockGroupRows(tx, [id])
  if (group?.type !== 'hris') fail('not_found')
  // Not the member who started the sync: the HR system keeps the group.
  const upkeep = { ...upkeepOf(tx), by: null }
  const joined = await tx.unscoped(() => join(upkeep, id, joining, 'sync'))
  const left = await tx.unscoped(() => leave(upkeep, id, leaving, 'sync'))
  if (joined.length + left.length > 0) publishGroupChanged(tx, id, [...joined, ...left])
}

/** Turns a synced group into a manual one, which keeps the contacts in it. */
export async function releaseSyncedGroup(tx: Tx, id: string): Promise<void> {
  if (await changeType(tx, id, 'hris', 'static')) tx.audit('group.released', id)
}

async function freeName(tx: Tx, name: string, word: string): Promise<string | undefined> {
  const short = name.slice(0, 60)
  if (!(await isNameTaken(upkeepOf(tx), short, null))) return short
  const longer = `${name.slice(0, 57 - word.length)} (${word})`
  return (await isNameTaken(upkeepOf(tx), longer, null)) ? undefined : longer
}
