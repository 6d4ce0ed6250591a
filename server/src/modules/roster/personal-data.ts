import { Readable } from 'node:stream'
import type { ContactEvent } from '@crewline/contract/roster'
import type { Contact } from '@crewline/contract/contacts'
import { EXPORT_PDF_MESSAGES_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { contactsByIds } from '../contacts/index.ts'
import { fieldsOf, maySeeSensitive } from '../fields/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { activity } from './activity.ts'
import { columnOf, LABELS } from './columns.ts'
import { asPdf } from './personal-data-pdf.ts'
import {
  countKept,
  idsOfPerson,
  keptBeside,
  keptMessages,
  type KeptBeside,
  type KeptMessage,
} from './views/personal-data.ts'

/** Messages read at once. */
const PAGE = 500
/** Pages of activity a file tells of. */
const ACTIVITY_PAGES = 100

/** Everything kept about a worker but their messages, which come a page at a time. */
export interface PersonalData {
  organization: string
  timeZone: string
  madeAt: string
  madeBy: string
  facts: { field: string; value: string }[]
  beside: KeptBeside
  activity: Omit<ContactEvent, 'id'>[]
}

/**
 * Everything kept about a worker the actor sees, as a file: facts, groups, messages both ways, calls, permission, activity.
 * What is sensitive only for who may see it. Who took it is noted before the first byte goes.
 */
export async function personalDataFile(
  scope: Scope,
  { id, format }: { id: string; format: 'json' | 'pdf' },
): Promise<Download> {
  const seesSensitive = maySeeSensitive(scope)
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id.toLowerCase()], seesSensitive)
  if (!contact) return fail('not_found')
  const ids = await idsOfPerson(scope.db, contact.id)
  if (format === 'pdf' && (await countKept(scope.db, ids, EXPORT_PDF_MESSAGES_MAX + 1)) > EXPORT_PDF_MESSAGES_MAX) {
    const most = EXPORT_PDF_MESSAGES_MAX.toLocaleString('en')
    fail('too_many', {
      words: {
        en: `A PDF holds ${most} messages. Take the data as JSON.`,
        es: `Un PDF admite ${most} mensajes. Descarga los datos como JSON.`,
      },
    })
  }
  const data = await gather(scope, contact, ids)
  await scope.tx(async (tx) => tx.audit('contact.personal-data-taken', contact.id, { format, seesSensitive }))
  const messages = messagesOf(scope, ids)
  return format === 'json'
    ? file('json', 'application/json; charset=utf-8', Readable.from(asJson(data, messages)))
    : file('pdf', 'application/pdf', await asPdf(data, messages, languageOf(scope)))
}

function file(ending: string, type: string, content: Download['content']): Download {
  return { download: true, name: `personal-data.${ending}`, type, content }
}

async function gather(scope: Scope, contact: Contact, ids: string[]): Promise<PersonalData> {
  const seesSensitive = maySeeSensitive(scope)
  const [{ organization }, beside, facts, events] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    keptBeside(scope.db, ids, seesSensitive),
    factsOf(scope, contact),
    activityOf(scope, contact.id),
  ])
  return {
    organization: organization.name,
    timeZone: organization.timezone,
    madeAt: scope.world.now().toISOString(),
    madeBy: scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : '',
    ...{ facts, beside, activity: events },
  }
}

/** Every fact by the name people know it by, in the language of whoever asks. */
async function factsOf(scope: Scope, contact: Contact): Promise<PersonalData['facts']> {
  const locale = languageOf(scope)
  const fields = await fieldsOf(scope.db)
  const shown = maySeeSensitive(scope) ? fields : fields.filter((field) => !field.sensitive)
  const names = [...Object.keys(LABELS), ...shown.map((field) => `custom.${field.key}`)]
  return names.flatMap((name) => {
    const column = columnOf(name, fields, locale === 'es')
    const value = column?.cell(contact) ?? ''
    return column && value !== '' ? [{ field: column.head, value }] : []
  })
}

async function activityOf(scope: Scope, id: string): Promise<PersonalData['activity']> {
  const all: PersonalData['activity'] = []
  let before: string | null = null
  for (let page = 0; page < ACTIVITY_PAGES; page += 1) {
    const found: Awaited<ReturnType<typeof activity>> = await activity(scope, {
      id,
      ...(before === null ? {} : { before }),
    })
    for (const { at, kind, detail, by } of found.events) all.push({ at, kind, detail, by })
    before = found.before
    if (before === null) break
  }
  return all
}

/** All messages, a page in memory at a time. */
async function* messagesOf(scope: Scope, ids: string[]): AsyncGenerator<KeptMessage[]> {
  for (const id of ids) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const page = await keptMessages(scope.db, id, { after, most: PAGE })
      if (page.length > 0) yield page
      after = page.at(-1)?.place ?? after
      if (page.length < PAGE) break
    }
  }
}

async function* asJson(data: PersonalData, pages: AsyncGenerator<KeptMessage[]>): AsyncGenerator<string> {
  const head = JSON.stringify(data, null, 2)
  yield `${head.slice(0, head.lastIndexOf('}')).trimEnd()},\n  "messages": [`
  let isFirst = true
  for await (const page of pages)
    for (const { place: _, ...message } of page) {
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(message)}`
      isFirst = false
    }
  yield `${isFirst ? '' : '\n  '}]\n}\n`
}
