import { PgBoss, type CommandResponse, type Db as BossDb } from 'pg-boss'
import type { Log } from '../log.ts'

/** The schema of pg-boss; its tables hold ids and no personal data. */
const SCHEMA = 'pgboss'

/** How often jobs of dead processes are looked for, in seconds. */
const SUPERVISE_S = 10

/** A queue whose jobs are retried with growing delays and then moved to its dead letter queue. */
export interface QueueSettings {
  name: string
  /** How often a job is tried in all. */
  maxAttempts: number
  /** A job runs at most this long, in seconds. */
  expireInSeconds: number
  /** A process that did not refresh its claim for this long counts as dead, in seconds; at least 10. */
  heartbeatSeconds: number
}

/** What a job is about; ids only, because jobs are kept for a while. */
export interface JobData {
  orgId: string
  runId: string
  /** The user the work is done for; null for work without a user. */
  userId: string | null
}

/** A job claimed by this process; `retryCount` names the attempt. */
export interface ClaimedJob {
  id: string
  retryCount: number
  data: JobData
}

/** A job to add, or a claimed one to complete, in the transaction of the caller. */
export type JobChange =
  | { kind: 'add'; queue: string; data: JobData }
  | { kind: 'complete'; queue: string; job: ClaimedJob }

/** The queues of background work. Safe to use from every process; only one with the role `worker` supervises them. */
export interface Jobs {
  /** Connects and creates missing queues; a supervising process also repeats the jobs of dead processes. */
  start(queues: readonly QueueSettings[]): Promise<void>
  /**
   * Claims the oldest job of an organization that has no other job running in this queue and is not in `exceptOrgIds`.
   * `isImmediate` ignores the delay before a retry.
   */
  claim(
    queue: string,
    options?: { exceptOrgIds?: readonly string[]; isImmediate?: boolean },
  ): Promise<ClaimedJob | undefined>
  /** Refreshes the claim of a job; returns whether this process still holds it. */
  touch(queue: string, job: ClaimedJob): Promise<boolean>
  /** Records a failed attempt: the job is retried later, or moved to the dead letter queue after its last attempt. */
  fail(queue: string, job: ClaimedJob, reason: string): Promise<void>
  /** Completes a job outside a transaction. */
  complete(queue: string, job: ClaimedJob): Promise<void>
  /** Applies changes in the caller's transaction; throws `ClaimLost` when a completed job is not held any more. */
  apply(changes: readonly JobChange[], run: (text: string, values: unknown[]) => Promise<unknown[]>): Promise<void>
  /** Repeats the jobs of dead processes now. */
  supervise(): Promise<void>
  /** The library itself, for scheduled work. */
  boss: PgBoss
  stop(): Promise<void>
}

/** Another process works on the job now, so nothing of this attempt may be saved. */
export class ClaimLost extends Error {
  constructor() {
    super('the job was claimed by another process')
  }
}

/** The name of the queue that gets the jobs of another queue after their last attempt. */
export const deadLetterQueue = (name: string): string => `${name}.failed`

/** How long finished jobs are kept, in seconds. */
const RETENTION_S = 3600
/** The longest delay between two attempts, in seconds. */
const RETRY_DELAY_MAX_S = 60
/** A dead letter only ends a run, so it is tried until it succeeds, for about a day. */
const DEAD_LETTER_RETRIES = 1_440

/** Opens the queues of a database; connects at `start`. A supervising process also runs scheduled work. */
export function openJobs(databaseUrl: string, log: Log, isSupervising = false): Jobs {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: SCHEMA,
    max: 3,
    application_name: 'crewline-jobs',
    migrate: isSupervising,
    schedule: isSupervising,
    supervise: isSupervising,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
  })
  boss.on('error', (error) => log.warn({ err: error.message }, 'jobs: the queue reported an error, trying again'))
  let starting: Promise<unknown> | undefined
  return {
    boss,
    start: async (queues) => {
      await (starting ??= boss.start())
      const existing = new Set((await boss.getQueues()).map((queue) => queue.name))
      for (const queue of queues) if (!existing.has(queue.name)) await createQueue(boss, queue)
    },
    claim: async (queue, { exceptOrgIds = [], isImmediate = false } = {}) => {
      const [job] = await boss.fetch<JobData>(queue, {
        groupConcurrency: 1,
        ignoreGroups: [...exceptOrgIds],
        ignoreStartAfter: isImmediate,
      })
      return job && { id: job.id, retryCount: job.retryCount, data: job.data }
    },
    touch: async (queue, { id, retryCount }) => affectedBy(await boss.touch(queue, { id, retryCount })) === 1,
    fail: async (queue, { id, retryCount }, reason) => void (await boss.fail(queue, { id, retryCount }, { reason })),
    complete: async (queue, { id, retryCount }) => void (await boss.complete(queue, { id, retryCount })),
    apply: async (changes, run) => {
      const db: BossDb = { executeSql: async (text, values) => ({ rows: await run(text, values ?? []) }) }
      for (const change of changes) {
        if (change.kind === 'add') {
          await boss.send(change.queue, change.data, { db, group: { id: change.data.orgId } })
          continue
        }
        const { id, retryCount } = change.job
        const completed = await boss.complete(change.queue, { id, retryCount }, undefined, { db })
        if (affectedBy(completed) !== 1) throw new ClaimLost()
      }
    },
    supervise: () => boss.supervise(),
    stop: async () => {
      if (starting) await boss.stop({ graceful: isSupervising, timeout: 10_000 })
    },
  }
}

/** Returns how many jobs a command changed; the library does not declare this field. */
function affectedBy(response: CommandResponse): number {
  return (response as { affected: number }).affected
}

/** Creates the tables of the queues in a database, and lets transactions of organizations add and complete jobs. */
export async function installJobs(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: SCHEMA, max: 1, schedule: false, supervise: false })
  boss.on('error', () => {})
  await boss.start()
  await boss.getDb().executeSql(`
    grant usage on schema ${SCHEMA} to crewline_system;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to crewline_system;
    alter default privileges in schema ${SCHEMA} grant select, insert, update, delete on tables to crewline_system`)
  await boss.stop({ graceful: false })
}

async function createQueue(boss: PgBoss, queue: QueueSettings): Promise<void> {
  const { name, maxAttempts, expireInSeconds, heartbeatSeconds } = queue
  const shared = {
    expireInSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: RETENTION_S,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_S,
  }
  const deadLetter = deadLetterQueue(name)
  await boss.createQueue(deadLetter, { ...shared, retryLimit: DEAD_LETTER_RETRIES })
  await boss.createQueue(name, { ...shared, retryLimit: maxAttempts - 1, deadLetter })
}
