import { CONTACT_RUN_UNDO_MS, MERGE_UNDO_MS } from '@crewline/contract/limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { finishErasures } from './erase.ts'
import { forgetUndo } from './store/merges.ts'
import { forgetOldTraces } from './store/traces.ts'
import { collectStrays } from './strays.ts'

/** Forgets what it takes to undo merges whose time is over: it holds facts nobody needs any more. Answers how many. */
export async function forgetMerges(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - MERGE_UNDO_MS)
  const system = kernel.database.asSystem('merges of every organization are forgotten after a day')
  return forgetUndo(system, before)
}

/** Forgets what acts on many did to each worker once they cannot be undone any more. Answers how many. */
export async function forgetTracesOfRuns(kernel: Kernel): Promise<number> {
  const before = new Date(kernel.world.now().getTime() - CONTACT_RUN_UNDO_MS)
  const system = kernel.database.asSystem('what acts on many did is forgotten in every organization after a day')
  return forgetOldTraces(system, before)
}

/** What this room does by the clock. */
export const crons = [
  defineCron({
    name: 'roster.forget-merges',
    at: '41 * * * *',
    run: async (kernel) => void (await forgetMerges(kernel)),
  }),
  defineCron({
    name: 'roster.forget-traces',
    at: '43 * * * *',
    run: async (kernel) => void (await forgetTracesOfRuns(kernel)),
  }),
  defineCron({
    name: 'roster.collect-strays',
    at: '*/5 * * * *',
    run: async (kernel) => void (await collectStrays(kernel)),
  }),
  defineCron({
    name: 'roster.finish-erasures',
    at: '*/10 * * * *',
    run: async (kernel) => {
      while ((await finishErasures(kernel)) > 0);
    },
  }),
]
