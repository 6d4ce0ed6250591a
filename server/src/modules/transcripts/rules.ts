import { createHash } from 'node:crypto'
import { toDisplayStatus, type Message, type MessageDisplayStatus } from '@crewline/contract/messages'
import type { Locale } from '@crewline/contract/accounts'
import { reasonFor } from '@crewline/contract/reasons'
import type { LocalizedText } from '@crewline/contract/words'
import { localize } from '../../kernel/i18n/localize.ts'
import { Temporal } from 'temporal-polyfill'

/** The information before the messages of a file. */
export interface Preamble {
  organization: string
  contact: string
  phone: string
  /** The requested range, in local time of the zone. */
  from: string
  to: string
  timeZone: string
  exportedBy: string
  exportedAt: string
  messages: number
  /** Over the messages as JSON, one per line. */
  sha256: string
}

/** One message of a file, in the order of its fields. */
export interface Entry {
  id: string
  /** Local time of the zone, with its offset. */
  at: string
  direction: string
  sender: string
  status: string
  body: string
  translation: string
  translationLanguage: string
  files: string[]
}

const STATUS: Record<MessageDisplayStatus, LocalizedText> = {
  sending: { en: 'Sending', es: 'Enviando' },
  queued: { en: 'Queued', es: 'En cola' },
  sent: { en: 'Sent', es: 'Enviado' },
  delivered: { en: 'Delivered', es: 'Entregado' },
  not_delivered: { en: 'Not delivered', es: 'No entregado' },
  unknown: { en: 'Not known', es: 'No se sabe' },
  scheduled: { en: 'Scheduled', es: 'Programado' },
  cancelled: { en: 'Cancelled', es: 'Cancelado' },
  received: { en: 'Received', es: 'Recibido' },
  noted: { en: 'Note', es: 'Nota' },
}

const EVENTS: Record<NonNullable<Message['event']>['what'], LocalizedText> = {
  archived: { en: 'Archived', es: 'Archivada' },
  reopened: { en: 'Reopened', es: 'Reabierta' },
  assigned: { en: 'Assigned', es: 'Asignada' },
  unassigned: { en: 'Unassigned', es: 'Sin asignar' },
  snoozed: { en: 'Snoozed', es: 'Pospuesta' },
  woke: { en: 'Woke', es: 'Volvió' },
  opted_out: { en: 'Opted out', es: 'Se dio de baja' },
  opted_in: { en: 'Opted in', es: 'Se suscribió' },
  number_changed: { en: 'Number changed', es: 'Cambió el número' },
  wrong_number: { en: 'Wrong number', es: 'Número equivocado' },
  not_opt_out: { en: 'Judged as no opt-out', es: 'Se juzgó que no es una baja' },
}

/** Returns a moment in local time of a zone, to the second, with its offset, such as 2026-11-01T01:30:00-05:00. */
export function localTime(moment: string | number, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(typeof moment === 'number' ? moment : Date.parse(moment))
  return instant.toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

const AUTOMATIC: LocalizedText = { en: 'Automatic', es: 'Automático' }
const EVENT: LocalizedText = { en: 'Event', es: 'Evento' }
const IN: LocalizedText = { en: 'In', es: 'Recibido' }
const OUT: LocalizedText = { en: 'Out', es: 'Enviado' }
const TEAM: LocalizedText = { en: 'Team only', es: 'Solo el equipo' }

/** The contact's name, the time zone and the language for an entry. */
export interface EntryGround {
  name: string
  zone: string
  language: Locale
}

/** Converts a message to a file entry. */
export function entryOf(message: Message, { name, zone, language }: EntryGround): Entry {
  const { direction, sender, translation, voicemail } = message
  const member = sender ? `${sender.firstname} ${sender.lastname}`.trim() : localize(AUTOMATIC, language)
  const label = localize(message.event ? EVENT : STATUS[toDisplayStatus(message.state)], language)
  const code = message.errorCode ?? (message.state === 'unknown' ? 'outcome_unknown' : null)
  return {
    id: message.id,
    at: localTime(message.at, zone),
    direction: localize(direction === 'in' ? IN : direction === 'out' ? OUT : TEAM, language),
    sender: direction === 'in' ? name : member,
    status: message.reason === null ? label : `${label}: ${localize(reasonFor(code).text, language)}`,
    body: [message.event ? eventText(message.event, language) : message.body, voicemail?.transcript ?? '']
      .filter((text) => text !== '')
      .join('\n'),
    translation: translation && !translation.failed ? translation.text : '',
    translationLanguage:
      translation && !translation.failed
        ? `${translation.from} ${language === 'es' ? 'a' : 'to'} ${translation.to}`
        : '',
    files: message.media.map((file) => file.name || file.kind),
  }
}

function eventText({ what, detail }: NonNullable<Message['event']>, language: Locale): string {
  const text = localize(EVENTS[what], language)
  return detail ? `${text}: ${detail}` : text
}

/** Returns the SHA-256 in hex of the messages as JSON, one per line, so that it can be recomputed from the file. */
export function hashOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256')
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`)
  return hash.digest('hex')
}

const LABELS: Record<keyof Preamble, LocalizedText> = {
  organization: { en: 'Organization', es: 'Organización' },
  contact: { en: 'Contact', es: 'Contacto' },
  phone: { en: 'Number', es: 'Número' },
  from: { en: 'From', es: 'Desde' },
  to: { en: 'To', es: 'Hasta' },
  timeZone: { en: 'Time zone', es: 'Zona horaria' },
  exportedBy: { en: 'Exported by', es: 'Exportado por' },
  exportedAt: { en: 'Exported at', es: 'Exportado el' },
  messages: { en: 'Messages', es: 'Mensajes' },
  sha256: { en: 'SHA-256 of the messages', es: 'SHA-256 de los mensajes' },
}

/** Returns the preamble as pairs of label and text. */
export function labelled(preamble: Preamble, language: Locale): [label: string, words: string][] {
  return Object.entries(LABELS).map(([name, label]) => [
    localize(label, language),
    String(preamble[name as keyof Preamble]),
  ])
}
