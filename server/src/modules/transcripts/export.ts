import { msg } from '@crewline/contract/localized-text'
import type { Locale } from '@crewline/contract/accounts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { EXPORT_MESSAGES_MAX, EXPORT_PDF_MESSAGES_MAX } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import type { exportConversation } from '@crewline/contract/transcripts'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { dayRange, idFloor } from '../search/index.ts'
import { asCsv } from './csv.ts'
import { asPdf } from './pdf.ts'
import { entryOf, hashOf, localTime, type Entry, type EntryGround, type Preamble } from './rules.ts'
import { asText } from './text.ts'
import { countOf, pageOf, type TranscriptQuery } from './views.ts'

/** Messages read at once. */
const PAGE = 1000

type ExportRequest = BodyOf<typeof exportConversation>

const TYPES: Record<ExportRequest['format'], string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Exports the messages of one conversation as a file. Audits who exported what, with the file's hash. */
export async function exportFile(scope: Scope, request: ExportRequest): Promise<Download> {
  const now = scope.world.now().getTime()
  const range = dayRange(request, request.timeZone)
  if (range.since >= range.until)
    fail('invalid', {
      fieldErrors: {
        endDate: msg({ message: "The end can't be before the start." }),
      },
    })
  const [contact] = await summariesOf(scope.db, scope.org.country, [request.contactId])
  if (!contact) return fail('not_found')
  const query: TranscriptQuery = {
    orgId: scope.orgId,
    contactId: request.contactId,
    from: idFloor(range.since),
    until: idFloor(Math.min(range.until, now + 1)),
    includeNotes: request.includeNotes,
  }
  await refuseTooMany(scope, query, request.format)
  // JSON is for programs, so its labels do not depend on the user's language.
  const language = request.format === 'json' ? 'en' : languageOf(scope)
  const name = `${contact.firstname} ${contact.lastname}`.trim()
  const entries = await entriesOf(scope, query, { name, zone: request.timeZone, language })
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const preamble: Preamble = {
    organization: organization.name,
    contact: name,
    phone: contact.phone ?? '',
    from: localTime(Math.max(0, range.since), request.timeZone),
    to: localTime(Math.min(range.until - 1, now), request.timeZone),
    timeZone: request.timeZone,
    exportedBy: scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : '',
    exportedAt: localTime(now, request.timeZone),
    messages: entries.length,
    sha256: hashOf(entries),
  }
  const content = await written(request.format, { preamble, entries, language })
  const { contactId, ...options } = request
  await scope.tx(async (tx) =>
    tx.audit('conversation.exported', contactId, { ...options, messages: entries.length, sha256: preamble.sha256 }),
  )
  return { download: true, name: `conversation-export.${request.format}`, type: TYPES[request.format], content }
}

/** Counts the messages of a conversation that `readTranscript` would read, up to `most`. */
export async function countTranscript(
  scope: Scope,
  { contactId, since, until, includeNotes }: TranscriptDays,
  most: number,
): Promise<number> {
  return countOf(scope.db, queryOf(scope, { contactId, since, until, includeNotes }), most)
}

/** Whose conversation a file has, between two moments in ms. */
export interface TranscriptDays {
  contactId: string
  since: number
  until: number
  includeNotes: boolean
}

/** A conversation as its files show it, with the ids of its attachments. */
export interface Transcript {
  preamble: Preamble
  entries: Entry[]
  attachments: { id: string; name: string }[]
}

/**
 * Reads a whole conversation for a file of another module, in English by default; undefined for an unknown contact. `since` and
 * `until` are moments in ms.
 */
export async function readTranscript(
  scope: Scope,
  { contactId, since, until, includeNotes, language = 'en' }: TranscriptDays & { language?: Locale },
): Promise<Transcript | undefined> {
  const [contact] = await summariesOf(scope.db, scope.org.country, [contactId])
  if (!contact) return undefined
  const now = scope.world.now().getTime()
  const zone = scope.org.timezone
  const name = `${contact.firstname} ${contact.lastname}`.trim()
  const query = queryOf(scope, { contactId, since, until, includeNotes })
  const attachments: Transcript['attachments'] = []
  const entries = await entriesOf(scope, query, { name, zone, language }, (message) => {
    for (const { id, name: fileName, state } of message.media)
      if (state === 'ready') attachments.push({ id, name: fileName })
  })
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const preamble: Preamble = {
    organization: organization.name,
    contact: name,
    phone: contact.phone ?? '',
    from: localTime(Math.max(0, since), zone),
    to: localTime(Math.min(until - 1, now), zone),
    timeZone: zone,
    exportedBy: '',
    exportedAt: localTime(now, zone),
    messages: entries.length,
    sha256: hashOf(entries),
  }
  return { preamble, entries, attachments }
}

function queryOf(scope: Scope, { contactId, since, until, includeNotes }: TranscriptDays): TranscriptQuery {
  const last = Math.min(until, scope.world.now().getTime() + 1)
  return { orgId: scope.orgId, contactId, includeNotes, from: idFloor(since), until: idFloor(last) }
}

async function written(
  format: ExportRequest['format'],
  { preamble, entries, language }: { preamble: Preamble; entries: Entry[]; language: Locale },
): Promise<Buffer | string> {
  if (format === 'pdf') return asPdf(preamble, entries, language)
  if (format === 'csv') return asCsv(preamble, entries, language)
  if (format === 'txt') return asText(preamble, entries, language)
  return `${JSON.stringify({ ...preamble, entries }, null, 2)}\n`
}

async function refuseTooMany(scope: Scope, query: TranscriptQuery, format: ExportRequest['format']): Promise<void> {
  const most = format === 'pdf' ? EXPORT_PDF_MESSAGES_MAX : EXPORT_MESSAGES_MAX
  if ((await countOf(scope.db, query, most + 1)) <= most) return
  fail('too_many', {
    text:
      format === 'pdf'
        ? msg({
            message: 'A PDF holds {most, number} messages. Choose fewer days or another format.',
            values: { most },
          })
        : msg({ message: 'A file holds {most, number} messages. Choose fewer days.', values: { most } }),
  })
}

async function entriesOf(
  scope: Scope,
  query: TranscriptQuery,
  ground: EntryGround,
  onMessage?: (message: Message) => void,
): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let from = query.from; ;) {
    const page = await pageOf(scope.db, query, { from, size: PAGE })
    const newMessages = page.filter((message) => message.id !== entries.at(-1)?.id)
    entries.push(...newMessages.map((message) => entryOf(message, ground)))
    if (onMessage) for (const message of newMessages) onMessage(message)
    const last = page.at(-1)
    if (!last || page.length < PAGE) return entries
    from = last.sortKey
  }
}
