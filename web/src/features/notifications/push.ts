import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'

/** Returns whether this browser supports push messages. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** The push subscription of a browser. */
export interface Reached {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Asks the user and the browser for push messages; resolves to 'denied' when either refused. */
export async function requestPushSubscription(publicKey: string): Promise<Reached | 'denied'> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return 'denied'
  const registration = await navigator.serviceWorker.ready
  try {
    const existing = await registration.pushManager.getSubscription()
    const made =
      existing ?? (await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
    const { endpoint, keys } = made.toJSON()
    if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return 'denied'
    return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
  } catch {
    return 'denied'
  }
}

/** Removes the push subscription of this browser, so that nothing reaches it any more. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const deviceKey = 'push-device'

/** Returns the id of this browser on the server, if it is registered. */
export function thisDevice(): string | undefined {
  const id = readStored(deviceKey)
  return typeof id === 'string' ? id : undefined
}

/** Stores the id of this browser on the server. */
export function rememberDevice(id: string): void {
  writeStored(deviceKey, id)
}

/** Removes the push subscription of this browser and its registration on the server. */
export async function unregisterThisDevice(remove: (id: string) => Promise<unknown>): Promise<void> {
  const id = thisDevice()
  if (id === undefined) return
  removeStored(deviceKey)
  await Promise.all([remove(id), endPush()])
}

/** Returns the existing push subscription of this browser, without a permission prompt. */
export async function reachedNow(): Promise<Reached | undefined> {
  const registration = canPush() ? await navigator.serviceWorker.getRegistration() : undefined
  const { endpoint, keys } = (await registration?.pushManager.getSubscription())?.toJSON() ?? {}
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return undefined
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
}
