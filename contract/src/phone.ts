import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** A number we can store: E.164, its country, how people there write it, and whether it can get texts. */
export interface ParsedPhone {
  e164: string
  country: string | null
  display: string
  textable: boolean
  kind: 'mobile' | 'landline' | 'voip' | 'unknown'
}

/** Kinds of number that no organization may text: they cost extra or reach nobody. */
const REFUSED = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'UAN', 'VOICEMAIL'])

/**
 * Reads a phone number in any format people use; `country` (ISO 3166) is assumed when it has no country code.
 * Answers null for anything that is not a possible number people can be texted at.
 */
export function parsePhone(text: string, country: string): ParsedPhone | null {
  const found = parsePhoneNumberFromString(text, { defaultCountry: country as CountryCode, extract: false })
  if (!found || !(found.isValid() || isFictional(found.number))) return null
  const type = found.getType()
  if (type && REFUSED.has(type)) return null
  const home = found.country === country
  return {
    e164: found.number,
    country: found.country ?? null,
    display: home ? found.formatNational() : found.formatInternational(),
    textable: type !== 'FIXED_LINE',
    kind: type === 'FIXED_LINE' ? 'landline' : type === 'MOBILE' ? 'mobile' : type === 'VOIP' ? 'voip' : 'unknown',
  }
}

/** An E.164 number as people of `country` write it; numbers of other countries keep their country code. */
export function displayPhone(e164: string, country: string): string {
  const found = parsePhoneNumberFromString(e164)
  if (!found) return e164
  return found.country === country || (found.countryCallingCode === '1' && country === 'US')
    ? found.formatNational()
    : found.formatInternational()
}

/** The country (ISO 3166) of an E.164 number; null where a number belongs to none or to several. */
export function phoneCountry(e164: string): string | null {
  return parsePhoneNumberFromString(e164)?.country ?? null
}

/** The digits of what somebody types into a search, or null when it does not look like part of a number. */
export function phoneDigits(search: string): string | null {
  if (!/^[\d\s()+.\-/]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  // Zeros in front are dialled within a country or on the way out of one; no E.164 number has them.
  const dialled = digits.replace(/^0+/, '')
  return dialled.length >= 3 ? dialled : digits.length >= 3 ? digits : null
}

/** 555-0100 to 555-0199, and the unassigned area code 555, are set aside for fiction (NANPA); demos and tests live there. */
function isFictional(e164: string): boolean {
  return /^\+1(\d{3}55501\d{2}|555\d{7})$/.test(e164)
}
