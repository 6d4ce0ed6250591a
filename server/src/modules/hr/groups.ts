import type { HrSettings } from '@crewline/contract/hr'
import type { Tx } from '../../kernel/scope.ts'
import { addSyncedGroup, changeSyncedMembers, releaseSyncedGroup, renameSyncedGroup } from '../groups/index.ts'
import { groupChanges, wantedValues } from './group-views.ts'
import { removeGroup, saveGroup, type HrGroup } from './store/people.ts'

/**
 * Brings the groups of departments and locations up to date: adds missing ones, renames one whose people all moved to a
 * new value, and moves the people. A value that no one has any more leaves its group empty, because broadcasts and
 * permissions may use it. Writes nothing where nothing changed.
 */
export async function followGroups(tx: Tx, settings: HrSettings): Promise<void> {
  for (const kind of ['department', 'location'] as const) {
    const { groups, values, unused } = await wantedValues(tx, kind)
    if (!settings.groups.includes(kind)) {
      for (const group of groups) await release(tx, group)
      continue
    }
    const known = new Map(groups.map((group) => [group.value, group]))
    for (const value of values.filter((candidate) => !known.has(candidate))) {
      const renamed = unused.find(({ movedTo }) => movedTo === value)?.group
      if (renamed) {
        await renameSyncedGroup(tx, renamed.groupId, value, kind)
        await saveGroup(tx, { ...renamed, value })
        continue
      }
      const groupId = await addSyncedGroup(tx, value, kind)
      if (groupId) await saveGroup(tx, { kind, value, groupId })
    }
    for (const { groupId, joining, leaving } of await groupChanges(tx, kind))
      await changeSyncedMembers(tx, groupId, { joining, leaving })
  }
}

async function release(tx: Tx, { groupId }: HrGroup): Promise<void> {
  await removeGroup(tx, groupId)
  await releaseSyncedGroup(tx, groupId)
}
