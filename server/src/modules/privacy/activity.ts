import type { LocalizedText } from '@crewline/contract/words'
import type { Locale } from '@crewline/contract/accounts'
import { localize } from '../../kernel/i18n/localize.ts'
import { msg } from '@crewline/contract/localized-text'
import type { ContactEvent } from '@crewline/contract/privacy'
import type { Contact } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { summariesOf } from '../contacts/index.ts'
import { fieldsOf, type FieldRule } from '../fields/index.ts'
import { attributeText } from '../contacts/index.ts'
import { around, recorded, systemsOf, type Happened, type ActivityPosition } from './views/activity.ts'

/** Events per page. */
const PAGE = 50

/**
 * Returns the changes to a contact's record from a position on, newest first. Fails with `not_found` when the actor
 * cannot see the contact.
 */
export async function activity(
  scope: Scope,
  { id, before }: { id: string; before?: string | undefined },
): Promise<{ events: ContactEvent[]; before: string | null }> {
  const contactId = id.toLowerCase()
  const part = { place: before === undefined ? null : parsePosition(before), most: PAGE + 1 }
  const locale = languageOf(scope)
  const [summaries, fields, related] = await Promise.all([
    summariesOf(scope.db, scope.org.country, [contactId]),
    fieldsOf(scope.db),
    around(scope.db, contactId, part),
  ])
  if (summaries.length === 0) fail('not_found')
  // Runs without the actor's scope, because the record belongs to the organization. The check above ensures that the
  // actor sees the contact.
  const [auditEvents, systems] = await scope.tx((tx) =>
    tx.unscoped(async () => [
      await recorded(tx.db, contactId, part),
      related.some(({ isSynced }) => isSynced) ? await systemsOf(tx.db, contactId) : [],
    ]),
  )
  const nameAt = (at: Date) => systems.find((wrote) => wrote.at <= at)?.system ?? localize(HR_SYSTEM, locale)
  const all = [...auditEvents, ...related].sort(newestFirst)
  const page = all.slice(0, PAGE)
  const last = all.length > PAGE ? page.at(-1) : undefined
  return {
    events: page.map((event) => eventFrom(event.isSynced ? { ...event, by: nameAt(event.at) } : event, fields, locale)),
    before: last ? `${last.micros}|${last.key}` : null,
  }
}

function newestFirst(a: Happened, b: Happened): number {
  const byTime = Number(BigInt(b.micros) - BigInt(a.micros))
  if (byTime !== 0) return byTime
  return a.key < b.key ? 1 : -1
}

function parsePosition(text: string): ActivityPosition {
  const [, at, key] = /^(\d{1,16})\|([a-z]:[0-9a-z-]*)$/.exec(text) ?? []
  return at !== undefined && key !== undefined
    ? { at, key }
    : fail('invalid', {
        fieldErrors: {
          before: msg({ message: 'This page link is old. Load the list again.' }),
        },
      })
}

const HR_SYSTEM = msg({ message: 'HR system' })

const SOURCES: Partial<Record<Contact['source'], LocalizedText>> = {
  manual: msg({ message: 'Added manually' }),
  import: msg({ message: 'From a file' }),
  hris: msg({ message: 'From the HR system' }),
  optin: msg({ message: 'Signed up' }),
  inbound: msg({ message: 'Texted you first' }),
  demo: msg({ message: 'Created for the demo' }),
  parent: msg({ message: 'From the parent organization' }),
  transfer: msg({ message: 'Transferred from another organization' }),
}

function eventFrom(event: Happened, fields: readonly FieldRule[], locale: Locale): ContactEvent {
  return {
    id: `${event.micros}|${event.key}`,
    at: event.at.toISOString(),
    kind: event.kind,
    detail: detailOf(event, fields, locale),
    by: event.by,
  }
}

function detailOf(event: Happened, fields: readonly FieldRule[], locale: Locale): string {
  if (event.kind === 'created') {
    const source = SOURCES[event.detail as Contact['source']]
    return source ? localize(source, locale) : ''
  }
  if (event.fields === null) return event.detail
  const labels = event.fields.flatMap((name) => attributeText(name, fields, locale) ?? [])
  return [...new Set(labels)].join(', ')
}
