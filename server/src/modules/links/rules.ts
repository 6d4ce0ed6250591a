import { TRACKED_URL_MAX } from '@crewline/contract/link-limits'
import { msg, type LocalizedText } from '@crewline/contract/localized-text'

/** 62 to the 8th, 2.2e14: one address that tries 120 codes a minute finds one of ten million in 127 days. */
export const CODE_CHARACTERS = 8

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The largest multiple of 62 that a byte can hold: larger bytes would make some characters likelier. */
const FAIR = 248

/** Makes codes of letters and digits from random bytes, all characters equally likely. */
export function codesFrom(bytes: Uint8Array): string[] {
  const characters = Array.from(bytes)
    .filter((byte) => byte < FAIR)
    .map((byte) => DIGITS[byte % DIGITS.length])
    .join('')
  return characters.match(new RegExp(`.{${CODE_CHARACTERS}}`, 'g')) ?? []
}

/** Names that only mean something inside a network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa|onion)$/

/**
 * Returns the address that a short link may open, in its normal form, or why it may not. Addresses of a network, of a
 * script and with a password are refused, and every IP address: only private ones and those of phishers are texted.
 */
export function readTarget(address: string): { url: string } | { problem: LocalizedText } {
  if (!URL.canParse(address))
    return { problem: msg({ message: 'Enter a full web address, such as https://example.com.' }) }
  const { protocol, username, password, hostname, href } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:')
    return { problem: msg({ message: 'The web address must start with https:// or http://.' }) }
  if (username !== '' || password !== '')
    return { problem: msg({ message: 'The web address must not contain a user name or password.' }) }
  if (href.length > TRACKED_URL_MAX) return { problem: msg({ message: 'The web address is too long.' }) }
  const name = hostname.replace(/\.$/, '')
  // The parser has already turned decimal and hexadecimal spellings of an IP address into four numbers.
  const isPublicName = name.includes('.') && !LOCAL_NAME.test(name) && !/^[\d.]+$/.test(name) && !name.startsWith('[')
  return isPublicName
    ? { url: href }
    : { problem: msg({ message: 'The web address must be one that everyone can open.' }) }
}

const ADDRESS = /https?:\/\/[^\s<>"'{}|\\^`]+[^\s<>"'{}|\\^`.,;:!?)\]]/gi

/** Lists the web addresses in texts, each once. Addresses with merge fields are left out: they cannot be followed. */
export function addressesIn(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(ADDRESS) ?? []))]
}

/** Replaces the addresses in a text with their short links. */
export function withShortLinks(text: string, shortUrls: ReadonlyMap<string, string>): string {
  return text.replace(ADDRESS, (address) => shortUrls.get(address) ?? address)
}

const SHORT_LINK = new RegExp(`(?<=/l/)[0-9A-Za-z]{${CODE_CHARACTERS}}(?![0-9A-Za-z])`, 'g')

/** Lists what may be codes of short links in a text. */
export function codesIn(text: string): string[] {
  return text.match(SHORT_LINK) ?? []
}

/** Replaces codes of short links in a text. */
export function withCodes(text: string, codes: ReadonlyMap<string, string>): string {
  return text.replace(SHORT_LINK, (code) => codes.get(code) ?? code)
}

/** Whether an address opens a public page of the product itself. */
export function isOwnPage(address: string, publicUrl: string): boolean {
  return URL.canParse(address) && address.startsWith(`${publicUrl}/public/`)
}
