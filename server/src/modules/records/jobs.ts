import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { removeBlob } from '../files/index.ts'
import { expire } from './store.ts'

/** Deletes the files of exports past their time. */
export async function deleteExpired(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('exports of every organization expire')
  for (const key of await expire(system, kernel.world.now())) await removeBlob(kernel, key)
}

/** The cron jobs of this module. */
export const crons = [defineCron({ name: 'records.delete-expired', at: '13 * * * *', run: deleteExpired })]
