import type twilio from 'twilio'
import type { NumberForSale, NumberRefusal, NumberWish, Purchase } from '../../lines/index.ts'
import type { NumberAtCarrier } from '../carrier.ts'

type Client = ReturnType<typeof twilio>

const OFFERS = 10
/** How many numbers that begin with a number are read at most to find the number itself. */
const PARTIAL_MATCHES = 100
/** 21422: another buyer was first; 21421 and 21452: it is not for sale. (https://www.twilio.com/docs/api/errors) */
const GONE = new Set([21421, 21422, 21452])
/** A trial account can have one number. */
const TRIAL = 21404

/** Searches local numbers that can text and be called (AvailablePhoneNumbers). */
export async function searchNumbers(
  client: Client,
  { country, areaCode, contains, city }: NumberWish,
): Promise<NumberForSale[] | NumberRefusal> {
  try {
    const found = await client.availablePhoneNumbers(country).local.list({
      ...(areaCode ? { areaCode: Number(areaCode) } : {}),
      ...(contains ? { contains } : {}),
      ...(city ? { inLocality: city } : {}),
      smsEnabled: true,
      voiceEnabled: true,
      limit: OFFERS,
    })
    return found.map(({ phoneNumber, locality, region }) => ({
      phone: phoneNumber,
      city: locality || null,
      region: region || null,
    }))
  } catch (error) {
    const why = refusalOf(error)
    // Nothing is sold in this place.
    return why === 'gone' ? [] : why
  }
}

/** Buys a number and sets its webhooks (IncomingPhoneNumbers). After a lost answer the account owns it already. */
export async function buyNumber(client: Client, number: NumberAtCarrier): Promise<Purchase | NumberRefusal> {
  const { phone, label, inboundUrl, voiceUrl } = number
  const webhooks = {
    friendlyName: label,
    smsUrl: inboundUrl,
    smsMethod: 'POST',
    ...(voiceUrl ? { voiceUrl, voiceMethod: 'POST' } : {}),
  }
  try {
    await client.incomingPhoneNumbers.create({ phoneNumber: phone, ...webhooks })
    return 'bought'
  } catch (error) {
    const why = refusalOf(error)
    if (why !== 'gone') return why
    return (await takeOwned(client, phone, webhooks)) ? 'owned' : 'gone'
  }
}

async function takeOwned(client: Client, phone: string, webhooks: object): Promise<boolean> {
  try {
    const owned = await ownedNumber(client, phone)
    if (owned) await client.incomingPhoneNumbers(owned.sid).update(webhooks)
    return owned !== undefined
  } catch {
    return false
  }
}

/** Gives a number back (IncomingPhoneNumbers). A number that is not listed, or not any more, is not the account's. */
export async function releaseNumber(client: Client, phone: string): Promise<'ok' | NumberRefusal> {
  try {
    const owned = await ownedNumber(client, phone)
    if (owned) await client.incomingPhoneNumbers(owned.sid).remove()
    return 'ok'
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * Returns the number of the account, and no longer one that begins with it: the search also finds numbers of which only a
 * part is given (https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource).
 */
export async function ownedNumber(client: Client, phone: string) {
  const found = await client.incomingPhoneNumbers.list({ phoneNumber: phone, limit: PARTIAL_MATCHES })
  return found.find(({ phoneNumber }) => phoneNumber === phone)
}

function refusalOf(error: unknown): NumberRefusal {
  const { status, code } = error as { status?: number; code?: number | string }
  if (Number(code) === TRIAL) return 'trial'
  if (GONE.has(Number(code))) return 'gone'
  return status === 401 || status === 403 || status === 404 ? 'unknown_account' : 'unreachable'
}
