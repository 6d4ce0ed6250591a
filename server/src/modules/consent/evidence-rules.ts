import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import type { Locale } from '@crewline/contract/accounts'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { Temporal } from 'temporal-polyfill'

const ACTIONS: Record<ConsentAction, LocalizedText> = {
  opt_in: { en: 'Opted in', es: 'Se suscribió' },
  opt_out: { en: 'Opted out', es: 'Se dio de baja' },
  attest: { en: 'Agreed, recorded by a team member', es: 'Aceptó, según anotó alguien del equipo' },
  help: { en: 'Asked for help', es: 'Pidió ayuda' },
  possible_opt_out: { en: 'May have asked for no more texts', es: 'Quizá pidió no recibir más mensajes' },
  not_opt_out: { en: 'Judged as no opt-out', es: 'Se juzgó que no es una baja' },
  wrong_number: { en: 'Said that the number is not theirs', es: 'Dijo que el número no es suyo' },
}

const METHODS: Record<ConsentMethod, LocalizedText> = {
  keyword: { en: 'by a keyword in a text', es: 'con una palabra clave en un mensaje' },
  natural_language: { en: 'in own words in a text', es: 'con sus propias palabras en un mensaje' },
  web: { en: 'on a web page', es: 'en una página web' },
  qr: { en: 'by a QR code', es: 'con un código QR' },
  kiosk: { en: 'at a kiosk', es: 'en un quiosco' },
  paper: { en: 'on paper', es: 'en papel' },
  verbal: { en: 'by voice', es: 'de palabra' },
  email: { en: 'by email', es: 'por correo' },
  voicemail: { en: 'in a voicemail', es: 'en un mensaje de voz' },
  import_attestation: { en: 'with an import of contacts', es: 'con una importación de contactos' },
  hris_attestation: { en: 'with the HR system', es: 'con el sistema de RR. HH.' },
  member: { en: 'through a teammate', es: 'por medio de un compañero' },
  carrier: { en: 'told by the carrier', es: 'según el operador' },
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
