import { isPassing } from '../http/answer.ts'
import type { Kernel } from '../kernel.ts'
import type { Cron } from './define.ts'

/** A run longer than this counts as dead and is repeated, in seconds. */
const EXPIRE_S = 15 * 60

/** Runs scheduled work once across all processes; failed runs are retried with growing delays. */
export async function startCrons(kernel: Kernel, crons: readonly Cron[]): Promise<void> {
  const { boss } = kernel.jobs
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
}
