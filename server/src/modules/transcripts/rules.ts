import { msg } from '@crewline/contract/localized-text'
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
  sending: msg({ message: 'Sending' }),
  queued: msg({ message: 'Queued' }),
  sent: msg({ message: 'Sent' }),
  delivered: msg({ message: 'Delivered' }),
  not_delivered: msg({ message: 'Not delivered' }),
  unknown: msg({ message: 'Not known' }),
  scheduled: msg({ message: 'Scheduled' }),
  cancelled: msg({ message: 'Cancelled' }),
  received: msg({ message: 'Received' }),
  noted: msg({ message: 'Note' }),
}

const EVENTS: Record<NonNullable<Message['event']>['what'], LocalizedText> = {
  archived: msg({ message: 'Archived', context: 'conversation' }),
  reopened: msg({ message: 'Reopened' }),
  assigned: msg({ message: 'Assigned' }),
  unassigned: msg({ message: 'Unassigned' }),
  snoozed: msg({ message: 'Snoozed', context: 'conversation' }),
  woke: msg({ message: 'No longer snoozed' }),
  opted_out: msg({ message: 'Opted out' }),
  opted_in: msg({ message: 'Opted in' }),
  number_changed: msg({ message: 'Number changed' }),
  wrong_number: msg({ message: 'Wrong number' }),
  not_opt_out: msg({ message: 'Marked as not an opt-out' }),
  opt_out_undone: msg({ message: 'Opt-out undone' }),
}

/** Returns a moment in local time of a zone, to the second, with its offset, such as 2026-11-01T01:30:00-05:00. */
export function localTime(moment: string | number, zone: string): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(typeof moment === 'number' ? moment : Date.parse(moment))
  return instant.toZonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}

const AUTOMATIC: LocalizedText = msg({ message: 'Automatic' })
const EVENT: LocalizedText = msg({ message: 'Event' })
const IN: LocalizedText = msg({ message: 'In' })
const OUT: LocalizedText = msg({ message: 'Out' })
const TEAM: LocalizedText = msg({ message: 'Team only' })

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
        ? localize(msg({ message: '{from} to {to}', values: { from: translation.from, to: translation.to } }), language)
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
  organization: msg({ message: 'Organization' }),
  contact: msg({ message: 'Contact' }),
  phone: msg({ message: 'Number' }),
  from: msg({ message: 'From', context: 'time' }),
  to: msg({ message: 'To', context: 'time' }),
  timeZone: msg({ message: 'Time zone' }),
  exportedBy: msg({ message: 'Exported by' }),
  exportedAt: msg({ message: 'Exported at' }),
  messages: msg({ message: 'Messages' }),
  sha256: msg({ message: 'SHA-256 of the messages' }),
}

/** Returns the preamble as pairs of label and text. */
export function labelled(preamble: Preamble, language: Locale): [label: string, words: string][] {
  return Object.entries(LABELS).map(([name, label]) => [
    localize(label, language),
    String(preamble[name as keyof Preamble]),
  ])
}
