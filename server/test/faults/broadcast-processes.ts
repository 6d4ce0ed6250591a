import pg from 'pg'
import { EndedEarly, type Child } from './child.ts'
import { pause } from './driver.ts'
import type { TestEnvironment } from './test-environment.ts'

/** The processes of the product: one with every role and, in large runs, a second worker. */
export class Processes {
  private readonly environment: TestEnvironment
  private readonly workers: number
  private children: Child[] = []

  constructor(environment: TestEnvironment, workers: number) {
    this.environment = environment
    this.workers = workers
  }

  /** Starts those that are missing; false when one ended at its failpoint before it was ready. */
  async start(env: Record<string, string>): Promise<boolean> {
    // The claims of dead processes on steps expire after half a minute; the run does not wait that long.
    await this.environment.sql
      .query(
        `update pgboss.job set state = 'retry', retry_count = 0, start_after = now()
       where name like 'broadcasts.%' and state in ('active', 'retry')`,
      )
      .catch(() => {}) // The tables of jobs do not exist before the first start.
    // The first serves and sends. They start at once, because starting is most of a round on a busy machine.
    const missing = Array.from({ length: this.workers - this.children.length }, (_, n) =>
      this.environment.product(this.children.length + n === 0 ? env : { ...env, ROLES: 'worker', PORT: '0' }),
    )
    const started = await Promise.allSettled(missing)
    for (const result of started) if (result.status === 'fulfilled') this.children.push(result.value)
    const failed = started.find((result) => result.status === 'rejected')
    if (!failed) return true
    if (!(failed.reason instanceof EndedEarly)) throw failed.reason
    await this.kill()
    return false
  }

  /** Waits until one ends by itself, up to a time limit; returns whether one did. */
  async ended(withinMs: number): Promise<boolean> {
    await Promise.race([...this.children.map((child) => child.ended), pause(withinMs)])
    return this.children.some((child) => !child.isAlive())
  }

  /**
   * Freezes the process that serves and sends, for longer than its lease. Another takes over its lines and steps, both
   * continue together, then the other is killed.
   */
  async freeze(forMs: number, togetherMs: number): Promise<void> {
    const [frozen] = this.children
    const other = await this.environment.product({ ROLES: 'worker,sender', PORT: '0' })
    frozen?.signal('SIGSTOP')
    await pause(forMs)
    frozen?.signal('SIGCONT')
    await pause(togetherMs)
    other.signal('SIGKILL')
    await other.ended
  }

  async kill(): Promise<void> {
    for (const child of this.children) child.signal('SIGKILL')
    await Promise.all(this.children.map((child) => child.ended))
    this.children = []
  }
}

/**
 * Kills the product in the middle of a transaction that writes this table: the table is locked until a statement waits
 * for it. Returns whether one did.
 */
export async function killInside(environment: TestEnvironment, table: string, processes: Processes): Promise<boolean> {
  const holder = new pg.Client({ connectionString: environment.databaseUrl, application_name: 'faults' })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(`lock table ${table} in share mode`)
    const end = performance.now() + 30_000
    let isWaiting = false
    for (; !isWaiting && performance.now() < end; await pause(20)) {
      const { rows } = await holder.query(
        "select from pg_locks where relation = $1::regclass and not granted and mode = 'RowExclusiveLock'",
        [table],
      )
      isWaiting = rows.length > 0
    }
    await processes.kill()
    await holder.query('rollback')
    return isWaiting
  } finally {
    await holder.end()
  }
}
