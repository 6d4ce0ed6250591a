import { IMPORT_RETENTION_MS } from '@crewline/contract/limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { removeLeftovers } from './reading/leftovers.ts'
import { deleteExpiredImports } from './store/imports.ts'

/** Incomplete or unreadable files are deleted after this long, in ms. */
const UNFINISHED_MS = 2 * 24 * 3_600_000
/** No read of a file takes this long, in ms. */
const COPY_MS = 24 * 3_600_000

/** Deletes the rows of finished imports and abandoned files. */
export async function deleteOldImports(kernel: Kernel): Promise<void> {
  const now = kernel.world.now().getTime()
  const system = kernel.database.asSystem('import files of every organization are deleted')
  await deleteExpiredImports(system, new Date(now - IMPORT_RETENTION_MS), new Date(now - UNFINISHED_MS))
  await removeLeftovers(kernel.config.dataDir, new Date(now - COPY_MS))
}

/** The cron jobs of imports. */
export const crons = [defineCron({ name: 'imports.forget-old', at: '17 4 * * *', run: deleteOldImports })]
