import { createHash } from 'node:crypto'
import { wordFor, type Message, type StatusWord } from '@crewline/contract/messages'
import type { Locale } from '@crewline/contract/accounts'
import { reasonFor } from '@crewline/contract/reasons'
import type { Words } from '@crewline/contract/words'
import { Temporal } from 'temporal-polyfill'

/** What a file says before its messages. */
export interface Preamble {
  organization: string
  contact: string
  phone: string
  /** The first and last moment asked for, on the clocks of the zone. */
  from: string
  to: string
  timeZone: string
  exportedBy: string
  exportedAt: string
  messages: number
  /** Of the messages as JSON, one a line. */
  sha256: string
}

/** One message of a file, in the order of its fields. */
export interface Entry {
  id: string
  /** On the clocks of the zone, with its offset. */
  at: string
  direction: string
  sender: string
  status: string
  body: string
  translation: string
  translationLanguage: string
  files: string[]
}

const STATUS: Record<StatusWord, Words> = {
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

const EVENTS: Record<NonNullable<Message['event']>['what'], Words> = {
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

/** A moment on the clocks of a zone, to the second, with its offset, such as 2026-11-01T01:30:00-05:00. */
export function localTime(moment: string | number, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(typeof moment === 'number' ? moment : Date.parse(moment))
  return instant.toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

const AUTOMATIC: Words = { en: 'Automatic', es: 'Automático' }
const EVENT: Words = { en: 'Event', es: 'Evento' }
const IN: Words = { en: 'In', es: 'Recibido' }
const OUT: Words = { en: 'Out', es: 'Enviado' }
const TEAM: Words = { en: 'Team only', es: 'Solo el equipo' }

/** Who a message is with, on which clocks it is told, and in which language. */
export interface EntryGround {
  name: string
  zone: string
  language: Locale
}

/** A message as files show it. */
export function entryOf(message: Message, { name, zone, language }: EntryGround): Entry {
  const { direction, sender, translation, voicemail } = message
  const member = sender ? `${sender.firstname} ${sender.lastname}`.trim() : AUTOMATIC[language]
  const word = (message.event ? EVENT : STATUS[wordFor(message.state)])[language]
  const code = message.errorCode ?? (message.state === 'unknown' ? 'outcome_unknown' : null)
  return {
    id: message.id,
    at: localTime(message.at, zone),
    direction: (direction === 'in' ? IN : direction === 'out' ? OUT : TEAM)[language],
    sender: direction === 'in' ? name : member,
    status: message.reason === null ? word : `${word}: ${reasonFor(code).words[language]}`,
    body: [message.event ? eventWords(message.event, language) : message.body, voicemail?.transcript ?? '']
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

function eventWords({ what, detail }: NonNullable<Message['event']>, language: Locale): string {
  const words = EVENTS[what][language]
  return detail ? `${words}: ${detail}` : words
}

/** The SHA-256 of the messages as JSON, one a line, in hex: whoever has the file can count it again. */
export function hashOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256')
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`)
  return hash.digest('hex')
}

const LABELS: Record<keyof Preamble, Words> = {
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

/** The preamble as pairs of a label and its words. */
export function labelled(preamble: Preamble, language: Locale): [label: string, words: string][] {
  return Object.entries(LABELS).map(([name, label]) => [label[language], String(preamble[name as keyof Preamble])])
}
