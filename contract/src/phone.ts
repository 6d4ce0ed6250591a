import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** A number we can store: E.164, its country, its national format, and whether it can get messages. */
export interface ParsedPhone {
  e164: string
  country: string | null
  display: string
  textable: boolean
  kind: 'mobile' | 'landline' | 'voip' | 'unknown'
}

/** Kinds of number that no organization may text: they cost extra or cannot receive messages. */
const REFUSED = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL'])

/**
 * Parses a phone number in any common format; `country` (ISO 3166) is assumed without a country code. Returns null for
 * anything but a possible number that can be texted.
 */
export function parsePhone(text: string, country: string): ParsedPhone | null {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  if (!parsed || !(parsed.isValid() || isFictional(parsed.number))) return null
  const type = parsed.getType()
  if (type && REFUSED.has(type)) return null
  const home = parsed.country === country
  return {
    e164: parsed.number,
    country: parsed.country ?? null,
    display: home ? parsed.formatNational() : parsed.formatInternational(),
    textable: type !== 'FIXED_LINE',
    kind: type === 'FIXED_LINE' ? 'landline' : type === 'MOBILE' ? 'mobile' : type === 'VOIP' ? 'voip' : 'unknown',
  }
}

/** Formats an E.164 number for `country`; numbers of other countries keep their country code. */
export function displayPhone(e164: string, country: string): string {
  const parsed = parsePhoneNumberFromString(e164)
  if (!parsed) return e164
  return parsed.country === country || (parsed.countryCallingCode === '1' && country === 'US')
    ? parsed.formatNational()
    : parsed.formatInternational()
}

/** Returns the country (ISO 3166) of an E.164 number; null when it belongs to none or to several. */
export function phoneCountry(e164: string): string | null {
  return parsePhoneNumberFromString(e164)?.country ?? null
}

/** Returns the digits of a search phrase, or null when it does not look like part of a number. */
export function phoneDigits(search: string): string | null {
  if (!/^[\d\s()+.\-/]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  // Leading zeros are dialing prefixes, national or international; no E.164 number starts with one.
  const dialled = digits.replace(/^0+/, '')
  return dialled.length >= 3 ? dialled : digits.length >= 3 ? digits : null
}

/** 555-0100 to 555-0199 and the unassigned area code 555 are reserved for fiction (NANPA); demos and tests use them. */
function isFictional(e164: string): boolean {
  return /^\+1(\d{3}55501\d{2}|555\d{7})$/.test(e164)
}
