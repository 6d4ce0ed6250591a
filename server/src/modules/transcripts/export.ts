import type { Locale } from '@crewline/contract/accounts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { EXPORT_MESSAGES_MAX, EXPORT_PDF_MESSAGES_MAX } from '@crewline/contract/limits'
import type { exportConversation } from '@crewline/contract/transcripts'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { dayRange, idFloor } from '../search/index.ts'
import { asCsv } from './csv.ts'
import { asPdf } from './pdf.ts'
import { entryOf, hashOf, localTime, type Entry, type EntryGround, type Preamble } from './rules.ts'
import { asText } from './text.ts'
import { countOf, pageOf, type Wanted } from './views.ts'

/** Messages read at once. */
const PAGE = 1000

type Ask = BodyOf<typeof exportConversation>

const TYPES: Record<Ask['format'], string> = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Writes the messages of one conversation into a file; who took which, and the file's hash, is noted. */
export async function exportFile(scope: Scope, ask: Ask): Promise<Download> {
  const now = scope.world.now().getTime()
  const range = dayRange(ask, ask.timeZone)
  if (range.since >= range.until)
    fail('invalid', {
      fieldErrors: {
        endDate: {
          en: 'Choose an end that is not before the start.',
          es: 'Elige un final que no sea anterior al inicio.',
        },
      },
    })
  const [contact] = await headsOf(scope.db, scope.org.country, [ask.contactId])
  if (!contact) return fail('not_found')
  const wanted: Wanted = {
    orgId: scope.orgId,
    contactId: ask.contactId,
    from: idFloor(range.since),
    until: idFloor(Math.min(range.until, now + 1)),
    includeNotes: ask.includeNotes,
  }
  await refuseTooMany(scope, wanted, ask.format)
  // JSON is for programs: its words stay the same whoever takes it.
  const language = ask.format === 'json' ? 'en' : languageOf(scope)
  const name = `${contact.firstname} ${contact.lastname}`.trim()
  const entries = await entriesOf(scope, wanted, { name, zone: ask.timeZone, language })
  const { organization } = await organizationOf(scope.db, scope.orgId)
  const preamble: Preamble = {
    organization: organization.name,
    contact: name,
    phone: contact.phone ?? '',
    from: localTime(Math.max(0, range.since), ask.timeZone),
    to: localTime(Math.min(range.until - 1, now), ask.timeZone),
    timeZone: ask.timeZone,
    exportedBy: scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : '',
    exportedAt: localTime(now, ask.timeZone),
    messages: entries.length,
    sha256: hashOf(entries),
  }
  const content = await written(ask.format, { preamble, entries, language })
  const { contactId, ...said } = ask
  await scope.tx(async (tx) =>
    tx.audit('conversation.exported', contactId, { ...said, messages: entries.length, sha256: preamble.sha256 }),
  )
  return { download: true, name: `conversation-export.${ask.format}`, type: TYPES[ask.format], content }
}

async function written(
  format: Ask['format'],
  { preamble, entries, language }: { preamble: Preamble; entries: Entry[]; language: Locale },
): Promise<Buffer | string> {
  if (format === 'pdf') return asPdf(preamble, entries, language)
  if (format === 'csv') return asCsv(preamble, entries, language)
  if (format === 'txt') return asText(preamble, entries, language)
  return `${JSON.stringify({ ...preamble, entries }, null, 2)}\n`
}

async function refuseTooMany(scope: Scope, wanted: Wanted, format: Ask['format']): Promise<void> {
  const most = format === 'pdf' ? EXPORT_PDF_MESSAGES_MAX : EXPORT_MESSAGES_MAX
  if ((await countOf(scope.db, wanted, most + 1)) <= most) return
  fail('too_many', {
    words:
      format === 'pdf'
        ? {
            en: `A PDF holds ${most.toLocaleString('en')} messages. Choose fewer days or another format.`,
            es: `Un PDF admite ${most.toLocaleString('es')} mensajes. Elige menos días u otro formato.`,
          }
        : {
            en: `A file holds ${most.toLocaleString('en')} messages. Choose fewer days.`,
            es: `Un archivo admite ${most.toLocaleString('es')} mensajes. Elige menos días.`,
          },
  })
}

async function entriesOf(scope: Scope, wanted: Wanted, ground: EntryGround): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let from = wanted.from; ;) {
    const page = await pageOf(scope.db, wanted, { from, size: PAGE })
    const fresh = page.filter((message) => message.id !== entries.at(-1)?.id)
    entries.push(...fresh.map((message) => entryOf(message, ground)))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return entries
    from = last.sortKey
  }
}
