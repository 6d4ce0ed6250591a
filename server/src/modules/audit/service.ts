import type { AuditEntry, auditEntries, AuditPage, exportAudit } from '@crewline/contract/audit'
import { AUDIT_EXPORT_MAX } from '@crewline/contract/audit-limits'
import type { QueryOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import type { Download } from '../../kernel/http/serve.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import { languageOf, type Scope } from '../../kernel/scope.ts'
import { CSV_TYPE, writeCsv } from '../../kernel/spreadsheet/write-csv.ts'
import { dayRange } from '../search/index.ts'
import { stateOf } from './compare.ts'
import { readableDetail, recordedName } from './detail-rules.ts'
import {
  actorsOf,
  countEntries,
  entriesPage,
  namesOf,
  pagesOf,
  type AuditFilter,
  type ListedEntry,
} from './list-views.ts'
import { actionText, AREAS, prefixesOf } from './words.ts'

/** Entries read at once for a file. */
const STEP = 500
/** Later than any entry, and a moment that the database can store. */
const LATEST = Date.UTC(9999, 0)
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Filters = QueryOf<typeof exportAudit>

/** Returns a page of the audit log, newest first; each entry is compared with its mark. */
export async function list(scope: Scope, { cursor, pageSize, ...filters }: QueryOf<typeof auditEntries>) {
  const filter = filterFrom(scope, filters)
  const after = cursor === undefined ? undefined : readTimeCursor(cursor)
  const found = await entriesPage(scope.db, scope.orgId, filter, { after, most: pageSize + 1 })
  const rows = found.slice(0, pageSize)
  const last = found.length > pageSize ? rows.at(-1) : undefined
  return {
    data: await readable(scope, rows),
    ...(last ? { nextCursor: cursorOf({ key: last.at.toISOString(), id: last.id }) } : {}),
  }
}

/** Returns what the list can be filtered by. */
export async function filterChoices(scope: Scope) {
  refuseLimited(scope)
  const locale = languageOf(scope)
  return {
    actors: await actorsOf(scope.db, scope.orgId),
    areas: AREAS.map(({ key, name, actions }) => ({
      key,
      name: localize(name, locale),
      actions: Object.entries(actions).map(([action, text]) => ({ key: action, name: localize(text, locale) })),
    })),
  }
}

const FILE_NAME = msg({ message: 'audit-log', context: 'file', comment: 'The name of a file.' })

const COLUMNS = [
  msg({ message: 'Time (UTC)', context: 'column' }),
  msg({ message: 'Who', context: 'column' }),
  msg({ message: 'What', context: 'column' }),
  msg({ message: 'Action', context: 'column' }),
  msg({ message: 'Object', context: 'column' }),
  msg({ message: 'Object ID', context: 'column' }),
  msg({ message: 'Recorded values', context: 'column' }),
  msg({ message: 'State', context: 'column' }),
  msg({ message: 'Request', context: 'column' }),
]

/** Returns the entries as CSV, with one page in memory at a time. Records who exported how many. */
export async function exportFile(scope: Scope, filters: Filters): Promise<Download> {
  const filter = filterFrom(scope, filters)
  const entries = await countEntries(scope.db, scope.orgId, filter, AUDIT_EXPORT_MAX + 1)
  if (entries > AUDIT_EXPORT_MAX) fail('too_many')
  await scope.tx(async (tx) => tx.audit('audit.exported', null, { ...filters, entries }))
  const locale = languageOf(scope)
  const header = COLUMNS.map((text) => localize(text, locale))
  const name = `${localize(FILE_NAME, locale)}.csv`
  return { download: true, name, type: CSV_TYPE, content: writeCsv(header, cellPages(scope, filter)) }
}

async function* cellPages(scope: Scope, filter: AuditFilter): AsyncGenerator<string[][]> {
  for (let after: ListedEntry | undefined; ;) {
    const rows = await entriesPage(scope.db, scope.orgId, filter, { after, most: STEP })
    const listed = await readable(scope, rows)
    yield listed.map(({ at, actor, summary, action, object, state, requestId }, nth) => [
      at,
      actor.kind === 'system' ? 'Crewline' : actor.name,
      summary,
      action,
      object?.name ?? '',
      object?.id ?? '',
      JSON.stringify(rows[nth]?.detail ?? {}),
      state,
      requestId ?? '',
    ])
    after = rows.at(-1)
    if (rows.length < STEP) return
  }
}

/** The audit log is about everything in the organization, so only who sees everything may read it. */
function refuseLimited(scope: Scope): void {
  if (scope.isLimitedToGroups) fail('not_permitted')
}

function filterFrom(scope: Scope, { actor, action, objectId, from, to }: Filters): AuditFilter {
  refuseLimited(scope)
  if (from !== undefined && to !== undefined && from > to)
    fail('invalid', { fieldErrors: { to: msg({ message: "The end can't be before the start." }) } })
  const { since, until } = dayRange({ startDate: from, endDate: to }, scope.org.timezone)
  const isOne = action?.includes('.') ?? false
  return {
    actor,
    objectId,
    ...(action === undefined ? {} : isOne ? { action } : { prefixes: prefixesOf(action) ?? [action] }),
    ...(from === undefined ? {} : { since: new Date(Math.max(0, since)) }),
    ...(to === undefined ? {} : { until: new Date(Math.min(Math.max(0, until), LATEST)) }),
  }
}

async function readable(scope: Scope, rows: ListedEntry[]): Promise<AuditEntry[]> {
  const ids = [...new Set(rows.flatMap(({ target }) => (target !== null && UUID.test(target) ? [target] : [])))]
  const [names, pages] = await Promise.all([namesOf(scope.db, scope.orgId, ids), pagesOf(scope, ids)])
  const locale = languageOf(scope)
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: {
      id: row.actorId,
      kind: row.actorId === null ? 'system' : row.isKey ? 'api_key' : 'member',
      name: row.actorName,
    },
    action: row.action,
    summary: localize(actionText(row.action), locale),
    object: objectOf(scope, row, { names, pages }),
    ...readableDetail(row.detail),
    state: shownState(scope, row),
    requestId: row.requestId,
  }))
}

function objectOf(
  scope: Scope,
  { target, detail }: ListedEntry,
  { names, pages }: { names: ReadonlyMap<string, string>; pages: ReadonlyMap<string, AuditPage> },
) {
  if (target === null) return null
  // Readers know where they are, and a recorded name may be the one before.
  const name = target === scope.orgId ? '' : (names.get(target) ?? recordedName(detail))
  return { id: target, name, page: pages.get(target) ?? null }
}

function shownState(
  scope: Scope,
  { isSealed, actorName: _name, isKey: _isKey, ...entry }: ListedEntry,
): AuditEntry['state'] {
  const state = stateOf(scope.fingerprint, entry)
  if (state === 'changed') return 'altered'
  if (state === 'old') return 'unmarked'
  if (state === 'erased') return 'erased'
  return isSealed ? 'sealed' : 'waiting'
}
