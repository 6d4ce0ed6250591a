import { request } from 'undici'
import type { Db } from '../../kernel/db/pool.ts'
import { followQueue } from '../../kernel/jobs/queue.ts'
import type { Kernel, Running } from '../../kernel/kernel.ts'
import { deviceEncryptionContext, isPushService, type Subscription } from './devices.ts'
import { pushKeys } from './push-keys.ts'
import { dropPush, deleteUnsubscribedDevice, postponePush, takePushes, type Due } from './store/pushes.ts'

/** Messages sent in parallel. */
const BATCH = 20
/** How long a process holds a claimed message, in ms. */
const LEASE_MS = 60_000
/** After this time a push message is useless, in ms. */
export const PUSH_LIFE_MS = 3_600_000
const CALL_MS = 10_000

/** Returns the encryption context of a push message. */
export function pushEncryptionContext(id: string): string {
  return `push_message|sealed|${id}`
}

/** Sends push messages for the life of the process. */
export function startPushing(kernel: Kernel): Running {
  return followQueue(kernel, { name: 'push', wakeUp: 'pushes', pass: () => pushDue(kernel) })
}

/** Sends one batch of due messages and removes browsers that no longer exist. Returns whether there may be more. */
export async function pushDue(kernel: Kernel): Promise<boolean> {
  const system = kernel.database.asSystem('push messages of every organization are delivered')
  const now = kernel.world.now()
  const claimed = await takePushes(system, { now, most: BATCH, leaseMs: LEASE_MS })
  await Promise.all(claimed.map((due) => deliverPush(kernel, system, due)))
  return claimed.length === BATCH
}

async function deliverPush(kernel: Kernel, system: Db, due: Due): Promise<void> {
  const now = kernel.world.now()
  // While the message waited for its push service, the member may have left or may no longer see this contact.
  const outcome = due.expires_at <= now || !due.is_eligible ? 'done' : await send(kernel, due)
  if (outcome === 'gone') return deleteUnsubscribedDevice(system, due)
  if (outcome === 'done') return dropPush(system, due)
  const waitMs = Math.min(600_000, 5_000 * 2 ** due.attempts)
  await postponePush(system, due, new Date(now.getTime() + waitMs))
}

/**
 * Calls a push service once (RFC 8030): 404 and 410 mean that the browser no longer exists, 429 and 5xx that the call
 * is retried.
 */
async function send(kernel: Kernel, due: Due): Promise<'done' | 'gone' | 'later'> {
  const device = JSON.parse(
    kernel.encryption.open(deviceEncryptionContext(due.device_id), due.device_sealed),
  ) as Subscription
  if (!isPushService(kernel, device.endpoint)) return 'gone'
  try {
    const { default: webPush } = await import('web-push')
    const payload = kernel.encryption.open(pushEncryptionContext(due.id), due.sealed)
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
    if (answer.statusCode >= 400) kernel.log.warn({ http: answer.statusCode }, 'push: a message was rejected')
    return 'done'
  } catch (error) {
    kernel.log.warn({ err: (error as Error).message }, 'push: a message was not delivered, trying again')
    return 'later'
  }
}

/** Push services require a contact for problems: the public URL if it is valid for them. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith('https://') ? publicUrl : 'mailto:operator@localhost'
}
