import { CONTACT_RUN_UNDO_MS, MERGE_UNDO_MS } from '@crewline/contract/limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { finishErasures } from './erase.ts'
import { deleteUndo } from './store/merges.ts'
import { deleteOldUndoSnapshots } from './store/traces.ts'
import { collectUnmatched } from './unmatched.ts'

/**
 * Deletes the undo data of merges after the time limit: it holds personal data that is no longer needed. Returns the
 * number of merges.
 */
export async function deleteMergeUndo(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - MERGE_UNDO_MS)
  const system = kernel.database.asSystem('merges of every organization expire after a day')
  return deleteUndo(system, before)
}

/** Deletes the undo data of bulk actions after the time limit. Returns the number deleted. */
export async function deleteUndoSnapshotsOfRuns(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - CONTACT_RUN_UNDO_MS)
  const system = kernel.database.asSystem('undo data of bulk actions of every organization is deleted after a day')
  return deleteOldUndoSnapshots(system, before)
}

/** The cron jobs of this module. */
export const crons = [
  defineCron({
    name: 'roster.forget-merges',
    at: '41 * * * *',
    run: async (kernel) => void (await deleteMergeUndo(kernel)),
  }),
  defineCron({
    name: 'roster.forget-traces',
    at: '43 * * * *',
    run: async (kernel) => void (await deleteUndoSnapshotsOfRuns(kernel)),
  }),
  defineCron({
    name: 'roster.collect-strays',
    at: '*/5 * * * *',
    run: async (kernel) => void (await collectUnmatched(kernel)),
  }),
  defineCron({
    name: 'roster.finish-erasures',
    at: '*/10 * * * *',
    run: async (kernel) => {
      while ((await finishErasures(kernel)) > 0);
    },
  }),
]
