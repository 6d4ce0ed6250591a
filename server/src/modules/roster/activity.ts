import type { ContactEvent } from '@crewline/contract/roster'
import type { Contact } from '@crewline/contract/contacts'
import { fail } from '../../kernel/failure.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { headsOf } from '../contacts/index.ts'
import { fieldsOf, type FieldRule } from '../fields/index.ts'
import { factWords } from './columns.ts'
import { around, recorded, type Happened, type Place } from './views/activity.ts'

/** Events of one page. */
const PAGE = 50

/** What happened to a worker's record, the newest first, from a place on; `not_found` for who is out of sight. */
export async function activity(
  scope: Scope,
  { id, before }: { id: string; before?: string | undefined },
): Promise<{ events: ContactEvent[]; before: string | null }> {
  const contactId = id.toLowerCase()
  const part = { place: before === undefined ? null : placeFrom(before), most: PAGE + 1 }
  const locale = languageOf(scope)
  const [heads, fields, beside] = await Promise.all([
    headsOf(scope.db, scope.org.country, [contactId]),
    fieldsOf(scope.db),
    around(scope.db, contactId, part),
  ])
  if (heads.length === 0) fail('not_found')
  // The record is the organization's; that the asker sees whom it is about was just asked.
  const own = await scope.tx((tx) => tx.unscoped(() => recorded(tx.db, contactId, part)))
  const all = [...own, ...beside].sort(newestFirst)
  const page = all.slice(0, PAGE)
  const last = all.length > PAGE ? page.at(-1) : undefined
  return {
    events: page.map((one) => eventFrom(one, fields, locale === 'es')),
    before: last ? `${last.micros}|${last.key}` : null,
  }
}

function newestFirst(a: Happened, b: Happened): number {
  const byTime = Number(BigInt(b.micros) - BigInt(a.micros))
  if (byTime !== 0) return byTime
  return a.key < b.key ? 1 : -1
}

function placeFrom(text: string): Place {
  const [, at, key] = /^(\d{1,16})\|([a-z]:[0-9a-z-]*)$/.exec(text) ?? []
  return at !== undefined && key !== undefined
    ? { at, key }
    : fail('invalid', {
        fieldErrors: {
          before: {
            en: 'This page link is old. Load the list again.',
            es: 'Este enlace de página es antiguo. Carga la lista otra vez.',
          },
        },
      })
}

const SOURCES: Record<Contact['source'], readonly [english: string, spanish: string]> = {
  manual: ['Added by hand', 'Agregado a mano'],
  import: ['From a file', 'De un archivo'],
  hris: ['From the HR system', 'Del sistema de RR. HH.'],
  optin: ['Signed up', 'Se inscribió'],
  inbound: ['Texted you first', 'Escribió primero'],
  demo: ['Made for the demo', 'Creado para la demo'],
  parent: ['From the parent organization', 'De la organización matriz'],
}

function eventFrom(one: Happened, fields: readonly FieldRule[], spanish: boolean): ContactEvent {
  return {
    id: `${one.micros}|${one.key}`,
    at: one.at.toISOString(),
    kind: one.kind,
    detail: detailOf(one, fields, spanish),
    by: one.by,
  }
}

function detailOf(one: Happened, fields: readonly FieldRule[], spanish: boolean): string {
  if (one.kind === 'created') return SOURCES[one.detail as Contact['source']]?.[spanish ? 1 : 0] ?? ''
  if (one.fields === null) return one.detail
  const words = one.fields.flatMap((name) => factWords(name, fields, spanish) ?? [])
  return [...new Set(words)].join(', ')
}
