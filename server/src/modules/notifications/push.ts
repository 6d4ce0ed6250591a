import { request } from 'undici'
import type { Db } from '../../kernel/db/pool.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { devicePlace, isPushService, type Subscription } from './devices.ts'
import { pushKeys } from './push-keys.ts'
import { dropPush, forgetDevice, postponePush, takePushes, type Due } from './store/pushes.ts'

/** Handed over at once. */
const BATCH = 20
/** Nobody else tries a message while one process does, in ms. */
const LEASE_MS = 60_000
/** A message is worth nothing after this long, in ms. */
export const PUSH_LIFE_MS = 3_600_000
const CALL_MS = 10_000

/** Where a push message is sealed for. */
export function pushPlace(id: string): string {
  return `push_message|sealed|${id}`
}

/** Hands over push messages as they come, for the life of the process. */
export function startPushing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'push', ring: 'pushes', pass: () => pushDue(kernel) })
}

/** Hands over what is due, once; answers whether there may be more. A browser that is gone is forgotten. */
export async function pushDue(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('push messages of every organization are handed over')
  const now = kernel.world.now()
  const taken = await takePushes(system, { now, most: BATCH, leaseMs: LEASE_MS })
  await Promise.all(taken.map((due) => handOver(kernel, system, due)))
  return taken.length === BATCH
}

async function handOver(kernel: Kernel, system: Db, due: Due): Promise<void> {
  const now = kernel.world.now()
  // What waited while its service was away may be for somebody who left meanwhile, or sees this worker no more.
  const outcome = due.expires_at <= now || !due.is_wanted ? 'done' : await send(kernel, due)
  if (outcome === 'gone') return forgetDevice(system, due)
  if (outcome === 'done') return dropPush(system, due)
  const waitMs = Math.min(600_000, 5_000 * 2 ** due.attempts)
  await postponePush(system, due, new Date(now.getTime() + waitMs))
}

/** One call to a push service (RFC 8030): 404 and 410 say that the browser is gone, 429 and 5xx that we come back later. */
async function send(kernel: Kernel, due: Due): Promise<'done' | 'gone' | 'later'> {
  const device = JSON.parse(kernel.seal.open(devicePlace(due.device_id), due.device_sealed)) as Subscription
  if (!isPushService(kernel, device.endpoint)) return 'gone'
  try {
    const { default: webPush } = await import('web-push')
    const payload = kernel.seal.open(pushPlace(due.id), due.sealed)
    const ready = webPush.generateRequestDetails(device, payload, {
      vapidDetails: { subject: subjectOf(kernel.config.publicUrl), ...pushKeys(kernel) },
      TTL: Math.max(0, Math.floor((due.expires_at.getTime() - kernel.world.now().getTime()) / 1000)),
      urgency: 'high',
    })
    const answer = await request(ready.endpoint, {
      method: ready.method,
      headers: ready.headers,
      body: ready.body,
      headersTimeout: CALL_MS,
      bodyTimeout: CALL_MS,
    })
    await answer.body.dump()
    if (answer.statusCode === 404 || answer.statusCode === 410) return 'gone'
    if (answer.statusCode === 429 || answer.statusCode >= 500) return 'later'
    if (answer.statusCode >= 400) kernel.log.warn({ http: answer.statusCode }, 'push: a message was refused')
    return 'done'
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message }, 'push: not handed over, trying again')
    return 'later'
  }
}

/** Push services want to know whom to tell of trouble: our address, where it is one they take. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'mailto:operator@localhost'
}
