import { RUN_KINDS } from '@crewline/contract/events'
import { allowLong } from '../../kernel/db/timeout.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { countRetained, nextRetained, retainedDataOfModules, type RetainedData } from '../../kernel/retained-data.ts'
import { defineRun, startRun, type RunInProgress } from '../../kernel/runs/define.ts'
import { takeRunStep } from '../../kernel/runs/step.ts'
import type { Tx } from '../../kernel/scope.ts'
import { removeClosedFiles } from '../files/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { cutoff, digestOf, purgedAfter } from './rules.ts'
import { addRun, lockRun, saveRun, shareSettings, type StoredRun } from './store.ts'
import { settingsOf } from './views.ts'

/** Files whose bytes are removed between two steps. */
const BYTES_AT_ONCE = 200

/** Deletes what is past its period: a chunk of one class in each step. */
export const purgeRun = defineRun<number>({
  name: RUN_KINDS.retention,
  table: 'retention_run',
  maxAttempts: 5,
  isUnlimited: true,
  watchers: 'records.manage',
  // Bytes are outside the database, so they go between the steps: those of files that earlier steps closed.
  prepare: ({ kernel, orgId }) => removeClosedFiles(kernel, orgId, BYTES_AT_ONCE),
  step: takeStep,
  stop: async (tx, { id }) => {
    const run = await lockRun(tx, id)
    if (run?.state !== 'running') return
    await saveRun(tx, { ...run, state: 'failed' })
    tx.audit('retention.failed', id, { counts: run.counts, digest: run.digest })
  },
})

/** Takes one step of a purge; returns whether there was one. */
export function passPurges(kernel: Kernel, options: { isImmediate?: boolean } = {}): Promise<boolean> {
  return takeRunStep(kernel, purgeRun, options)
}

/**
 * Starts a purge with the periods that apply now, unless one runs already or nothing is past its period. Returns its id.
 */
export async function begin(tx: Tx): Promise<string | undefined> {
  await allowLong(tx.db, 'looks for data past its period')
  const settings = await settingsOf(tx.db)
  const now = tx.world.now()
  const before: StoredRun['before'] = {}
  for (const data of retainedDataOfModules()) {
    const months = purgedAfter(settings, data.class, now)
    if (months === null) continue
    const moment = cutoff(now, months, tx.org.timezone)
    const next = await nextRetained(tx.db, { ...data, atOnce: 1 }, { orgId: tx.orgId, before: moment })
    if (next.length > 0) before[data.class] = moment.toISOString()
  }
  const id = tx.world.id()
  if (Object.keys(before).length === 0 || !(await addRun(tx, id, before))) return undefined
  startRun(tx, purgeRun, { id, userId: null })
  return id
}

async function takeStep(tx: Tx, { id, kernel }: RunInProgress, removed: number): Promise<'continue' | 'end'> {
  await allowLong(tx.db, 'deletes data past its period')
  await lockHolds(tx)
  await shareSettings(tx)
  const run = await lockRun(tx, id)
  if (run?.state !== 'running') return 'end'
  const moments = await momentsNow(tx, run)
  for (const [data, before] of moments) {
    const ids = await nextRetained(tx.db, data, { orgId: tx.orgId, before })
    if (ids.length === 0) continue
    await data.remove(tx, ids, kernel)
    const counts = { ...run.counts, [data.class]: (run.counts[data.class] ?? 0) + ids.length }
    await saveRun(tx, { ...run, counts, digest: digestOf(run.digest, data.class, ids) })
    return 'continue'
  }
  // The last chunk may have closed files, and the bytes of more than one batch of them may be left.
  if (removed > 0) return 'continue'
  const held = await countHeld(tx, moments)
  await saveRun(tx, { ...run, held, state: 'done' })
  tx.audit('retention.purged', id, { before: run.before, counts: run.counts, held, digest: run.digest })
  return 'end'
}

/**
 * Returns the moment before which each class is deleted: that of the beginning, or an earlier one when a longer period was
 * set since. A class that is kept by now is left out.
 */
async function momentsNow(tx: Tx, { before }: StoredRun): Promise<Map<RetainedData, Date>> {
  const settings = await settingsOf(tx.db)
  const now = tx.world.now()
  const moments = new Map<RetainedData, Date>()
  for (const data of retainedDataOfModules()) {
    const begun = before[data.class]
    const months = purgedAfter(settings, data.class, now)
    if (begun === undefined || months === null) continue
    const current = cutoff(now, months, tx.org.timezone)
    moments.set(data, new Date(Math.min(Date.parse(begun), current.getTime())))
  }
  return moments
}

async function countHeld(tx: Tx, moments: Map<RetainedData, Date>): Promise<StoredRun['held']> {
  const held: StoredRun['held'] = {}
  for (const [data, before] of moments) {
    const about = { orgId: tx.orgId, before, timeZone: 'UTC' }
    held[data.class] = (held[data.class] ?? 0) + (await countRetained(tx.db, [data], about)).held
  }
  return held
}
