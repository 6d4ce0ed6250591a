import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'

/** Whether this browser can get push messages at all. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
}

/** What a browser tells of where it is reached. */
export interface Reached {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** Asks the person and the browser for push messages; 'denied' when the person or the browser said no. */
export async function askForPush(publicKey: string): Promise<Reached | 'denied'> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return 'denied'
  const worker = await navigator.serviceWorker.ready
  try {
    const known = await worker.pushManager.getSubscription()
    const made =
      known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
    const { endpoint, keys } = made.toJSON()
    if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return 'denied'
    return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
  } catch {
    return 'denied'
  }
}

/** Takes this browser's push address back, so that nothing reaches it any more. */
async function endPush(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

const ownKey = 'push-device'

/** The id under which the server knows this browser, if it does. */
export function thisDevice(): string | undefined {
  const id = readStored(ownKey)
  return typeof id === 'string' ? id : undefined
}

/** Remembers the id under which the server knows this browser. */
export function rememberDevice(id: string): void {
  writeStored(ownKey, id)
}

/** Takes this browser's push address back and has the server forget it. */
export async function forgetThisDevice(remove: (id: string) => Promise<unknown>): Promise<void> {
  const id = thisDevice()
  if (id === undefined) return
  removeStored(ownKey)
  await Promise.all([remove(id), endPush()])
}

/** What this browser's push service knows it by, where it was asked for before; nothing is asked of the person. */
export async function reachedNow(): Promise<Reached | undefined> {
  const worker = canPush() ? await navigator.serviceWorker.getRegistration() : undefined
  const { endpoint, keys } = (await worker?.pushManager.getSubscription())?.toJSON() ?? {}
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return undefined
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
}
