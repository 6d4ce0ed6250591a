import { setInterval } from 'node:timers'
import { ClaimLost, deadLetterQueue, type ClaimedJob } from '../jobs/queues.ts'
import { followQueue } from '../jobs/queue.ts'
import type { Kernel, Running } from '../kernel.ts'
import { openRun } from './actor.ts'
import type { Tx } from '../scope.ts'
import type { RunDefinition, RunInProgress, StopReason } from './define.ts'
import { RunUpdated } from './progress.ts'

/** A process that did not refresh its claim for this long counts as dead, in seconds. */
const HEARTBEAT_S = 20
const REFRESH_MS = 7_000
/** The longest step by default, in seconds. */
const STEP_S = 15 * 60

/** The settings of the queue of a definition. */
export function queueOf({ name, maxAttempts, stepSeconds = STEP_S }: RunDefinition) {
  return { name, maxAttempts, expireInSeconds: stepSeconds, heartbeatSeconds: HEARTBEAT_S }
}

/** Works on the runs of one definition for the life of the process. */
export function followRuns(kernel: Kernel, definition: RunDefinition): Running {
  const { name } = definition
  return followQueue(kernel, { name, wakeUp: `run:${name}`, pass: () => takeRunStep(kernel, definition) })
}

/**
 * Takes one step of the run whose turn it is, or ends a run whose steps kept failing. Organizations take turns. Returns
 * whether there was anything to do. `isImmediate` ignores the delay before a retry.
 */
export async function takeRunStep(
  kernel: Kernel,
  definition: RunDefinition,
  { isImmediate = false } = {},
): Promise<boolean> {
  const { name } = definition
  const job = await claimInTurn(kernel, name, isImmediate)
  if (job) {
    await attempt(kernel, { definition, queue: name, job }, (run) => step(definition, run, job))
    return true
  }
  const queue = deadLetterQueue(name)
  const failed = await kernel.jobs.claim(queue, { isImmediate })
  if (!failed) return false
  kernel.log.error({ run: name, id: failed.data.runId }, 'runs: a step failed in every attempt, the run is stopped')
  await attempt(kernel, { definition, queue, job: failed }, (run) =>
    stop(definition, run, { queue, job: failed, reason: 'failed' }),
  )
  return true
}

/** The organizations that had a step in the current round, by process and queue. */
const served = new WeakMap<Kernel, Map<string, Set<string>>>()

/** Claims a job so that each organization with waiting jobs gets one step per round, however many jobs others have. */
async function claimInTurn(kernel: Kernel, queue: string, isImmediate: boolean): Promise<ClaimedJob | undefined> {
  const queues = served.get(kernel) ?? new Map<string, Set<string>>()
  served.set(kernel, queues)
  const round = queues.get(queue) ?? new Set()
  queues.set(queue, round)
  let job = await kernel.jobs.claim(queue, { exceptOrgIds: [...round], isImmediate })
  if (!job && round.size > 0) {
    round.clear()
    job = await kernel.jobs.claim(queue, { isImmediate })
  }
  if (job) round.add(job.data.orgId)
  return job
}

interface Attempt {
  definition: RunDefinition
  queue: string
  job: ClaimedJob
}

/** Keeps the claim while the work runs, and records a failure. */
async function attempt(
  kernel: Kernel,
  { definition, queue, job }: Attempt,
  work: (run: RunInProgress) => Promise<void>,
) {
  const claim = new AbortController()
  const refresh = setInterval(() => {
    kernel.jobs.touch(queue, job).then(
      (isHeld) => isHeld || claim.abort(new ClaimLost()),
      () => {}, // The claim lasts longer than one refresh; when all of them fail, the job is repeated elsewhere.
    )
  }, REFRESH_MS)
  try {
    await work(await openRun(kernel, definition, { job, signal: claim.signal }))
  } catch (error) {
    if (error instanceof ClaimLost || claim.signal.aborted) return
    kernel.log.warn({ err: error, run: definition.name, id: job.data.runId }, 'runs: a step failed, trying again')
    // Messages of errors can quote personal data, and jobs are kept for a while.
    await kernel.jobs.fail(queue, job, error instanceof Error ? error.name : 'unknown')
  } finally {
    clearInterval(refresh)
  }
}

async function step(definition: RunDefinition, run: RunInProgress, job: ClaimedJob): Promise<void> {
  const queue = definition.name
  const reason = await refusal(definition, run)
  if (reason) return stop(definition, run, { queue, job, reason })
  const prepared = await definition.prepare?.(run)
  await run.scope.tx(async (tx) => {
    const outcome = await definition.step(tx, run, prepared)
    tx.changeJob({ kind: 'complete', queue, job })
    publishProgress(tx, definition, run)
    if (outcome === 'continue') tx.changeJob({ kind: 'add', queue, data: job.data })
  })
}

async function stop(
  definition: RunDefinition,
  run: RunInProgress,
  { queue, job, reason }: { queue: string; job: ClaimedJob; reason: StopReason },
): Promise<void> {
  await run.scope.tx(async (tx) => {
    await definition.stop(tx, run, reason)
    tx.changeJob({ kind: 'complete', queue, job })
    publishProgress(tx, definition, run)
  })
}

function publishProgress(tx: Tx, definition: RunDefinition, { id, userId }: RunInProgress): void {
  tx.publish(RunUpdated, { run: definition.name, id, userId })
}

async function refusal(definition: RunDefinition, run: RunInProgress): Promise<StopReason | undefined> {
  if (run.userId !== null && !run.member) return 'not_a_member'
  const permission = run.userId === null ? undefined : await definition.permission?.(run)
  return permission && !run.scope.can(permission) ? 'not_permitted' : undefined
}
