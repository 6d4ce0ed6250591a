import type { Egress, OutsideResponse } from '../../kernel/egress/send-outside.ts'
import { makeEgress } from '../../kernel/egress/send-outside.ts'
import { followTargets } from '../../kernel/jobs/targets.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { noticeTurnedOff } from './notices.ts'
import { isAccepted, isGone, isPersistent, pauseAfter, waitAfter } from './schedule-rules.ts'
import { secretPlace } from './service.ts'
import { signedHeaders } from './signature-rules.ts'
import {
  dueDeliveries,
  dueEndpoints,
  failuresOf,
  leaseEndpoint,
  recordAttempt,
  releaseEndpoint,
  type DueDelivery,
  type LeasedEndpoint,
} from './store/attempts.ts'

/** Addresses that one process sends to at the same time. */
const ENDPOINTS_AT_ONCE = 50
/** Deliveries to one address at the same time; they are started in order. */
const DELIVERIES_AT_ONCE = 5

const systemOf = (kernel: Kernel) => kernel.database.asSystem('webhooks of every organization are delivered')

/** Sends deliveries for the life of the process. A slow address holds up only its own. */
export function startDelivering(kernel: Kernel): Running {
  const egress = makeEgress({ allowsPrivate: kernel.config.webhooksToPrivate })
  const targets = followTargets(kernel, {
    name: 'webhook deliveries',
    wakeUp: 'webhooks',
    most: ENDPOINTS_AT_ONCE,
    due: (asked) => dueEndpoints(systemOf(kernel), asked),
    work: (id, isStopped) => deliverTo(kernel, egress, id, isStopped),
  })
  return {
    stop: async () => {
      await targets.stop()
      await egress.close()
    },
  }
}

/** Sends everything that is due now and returns when it is done. */
export async function deliverDue(kernel: Kernel, egress: Egress): Promise<void> {
  const ids = await dueEndpoints(systemOf(kernel), { now: kernel.world.now(), exceptIds: [], most: ENDPOINTS_AT_ONCE })
  await Promise.all(ids.map((id) => deliverTo(kernel, egress, id, () => false)))
}

/** Sends what is due to one address, oldest first, while this process holds its lease and nothing fails. */
async function deliverTo(kernel: Kernel, egress: Egress, id: string, isStopped: () => boolean): Promise<void> {
  const system = systemOf(kernel)
  let endpoint = await leaseEndpoint(system, { id, now: kernel.world.now(), isMine: false })
  if (!endpoint) return
  try {
    while (endpoint && !isStopped()) {
      const due = await dueDeliveries(system, endpoint, { now: kernel.world.now(), most: DELIVERIES_AT_ONCE })
      if (due.length === 0) break
      const held = endpoint
      const accepted = await Promise.all(due.map((delivery) => attempt(kernel, egress, held, delivery)))
      // Rests before the next ones: they would most likely fail too.
      if (accepted.includes(false)) break
      endpoint = await leaseEndpoint(system, { id, now: kernel.world.now(), isMine: true })
    }
  } finally {
    await releaseEndpoint(system, id)
  }
}

async function attempt(
  kernel: Kernel,
  egress: Egress,
  endpoint: LeasedEndpoint,
  delivery: DueDelivery,
): Promise<boolean> {
  const system = systemOf(kernel)
  const at = kernel.world.now()
  const start = kernel.world.monotonicMs()
  const response = await egress.post(endpoint.url, headersOf(kernel, endpoint, delivery, at), delivery.body)
  const ms = Math.round(kernel.world.monotonicMs() - start)
  const { http, failure, body, retryAfter } = resultOf(response)
  const result = { http, retryAfter }
  const now = kernel.world.now()
  const isDelivered = isAccepted(result)
  const wait =
    isDelivered || isGone(result) ? undefined : waitAfter(delivery.attempts + 1, result, kernel.world.chance())
  const pause = isDelivered ? 0 : pauseAfter((await failuresOf(system, endpoint.id)) + 1)
  const recorded = await recordAttempt(system, {
    id: kernel.world.id(),
    orgId: endpoint.orgId,
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    at,
    ms,
    http,
    failure,
    response: body,
    outcome: isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'waiting',
    nextAt: new Date(now.getTime() + (wait ?? 0)),
    resumeAt: isDelivered ? null : new Date(now.getTime() + pause),
  })
  const hasGivenUp = !isDelivered && wait === undefined
  const failingSince = recorded?.failingSince
  if (hasGivenUp && failingSince && (isGone(result) || isPersistent(failingSince, now)))
    await noticeTurnedOff(kernel, endpoint, { isGone: isGone(result) })
  return isDelivered
}

function headersOf(
  kernel: Kernel,
  { id, sealedSecret, sealedPrevious }: LeasedEndpoint,
  delivery: DueDelivery,
  at: Date,
): Record<string, string> {
  const secrets = [sealedSecret, ...(sealedPrevious ? [sealedPrevious] : [])].map((sealed) =>
    kernel.encryption.open(secretPlace(id), sealed),
  )
  return {
    'content-type': 'application/json',
    'user-agent': 'Crewline-Webhooks/1',
    ...signedHeaders(secrets, { id: delivery.id, at, body: delivery.body }),
  }
}

function resultOf(response: OutsideResponse) {
  if ('failure' in response) return { http: null, failure: response.failure, body: '', retryAfter: undefined }
  return { http: response.http, failure: null, body: response.body, retryAfter: response.retryAfter }
}
