import { MERGE_UNDO_MS } from '@crewline/contract/limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { finishErasures } from './erase.ts'
import { deleteUndo } from './store/merges.ts'
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

/** The cron jobs of this module. */
export const crons = [
  defineCron({
    name: 'privacy.delete-merge-undo',
    at: '41 * * * *',
    run: async (kernel) => void (await deleteMergeUndo(kernel)),
  }),
  defineCron({
    name: 'privacy.collect-unmatched',
    at: '*/5 * * * *',
    run: async (kernel) => void (await collectUnmatched(kernel)),
  }),
  defineCron({
    name: 'privacy.finish-erasures',
    at: '*/10 * * * *',
    run: async (kernel) => {
      while ((await finishErasures(kernel)) > 0);
    },
  }),
]
