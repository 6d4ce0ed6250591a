import type { Opening } from '../media.ts'

/** The address of the API. */
export const API = 'https://api.telnyx.com/v2'
const ORIGIN = 'https://api.telnyx.com'
/**
 * Hosts of inbound files. The documents name media.telnyx.com; the second is Telnyx's own storage, to which it may
 * redirect. https://developers.telnyx.com/docs/messaging/messages/receiving-webhooks
 */
const STORES = [/^https:\/\/media\.telnyx\.com\//, /^https:\/\/[a-z0-9-]+\.telnyxcloudstorage\.com\//]

/** Returns how to open a file: links carry their own authorization, so no credentials go along; undefined elsewhere. */
export function openingAtTelnyx(url: string, simulatorUrl: string | undefined): Opening | undefined {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (!target || target.username || target.password || !STORES.some((store) => store.test(target.href)))
    return undefined
  return { target: atSimulator(target.href, simulatorUrl), headers: {} }
}

/** Maps a URL to the simulator: the API to its root, every other host to a folder of its name. */
export function atSimulator(url: string, simulatorUrl: string | undefined): string {
  if (simulatorUrl === undefined) return url
  if (url.startsWith(`${ORIGIN}/`)) return simulatorUrl + url.slice(ORIGIN.length)
  return `${simulatorUrl}/${url.slice('https://'.length)}`
}
