import { IMPORT_KEPT_MS } from '@crewline/contract/limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { removeLeftovers } from './reading/leftovers.ts'
import { forgetOld } from './store/imports.ts'

/** A file that never became whole, or could not be read, is forgotten after this long, in ms. */
const UNFINISHED_MS = 2 * 24 * 3_600_000
/** No file is read for as long as this, in ms. */
const COPY_MS = 24 * 3_600_000

/** Forgets the rows of imports that are over, and files nobody went on with. */
export async function forgetImports(kernel: Kernel): Promise<void> {
  const now = kernel.world.now().getTime()
  const system = kernel.database.asSystem('files of people of every organization are forgotten')
  await forgetOld(system, new Date(now - IMPORT_KEPT_MS), new Date(now - UNFINISHED_MS))
  await removeLeftovers(kernel.config.dataDir, new Date(now - COPY_MS))
}

/** What imports need by the clock. */
export const crons = [defineCron({ name: 'imports.forget-old', at: '17 4 * * *', run: forgetImports })]
