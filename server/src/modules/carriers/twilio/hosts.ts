import type { Account } from '../carrier.ts'
import type { Opening } from '../media.ts'

const API = 'https://api.twilio.com'
/**
 * Redirect targets of Twilio's file requests. These URLs carry their own authorization and receive no credentials of
 * ours.
 */
const STORES = ['https://mms.twiliocdn.com/', 'https://media.twiliocdn.com/']
const SHARED_STORE = 'https://s3-external-1.amazonaws.com/media.twiliocdn.com/'

/**
 * Returns how to open a Twilio file: files of this account with its token, Twilio's file stores without credentials,
 * and undefined for anything else.
 */
export function openingAtTwilio(account: Account, url: string, simulatorUrl: string | undefined): Opening | undefined {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (!target || target.username || target.password) return undefined
  const { href } = target
  if (href.startsWith(`${API}/2010-04-01/Accounts/${account.account}/`)) {
    const authorization = `Basic ${Buffer.from(`${account.account}:${account.key}`).toString('base64')}`
    return { target: atSimulator(href, simulatorUrl), headers: { authorization } }
  }
  if ([...STORES, SHARED_STORE].some((store) => href.startsWith(store)))
    return { target: atSimulator(href, simulatorUrl), headers: {} }
  return undefined
}

/** Maps a URL to the simulator: Twilio's API to its root, every other host to a folder of its name. */
export function atSimulator(url: string, simulatorUrl: string | undefined): string {
  if (simulatorUrl === undefined) return url
  if (url.startsWith(API)) return simulatorUrl + url.slice(API.length)
  return `${simulatorUrl}/${url.slice('https://'.length)}`
}
