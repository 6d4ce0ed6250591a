import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import { Temporal } from 'temporal-polyfill'

const ACTIONS: Record<ConsentAction, string> = {
  opt_in: 'Opted in',
  opt_out: 'Opted out',
  attest: 'Agreed, as somebody of the team noted',
  help: 'Asked for help',
  possible_opt_out: 'May have asked for no more texts',
  not_opt_out: 'Judged as no opt-out',
  wrong_number: 'Said that the number is not theirs',
}

const METHODS: Record<ConsentMethod, string> = {
  keyword: 'by a keyword in a text',
  natural_language: 'in own words in a text',
  web: 'on a web page',
  qr: 'by a QR code',
  kiosk: 'at a kiosk',
  paper: 'on paper',
  verbal: 'by voice',
  email: 'by email',
  voicemail: 'in a voicemail',
  import_attestation: 'with an import of contacts',
  hris_attestation: 'with the HR system',
  member: 'through a teammate',
  carrier: 'told by the carrier',
}

/** What an entry says was done, and how, in words. */
export function actWords(action: ConsentAction, method: ConsentMethod): string {
  return `${ACTIONS[action]}, ${METHODS[method]}`
}

/** How something was said, in words. */
export function methodWords(method: ConsentMethod): string {
  return METHODS[method]
}

/** A moment on the clocks of a zone with its offset, and in UTC: 2026-11-01T01:30:00-05:00 (2026-11-01T06:30:00Z). */
export function bothTimes(at: Date | string, zone: string): string {
  return `${localTime(at, zone)} (${instantOf(at).toString({ smallestUnit: 'second' })})`
}

/** A moment on the clocks of a zone, to the second, with its offset. */
export function localTime(at: Date | string, zone: string): string {
  return instantOf(at).toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

function instantOf(at: Date | string): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(new Date(at).getTime())
}
