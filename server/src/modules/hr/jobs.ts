import { defineCron } from '../../kernel/jobs/define.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { systemScope } from './scope.ts'
import { begin } from './service.ts'
import { nextDaily } from './settings-rules.ts'
import { reportMissedFiles } from './file/missed.ts'
import { deleteOldFiles } from './store/files.ts'
import { dueOrganizations, lockConnection, scheduleNext } from './store/connection.ts'
import { deleteOldSyncs } from './store/syncs.ts'

/** Organizations whose sync begins in one pass. */
const STEP = 200
/** Syncs are kept this long, in ms. */
const KEEP_MS = 60 * 86_400_000

/** Begins the syncs that are due. A sync that is still running or waits for a member is not doubled. */
export async function beginDueSyncs(kernel: Kernel): Promise<void> {
  const now = kernel.world.now()
  const system = kernel.database.asSystem('syncs of every organization begin')
  for (const orgId of await dueOrganizations(system, now, STEP)) {
    try {
      const scope = await systemScope(kernel, orgId)
      await scope.tx(async (tx) => {
        const connection = await lockConnection(tx)
        if (connection?.state !== 'connected' || !connection.nextSyncAt || connection.nextSyncAt > now) return
        const isFile = connection.source === 'file'
        await scheduleNext(tx, isFile ? null : nextDaily(tx.world.now(), tx.org.timezone))
        await begin(tx, { userId: null, isScheduled: true })
      })
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'hr: a sync could not begin, trying again')
    }
  }
}

/** A file whose reading takes longer than this was broken off with its process, in ms. */
const UNFINISHED_MS = 3_600_000

async function forgetOld(kernel: Kernel): Promise<void> {
  const now = kernel.world.now().getTime()
  const system = kernel.database.asSystem('old syncs and files of every organization are deleted')
  await deleteOldSyncs(system, new Date(now - KEEP_MS))
  await deleteOldFiles(system, { before: new Date(now - KEEP_MS), unfinishedBefore: new Date(now - UNFINISHED_MS) })
}

/** The cron jobs of the HR connector. */
export const crons = [
  defineCron({ name: 'hr.missed-files', at: '*/5 * * * *', run: (kernel) => reportMissedFiles(kernel) }),
  defineCron({ name: 'hr.begin-due', at: '* * * * *', run: beginDueSyncs }),
  defineCron({
    name: 'hr.forget-old',
    at: '37 4 * * *',
    run: forgetOld,
  }),
]
