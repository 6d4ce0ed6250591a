import { BLOCK_AFTER_MS, SUSPEND_AFTER_MS } from '@crewline/contract/billing-limits'
import { defineCron } from '../../kernel/jobs/define.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { watchUsage } from './cap.ts'
import { providerOf } from './payment.ts'
import { releaseNumbers } from './release.ts'
import { reportUsage } from './report-usage.ts'
import { systemScope } from './scope.ts'
import { followSeats } from './seats.ts'
import { ensureAccount } from './service.ts'
import { includeEveryApp, reviewStatus } from './org-status.ts'
import { accountOf } from './store/accounts.ts'
import { deleteOldEvents } from './store/events.ts'
import { settleWebhooks, syncOrganization } from './sync.ts'
import { organizationsToReview, organizationsWithoutAccount } from './views.ts'

/** Without a webhook, an account is read again after this long, in ms. */
const READ_AGAIN_MS = 24 * 3_600_000
/** How long webhooks are remembered, in ms. */
const KEEP_EVENTS_MS = 30 * 24 * 3_600_000
/** How often usage is compared with plans and caps, in ms. */
const WATCH_MS = 2_000
/** Organizations that get an account in one pass. */
const STEP = 500

/**
 * Does what time alone brings: begins trials, ends them, blocks and suspends what stayed unpaid, releases its numbers, and reads accounts that sent no
 * webhook for a day. Nothing is blocked without reading the account again: while the payment service is away, no one is.
 */
export async function reviewAccounts(kernel: Kernel): Promise<void> {
  const { stripe, demo } = kernel.config
  if (!stripe) return includeEveryApp(kernel)
  const system = kernel.database.asSystem('the accounts of every organization are reviewed')
  // Where simulators are on only for development, organizations are not billed unless they choose a plan.
  const unbilled = stripe.isSimulated && !demo ? [] : await organizationsWithoutAccount(system, STEP)
  for (const orgId of unbilled) {
    const scope = await systemScope(kernel, orgId)
    await ensureAccount(scope)
    await reviewStatus(kernel, scope)
  }
  const now = kernel.world.now()
  const due = {
    now,
    blockBefore: before(now, BLOCK_AFTER_MS),
    suspendBefore: before(now, SUSPEND_AFTER_MS),
    readBefore: before(now, READ_AGAIN_MS),
  }
  for (const orgId of await organizationsToReview(system, due)) {
    try {
      const scope = await systemScope(kernel, orgId)
      const account = await accountOf(scope.db, orgId)
      if (account?.customerId) {
        await syncOrganization(kernel, orgId)
        await releaseNumbers(kernel, scope)
      } else await reviewStatus(kernel, scope)
    } catch (error) {
      kernel.log.warn({ err: error, org: orgId }, 'billing: an account could not be reviewed, trying again')
    }
  }
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms)
}

/** Deals with webhooks as they arrive, and compares usage with caps, for the life of the process. */
export function runBilling(kernel: Kernel): Running {
  if (!providerOf(kernel)) return { stop: async () => {} }
  const webhooks = followQueue(kernel, {
    name: 'billing',
    wakeUp: 'billing',
    pass: () => settleWebhooks(kernel),
  })
  let watching: Promise<void> | undefined
  const timer = setInterval(() => {
    watching ??= watchUsage(kernel)
      .catch((error: unknown) => kernel.log.warn({ err: error }, 'billing: usage could not be watched, trying again'))
      .finally(() => (watching = undefined))
  }, WATCH_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await watching
      await webhooks.stop()
    },
  }
}

export const crons = [
  defineCron({ name: 'billing.review', at: '*/10 * * * *', run: reviewAccounts }),
  defineCron({
    name: 'billing.report-usage',
    at: '*/5 * * * *',
    run: async (kernel) => void (await reportUsage(kernel)),
  }),
  defineCron({ name: 'billing.follow-seats', at: '3-59/15 * * * *', run: followSeats }),
  defineCron({
    name: 'billing.forget-events',
    at: '23 4 * * *',
    run: (kernel) =>
      deleteOldEvents(
        kernel.database.asSystem('old webhooks of the payment service are deleted'),
        before(kernel.world.now(), KEEP_EVENTS_MS),
      ),
  }),
]
