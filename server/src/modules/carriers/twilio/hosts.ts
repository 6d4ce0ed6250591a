import type { Account } from '../carrier.ts'
import type { Opening } from '../media.ts'

const API = 'https://api.twilio.com'
/** Where Twilio sends on who asks for a file; these addresses carry their own authority and get none of ours. */
const STORES = ['https://mms.twiliocdn.com/', 'https://media.twiliocdn.com/']
const SHARED_STORE = 'https://s3-external-1.amazonaws.com/media.twiliocdn.com/'

/** How a file at Twilio is opened: files of this account with its token, Twilio's stores as they are, nothing else. */
export function openingAtTwilio(account: Account, url: string, simulatorUrl: string | undefined): Opening | undefined {
  const asked = URL.canParse(url) ? new URL(url) : undefined
  if (!asked || asked.username || asked.password) return undefined
  const { href } = asked
  if (href.startsWith(`${API}/2010-04-01/Accounts/${account.account}/`)) {
    const authorization = `Basic ${Buffer.from(`${account.account}:${account.key}`).toString('base64')}`
    return { target: atSimulator(href, simulatorUrl), headers: { authorization } }
  }
  if ([...STORES, SHARED_STORE].some((store) => href.startsWith(store)))
    return { target: atSimulator(href, simulatorUrl), headers: {} }
  return undefined
}

/** The same address where a simulator stands in: its API at the root, every other host in a folder of its name. */
export function atSimulator(url: string, simulatorUrl: string | undefined): string {
  if (simulatorUrl === undefined) return url
  if (url.startsWith(API)) return simulatorUrl + url.slice(API.length)
  return `${simulatorUrl}/${url.slice('https://'.length)}`
}
