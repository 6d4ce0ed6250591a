import { msg } from '@crewline/contract/localized-text'
import { PUSH_DEVICES_MAX } from '@crewline/contract/limits'
import bowser from 'bowser'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { signInOf } from '../accounts/index.ts'
import { deleteDevice, deviceByFingerprint, devicesOf, insertDevice } from './store/devices.ts'

/** A push subscription as the browser sent it. */
export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Returns the encryption context of a subscription. */
export function deviceEncryptionContext(id: string): string {
  return `push_device|sealed|${id}`
}

/**
 * Registers this browser for push messages. Only addresses of known push services are accepted, because a member must
 * not be able to make this server call any URL.
 */
export async function addDevice(
  scope: Scope,
  kernel: Kernel,
  { subscription, userAgent }: { subscription: Subscription; userAgent: string },
): Promise<string> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const { userId, sessionId } = scope.actor
  if (!isPushService(kernel, subscription.endpoint))
    fail('invalid', {
      fieldErrors: {
        endpoint: msg({ message: "We don't support this browser's push service." }),
      },
    })
  const fingerprint = kernel.encryption.fingerprint('push_device|mark', subscription.endpoint)
  const signInId = await signInOf(kernel.database.asSystem('sessions belong to no organization'), sessionId)
  return scope.tx(async (tx) => {
    const same = await deviceByFingerprint(tx, { userId, fingerprint, signInId })
    if (same !== undefined) return same
    if ((await devicesOf(tx.db, userId)).length >= PUSH_DEVICES_MAX) fail('too_many')
    const id = tx.world.id()
    const encrypted = kernel.encryption.seal(deviceEncryptionContext(id), JSON.stringify(subscription))
    const added = await insertDevice(tx, { id, userId, fingerprint, encrypted, label: labelOf(userAgent), signInId })
    tx.audit('push-device.added', added)
    return added
  })
}

/** Removes a browser of the member. Fails with `not_found` when it is not theirs. */
export async function removeDevice(scope: Scope, id: string): Promise<void> {
  if (scope.actor.kind !== 'member') return fail('not_permitted')
  const { userId } = scope.actor
  await scope.tx(async (tx) => {
    if (!(await deleteDevice(tx, userId, id))) fail('not_found')
    tx.audit('push-device.removed', id)
  })
}

/** Returns whether an address belongs to a push service that this installation sends to. */
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
