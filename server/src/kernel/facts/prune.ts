import { sql } from 'kysely'
import { defineCron } from '../jobs/define.ts'

/** Facts are kept this long: no client resumes from further back, in ms. */
const KEEP_MS = 7 * 24 * 3_600_000

/** Forgets facts nobody can ask for any more. */
export const pruneFacts = defineCron({
  name: 'kernel.prune-facts',
  at: '17 3 * * *',
  run: async (kernel) => {
    const system = kernel.database.asSystem('old facts of every organization are forgotten')
    await sql`delete from fact where at < ${new Date(kernel.world.now().getTime() - KEEP_MS)}`.execute(system)
  },
})
