import { PUSH_DEVICES_MAX } from '@crewline/contract/limits'
import bowser from 'bowser'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { signInOf } from '../accounts/index.ts'
import { deleteDevice, deviceByMark, devicesOf, insertDevice } from './store/devices.ts'

/** Where a browser is reached, as it told us. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Where a subscription is sealed for. */
export function devicePlace(id: string): string {
  return `push_device|sealed|${id}`
}

/**
 * Sends push messages to this browser too. Only addresses of known push services are taken: a member must not be able
 * to make this server call whatever they like.
 */
export async function addDevice(
  scope: Scope,
  kernel: Kernel,
  { subscription, userAgent }: { subscription: Subscription; userAgent: string },
): Promise<string> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const { personId, sessionId } = scope.actor
  if (!isPushService(kernel, subscription.endpoint))
    fail('invalid', {
      fieldErrors: {
        endpoint: {
          en: 'This browser uses a push service we do not know.',
          es: 'Este navegador usa un servicio de avisos que no conocemos.',
        },
      },
    })
  const mark = kernel.seal.mark('push_device|mark', subscription.endpoint)
  const signInId = await signInOf(kernel.database.asSystem('sessions have no organization of their own'), sessionId)
  return scope.tx(async (tx) => {
    const same = await deviceByMark(tx, { personId, mark, signInId })
    if (same !== undefined) return same
    if ((await devicesOf(tx.db, personId)).length >= PUSH_DEVICES_MAX) fail('too_many')
    const id = tx.world.id()
    const sealed = kernel.seal.seal(devicePlace(id), JSON.stringify(subscription))
    const added = await insertDevice(tx, { id, personId, mark, sealed, label: labelOf(userAgent), signInId })
    tx.audit('push-device.added', added)
    return added
  })
}

/** Forgets a browser of the member; one that is not theirs is not found. */
export async function removeDevice(scope: Scope, id: string): Promise<void> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const { personId } = scope.actor
  await scope.tx(async (tx) => {
    if (!(await deleteDevice(tx, personId, id))) fail('not_found')
    tx.audit('push-device.removed', id)
  })
}

/** Whether an address belongs to a push service this installation sends to. */
export function isPushService(kernel: Kernel, address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'https:' || username !== '' || password !== '' || (port !== '' && port !== '443')) return false
  return kernel.config.pushHosts.some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
}

function labelOf(userAgent: string): string {
  if (userAgent === '') return 'Browser'
  const { browser, os } = bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' · ').slice(0, 60) || 'Browser'
}
