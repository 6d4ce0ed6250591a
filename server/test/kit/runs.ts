import { sql } from 'kysely'
import type { Kernel } from '../../src/kernel/kernel.ts'

/** Claims the next job of a queue as a process would that dies before it does anything, and lets its claim expire. */
export async function killDuringStep(kernel: Kernel, queue: string): Promise<void> {
  const job = await kernel.jobs.claim(queue, { isImmediate: true })
  if (!job) throw new Error(`no job waits in ${queue}`)
  await expireClaims(kernel, queue)
}

/** Lets every claim of a queue expire, as when the processes that held them died, and makes the jobs due. */
export async function expireClaims(kernel: Kernel, queue: string): Promise<void> {
  const system = kernel.database.asSystem('tests turn clocks')
  await sql`update pgboss.job set heartbeat_on = now() - interval '1 hour' where name = ${queue} and state = 'active'`.execute(
    system,
  )
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null where name = ${queue}`.execute(system)
  await kernel.jobs.supervise()
  await sql`update pgboss.job set start_after = now() where name = ${queue} and state = 'retry'`.execute(system)
}
