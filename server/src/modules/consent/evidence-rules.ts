import { msg } from '@crewline/contract/localized-text'
import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import type { Locale } from '@crewline/contract/accounts'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { Temporal } from 'temporal-polyfill'

const ACTIONS: Record<ConsentAction, LocalizedText> = {
  opt_in: msg({ message: 'Opted in' }),
  opt_out: msg({ message: 'Opted out' }),
  attest: msg({ message: 'Agreed, recorded by a teammate' }),
  help: msg({ message: 'Asked for help' }),
  possible_opt_out: msg({ message: 'May have asked to stop texts' }),
  not_opt_out: msg({ message: 'Marked as not an opt-out' }),
  wrong_number: msg({ message: 'Said that the number is not theirs' }),
  opt_out_undone: msg({ message: 'The opt-out was undone by the teammate who recorded it' }),
}

const METHODS: Record<ConsentMethod, LocalizedText> = {
  keyword: msg({ message: 'by a keyword in a text' }),
  natural_language: msg({ message: 'in own words in a text' }),
  web: msg({ message: 'on a web page' }),
  qr: msg({ message: 'by a QR code' }),
  kiosk: msg({ message: 'at a kiosk' }),
  paper: msg({ message: 'on paper' }),
  verbal: msg({ message: 'by voice' }),
  email: msg({ message: 'by email' }),
  voicemail: msg({ message: 'in a voicemail' }),
  import_attestation: msg({ message: 'with an import of contacts' }),
  hris_attestation: msg({ message: 'with the HR system' }),
  member: msg({ message: 'through a teammate' }),
  carrier: msg({ message: 'reported by the carrier' }),
  transfer: msg({ message: 'recorded in another organization before a transfer' }),
}

/** Returns a description of an entry's action and method. */
export function describeConsentEntry(action: ConsentAction, method: ConsentMethod, language: Locale): string {
  return `${localize(ACTIONS[action], language)}, ${localize(METHODS[method], language)}`
}

/** Returns a description of a consent method. */
export function describeConsentMethod(method: ConsentMethod, language: Locale): string {
  return localize(METHODS[method], language)
}

/** Formats a moment in a zone with its offset, and in UTC: 2026-11-01T01:30:00-05:00 (2026-11-01T06:30:00Z). */
export function bothTimes(at: Date | string, zone: string): string {
  return `${localTime(at, zone)} (${instantOf(at).toString({ smallestUnit: 'second' })})`
}

/** Formats a moment in a zone with its offset, to the second. */
export function localTime(at: Date | string, zone: string): string {
  return instantOf(at).toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

function instantOf(at: Date | string): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime())
}
