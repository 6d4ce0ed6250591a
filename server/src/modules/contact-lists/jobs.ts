import { CONTACT_RUN_UNDO_MS } from '@crewline/contract/limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { deleteOldUndoSnapshots } from './store/undo-snapshots.ts'

/** Deletes the undo data of bulk actions after the time limit. Returns the number deleted. */
export async function deleteUndoSnapshotsOfRuns(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - CONTACT_RUN_UNDO_MS)
  const system = kernel.database.asSystem('undo data of bulk actions of every organization is deleted after a day')
  return deleteOldUndoSnapshots(system, before)
}

/** The cron jobs of this module. */
export const crons = [
  defineCron({
    name: 'contact-lists.delete-undo-snapshots',
    at: '43 * * * *',
    run: async (kernel) => void (await deleteUndoSnapshotsOfRuns(kernel)),
  }),
]
