import { createHash } from 'node:crypto'
import { wordFor, type Message, type StatusWord } from '@crewline/contract/messages'
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
  direction: 'In' | 'Out' | 'Team only'
  sender: string
  status: string
  body: string
  translation: string
  translationLanguage: string
  files: string[]
}

const STATUS: Record<StatusWord, string> = {
  sending: 'Sending',
  queued: 'Queued',
  sent: 'Sent',
  delivered: 'Delivered',
  not_delivered: 'Not delivered',
  unknown: 'Not known',
  scheduled: 'Scheduled',
  cancelled: 'Cancelled',
  received: 'Received',
  noted: 'Note',
}

const EVENTS: Record<NonNullable<Message['event']>['what'], string> = {
  archived: 'Archived',
  reopened: 'Reopened',
  assigned: 'Assigned',
  unassigned: 'Unassigned',
  snoozed: 'Snoozed',
  woke: 'Woke',
  opted_out: 'Opted out',
  opted_in: 'Opted in',
  number_changed: 'Number changed',
  wrong_number: 'Wrong number',
  not_opt_out: 'Judged as no opt-out',
}

/** A moment on the clocks of a zone, to the second, with its offset, such as 2026-11-01T01:30:00-05:00. */
export function localTime(moment: string | number, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(typeof moment === 'number' ? moment : Date.parse(moment))
  return instant.toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

/** A message as files show it. */
export function entryOf(message: Message, contact: string, zone: string): Entry {
  const { direction, sender, translation, voicemail } = message
  const member = sender ? `${sender.firstname} ${sender.lastname}`.trim() : 'Automatic'
  const word = message.event ? 'Event' : STATUS[wordFor(message.state)]
  return {
    id: message.id,
    at: localTime(message.at, zone),
    direction: direction === 'in' ? 'In' : direction === 'out' ? 'Out' : 'Team only',
    sender: direction === 'in' ? contact : member,
    status: message.reason ? `${word}: ${message.reason}` : word,
    body: [message.event ? eventWords(message.event) : message.body, voicemail?.transcript ?? '']
      .filter((text) => text !== '')
      .join('\n'),
    translation: translation && !translation.failed ? translation.text : '',
    translationLanguage: translation && !translation.failed ? `${translation.from} to ${translation.to}` : '',
    files: message.media.map((file) => file.name || file.kind),
  }
}

function eventWords({ what, detail }: NonNullable<Message['event']>): string {
  return detail ? `${EVENTS[what]}: ${detail}` : EVENTS[what]
}

/** The SHA-256 of the messages as JSON, one a line, in hex: whoever has the file can count it again. */
export function hashOf(entries: readonly Entry[]): string {
  const hash = createHash('sha256')
  for (const entry of entries) hash.update(`${JSON.stringify(entry)}\n`)
  return hash.digest('hex')
}

/** The preamble as pairs of a label and its words. */
export function labelled(preamble: Preamble): [label: string, words: string][] {
  return [
    ['Organization', preamble.organization],
    ['Contact', preamble.contact],
    ['Number', preamble.phone],
    ['From', preamble.from],
    ['To', preamble.to],
    ['Time zone', preamble.timeZone],
    ['Exported by', preamble.exportedBy],
    ['Exported at', preamble.exportedAt],
    ['Messages', String(preamble.messages)],
    ['SHA-256 of the messages', preamble.sha256],
  ]
}
