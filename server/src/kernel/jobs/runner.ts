import { PgBoss } from 'pg-boss'
import { isPassing } from '../http/answer.ts'
import type { Kernel, Running } from '../kernel.ts'
import type { Cron } from './define.ts'

/** A run longer than this counts as dead and is repeated, in seconds. */
const EXPIRE_S = 15 * 60

/** Runs scheduled work once across all processes; failed runs are retried with growing delays. */
export async function startJobs(kernel: Kernel, databaseUrl: string, crons: readonly Cron[]): Promise<Running> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'pgboss',
    max: 3,
    application_name: 'crewline-jobs',
  })
  boss.on('error', (error) =>
    kernel.log.warn({ err: error.message }, 'jobs: the queue reported an error, trying again'),
  )
  await boss.start()
  for (const cron of crons) {
    await boss.createQueue(cron.name, { retryLimit: 5, retryBackoff: true, expireInSeconds: EXPIRE_S })
    await boss.work(cron.name, async () => {
      kernel.log.debug({ job: cron.name }, 'job: runs')
      await cron.run(kernel).catch((error: unknown) => {
        kernel.log[isPassing(error) ? 'warn' : 'error'](
          { err: error, job: cron.name },
          'jobs: a job failed, trying again',
        )
        throw error
      })
    })
    await boss.schedule(cron.name, cron.at)
  }
  return { stop: () => boss.stop({ graceful: true, timeout: 10_000 }) }
}
