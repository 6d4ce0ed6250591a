import { setTimeout as sleep } from 'node:timers/promises'
import { phoneCountry } from '@crewline/contract/phone'
import type { NumberForSale, NumberRefusal, NumberWish, Purchase } from '../../lines/index.ts'
import type { AccountCheckResult, NumberAtCarrier } from '../carrier.ts'
import { failureOf, type Client } from './client.ts'
import { isAboutAccount } from './outcome.ts'

const OFFERS = 10
/** An order takes some seconds; it is asked about this often and at these distances, in ms. */
const ORDER_READS = 16
const ORDER_READ_MS = 500
/** 85000, 85001 and 85006: the number is not for sale (any more), or reserved by another buyer. */
const GONE = new Set(['85000', '85001', '85006'])
/** States in which a number is no longer, or not, a number of the account. */
const NOT_OWNED = new Set(['purchase-failed', 'port-failed', 'deleted', 'ported-out'])
/** Numbers with +1 text both countries. */
const NORTH_AMERICA = ['US', 'CA']

/**
 * Checks that the account owns a number and that the number can text: without a messaging profile it cannot
 * (https://developers.telnyx.com/docs/messaging/messages/phone-number-configuration).
 */
export async function verifyNumber(client: Client, phone: string): Promise<AccountCheckResult> {
  try {
    const number = phone.startsWith('+') ? await messagingNumber(client, phone) : await shortCode(client, phone)
    if (!number) return 'unknown_number'
    return number.messaging_profile_id ? 'ok' : 'no_profile'
  } catch (error) {
    return isUnknownAccount(error) ? 'unknown_account' : 'unreachable'
  }
}

/** Searches local numbers that can text (https://developers.telnyx.com/api-reference/phone-number-search). */
export async function searchNumbers(
  client: Client,
  { country, areaCode, contains, city }: NumberWish,
): Promise<NumberForSale[] | NumberRefusal> {
  try {
    const { data = [] } = await client.availablePhoneNumbers.list({
      filter: {
        country_code: country,
        phone_number_type: 'local',
        features: ['sms', 'voice'],
        limit: OFFERS,
        ...(areaCode ? { national_destination_code: areaCode } : {}),
        ...(contains ? { phone_number: { contains } } : {}),
        ...(city ? { locality: city } : {}),
      },
    })
    return data.flatMap(({ phone_number: phone, region_information: regions = [] }) => {
      const nameOf = (type: string) => regions.find((region) => region.region_type === type)?.region_name || null
      return phone ? [{ phone, city: nameOf('location') ?? nameOf('rate_center'), region: nameOf('state') }] : []
    })
  } catch (error) {
    const why = refusalOf(error)
    // Nothing is sold in this place.
    return why === 'gone' ? [] : why
  }
}

/**
 * Buys a number and connects it: a messaging profile of its own has the webhook, because at Telnyx a webhook belongs to a
 * profile and not to a number. A number that the account owns already is only connected.
 */
export async function buyNumber(client: Client, number: NumberAtCarrier): Promise<Purchase | NumberRefusal> {
  const { phone } = number
  try {
    const owned = await ownedNumber(client, phone)
    const profileId = await profileOf(client, number)
    if (owned) return (await connect(client, phone, profileId)) ? 'owned' : 'unreachable'
    const { data } = await client.numberOrders.create({
      phone_numbers: [{ phone_number: phone }],
      messaging_profile_id: profileId,
    })
    const status = await waitForOrder(client, data?.id ?? '', data?.status)
    if (status === 'failure') return 'gone'
    // An order that is still pending goes on at Telnyx, and buying again connects the number.
    return status === 'success' ? 'bought' : 'unreachable'
  } catch (error) {
    return refusalOf(error)
  }
}

/** Gives a number back (https://developers.telnyx.com/api-reference/phone-number-configurations). */
export async function releaseNumber(client: Client, phone: string): Promise<'ok' | NumberRefusal> {
  try {
    const owned = await ownedNumber(client, phone)
    if (owned?.id) await client.phoneNumbers.delete(owned.id)
    return 'ok'
  } catch (error) {
    return refusalOf(error)
  }
}

async function waitForOrder(client: Client, id: string, first: string | undefined): Promise<string | undefined> {
  let status = first
  for (let read = 0; status === 'pending' && read < ORDER_READS; read += 1) {
    if (read > 0) await sleep(ORDER_READ_MS)
    status = (await client.numberOrders.retrieve(id)).data?.status
  }
  return status
}

/** Returns the profile of a number, made once: repeating a purchase after a lost answer makes no second one. */
async function profileOf(client: Client, { phone, inboundUrl }: NumberAtCarrier): Promise<string> {
  const name = `Crewline ${phone}`
  const webhooks = { webhook_url: inboundUrl, webhook_api_version: '2' } as const
  const listed = await client.messagingProfiles.list({ 'filter[name][eq]': name, 'page[size]': 1 })
  const known = listed.data.find((profile) => profile.name === name)?.id
  if (known) {
    await client.messagingProfiles.update(known, webhooks)
    return known
  }
  const country = phoneCountry(phone)
  const { data } = await client.messagingProfiles.create({
    name,
    ...webhooks,
    whitelisted_destinations: phone.startsWith('+1') || !country ? NORTH_AMERICA : [country],
  })
  if (!data?.id) throw new Error('Telnyx made a messaging profile without an id')
  return data.id
}

async function connect(client: Client, phone: string, profileId: string): Promise<boolean> {
  const number = await messagingNumber(client, phone)
  if (!number?.id) return false
  await client.phoneNumbers.messaging.update(number.id, { messaging_profile_id: profileId })
  return true
}

async function ownedNumber(client: Client, phone: string) {
  const { data } = await client.phoneNumbers.list({ filter: { phone_number: phone }, 'page[size]': 1 })
  return data.find((number) => number.phone_number === phone && !NOT_OWNED.has(number.status))
}

async function messagingNumber(client: Client, phone: string) {
  const { data } = await client.phoneNumbers.messaging.list({ 'filter[phone_number]': phone, 'page[size]': 1 })
  return data.find((number) => number.phone_number === phone)
}

async function shortCode(client: Client, phone: string) {
  for await (const code of client.shortCodes.list({ 'page[size]': 50 })) if (code.short_code === phone) return code
  return undefined
}

function isUnknownAccount(error: unknown): boolean {
  const { status } = failureOf(error)
  return status === 401 || status === 403
}

function refusalOf(error: unknown): NumberRefusal {
  const { status, codes } = failureOf(error)
  const [code = ''] = codes
  if (GONE.has(code)) return 'gone'
  if (status === 401 || code === '10009' || code === '10010') return 'unknown_account'
  if (status === 402 || isAboutAccount(code)) return 'not_allowed'
  if (status === 403) return 'unknown_account'
  return status !== null && status >= 400 && status < 500 && status !== 429 && code !== '' ? 'gone' : 'unreachable'
}
