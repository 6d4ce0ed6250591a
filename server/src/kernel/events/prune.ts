import { sql } from 'kysely'
import { defineCron } from '../jobs/define.ts'

/** How long events are kept, in ms; no client resumes from further back. */
const KEEP_MS = 7 * 24 * 3_600_000

/** Deletes events that no client can request any more. */
export const pruneEventLog = defineCron({
  name: 'kernel.prune-events',
  at: '17 3 * * *',
  run: async (kernel) => {
    const system = kernel.database.asSystem('old events of every organization are deleted')
    await sql`delete from event_log where at < ${new Date(kernel.world.now().getTime() - KEEP_MS)}`.execute(system)
  },
})
