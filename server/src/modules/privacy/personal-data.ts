import { msg } from '@crewline/contract/localized-text'
import { formatNumber } from '@crewline/contract/formats'
import { Readable } from 'node:stream'
import type { ContactEvent } from '@crewline/contract/privacy'
import { EXPORT_COLUMNS } from '@crewline/contract/contact-columns'
import type { Contact } from '@crewline/contract/contacts'
import { EXPORT_PDF_MESSAGES_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { columnOf, contactsByIds } from '../contacts/index.ts'
import { fieldsOf, maySeeSensitive } from '../fields/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { activity } from './activity.ts'
import { exportEverywhere } from './every-module.ts'
import { asPdf } from './personal-data-pdf.ts'
import { countStoredMessages, allOfContact, listStoredMessages, type StoredMessage } from './views/personal-data.ts'

/** Messages read at once. */
const PAGE = 500
/** The maximum number of activity pages in a file. */
const ACTIVITY_PAGES = 100

/** All stored data of a contact except the messages, which are read page by page. */
export interface PersonalData {
  organization: string
  timeZone: string
  madeAt: string
  madeBy: string
  attributes: { field: string; value: string }[]
  /** The sections that modules declare, each with its rows. */
  related: Record<string, object[]>
  activity: Omit<ContactEvent, 'id'>[]
}

/**
 * Returns all stored data of a visible contact as a file: fields, groups, messages in both directions, calls, consent,
 * activity. Sensitive fields are included only for members who may see them. Audits the export before the first byte is
 * sent.
 */
export async function personalDataFile(
  scope: Scope,
  { id, format }: { id: string; format: 'json' | 'pdf' },
): Promise<Download> {
  const canSeeSensitive = maySeeSensitive(scope)
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id.toLowerCase()], canSeeSensitive)
  if (!contact) return fail('not_found')
  const all = await allOfContact(scope.db, contact.id)
  const ids = all.contactIds
  if (
    format === 'pdf' &&
    (await countStoredMessages(scope.db, ids, EXPORT_PDF_MESSAGES_MAX + 1)) > EXPORT_PDF_MESSAGES_MAX
  ) {
    const most = formatNumber(EXPORT_PDF_MESSAGES_MAX, 'en')
    fail('too_many', {
      text: msg({ message: 'A PDF holds {most} messages. Take the data as JSON.', values: { most } }),
    })
  }
  const data = await gather(scope, contact, all)
  await scope.tx(async (tx) =>
    tx.audit('contact.personal-data-taken', contact.id, { format, seesSensitive: canSeeSensitive }),
  )
  const messages = messagesOf(scope, ids)
  return format === 'json'
    ? file('json', 'application/json; charset=utf-8', Readable.from(asJson(data, messages)))
    : file('pdf', 'application/pdf', await asPdf(data, messages, languageOf(scope)))
}

/**
 * Returns everything stored about a contact as JSON text, with the ids of the contact and of those merged into it; undefined
 * when the contact does not exist or was erased. The caller records that it was taken.
 */
export async function personalDataText(
  scope: Scope,
  id: string,
): Promise<{ contactIds: string[]; text: string } | undefined> {
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id], maySeeSensitive(scope))
  if (!contact) return undefined
  const all = await allOfContact(scope.db, contact.id)
  const parts: string[] = []
  for await (const part of asJson(await gather(scope, contact, all), messagesOf(scope, all.contactIds)))
    parts.push(part)
  return { contactIds: all.contactIds, text: parts.join('') }
}

function file(ending: string, type: string, content: Download['content']): Download {
  return { download: true, name: `personal-data.${ending}`, type, content }
}

async function gather(
  scope: Scope,
  contact: Contact,
  all: { contactIds: string[]; phones: string[] },
): Promise<PersonalData> {
  const canSeeSensitive = maySeeSensitive(scope)
  const [{ organization }, related, attributes, events] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    exportEverywhere(scope.db, { ...all, canSeeSensitive }),
    attributesOf(scope, contact),
    activityOf(scope, contact.id),
  ])
  return {
    organization: organization.name,
    timeZone: organization.timezone,
    madeAt: scope.world.now().toISOString(),
    madeBy: scope.actor.kind === 'member' ? `${scope.actor.firstname} ${scope.actor.lastname}`.trim() : '',
    attributes,
    related,
    activity: events,
  }
}

/** Returns all fields with their labels, in the language of the actor. */
async function attributesOf(scope: Scope, contact: Contact): Promise<PersonalData['attributes']> {
  const locale = languageOf(scope)
  const fields = await fieldsOf(scope.db)
  const visible = maySeeSensitive(scope) ? fields : fields.filter((field) => !field.sensitive)
  const names = [...EXPORT_COLUMNS, ...visible.map((field) => `custom.${field.key}`)]
  return names.flatMap((name) => {
    const column = columnOf(name, fields, locale)
    const value = column?.cell(contact) ?? ''
    return column && value !== '' ? [{ field: column.header, value }] : []
  })
}

async function activityOf(scope: Scope, id: string): Promise<PersonalData['activity']> {
  const all: PersonalData['activity'] = []
  let before: string | null = null
  for (let page = 0; page < ACTIVITY_PAGES; page += 1) {
    const batch: Awaited<ReturnType<typeof activity>> = await activity(scope, {
      id,
      ...(before === null ? {} : { before }),
    })
    for (const { at, kind, detail, by } of batch.events) all.push({ at, kind, detail, by })
    before = batch.before
    if (before === null) break
  }
  return all
}

/** Reads all messages, one page in memory at a time. */
async function* messagesOf(scope: Scope, ids: string[]): AsyncGenerator<StoredMessage[]> {
  for (const id of ids) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const page = await listStoredMessages(scope.db, id, { after, most: PAGE })
      if (page.length > 0) yield page
      after = page.at(-1)?.position ?? after
      if (page.length < PAGE) break
    }
  }
}

async function* asJson(data: PersonalData, pages: AsyncGenerator<StoredMessage[]>): AsyncGenerator<string> {
  const prefix = JSON.stringify(data, null, 2)
  yield `${prefix.slice(0, prefix.lastIndexOf('}')).trimEnd()},\n  "messages": [`
  let isFirst = true
  for await (const page of pages)
    for (const { position: _, ...message } of page) {
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(message)}`
      isFirst = false
    }
  yield `${isFirst ? '' : '\n  '}]\n}\n`
}
