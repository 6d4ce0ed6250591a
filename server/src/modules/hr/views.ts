import type { HrConnection, HrRow, HrRowKind, HrSync } from '@crewline/contract/hr'
import { HR_UNDO_MS } from '@crewline/contract/hr-limits'
import { sql } from 'kysely'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import { localize } from '../../kernel/i18n/localize.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { languageOf, type Scope, type Tx } from '../../kernel/scope.ts'
import { fieldsOf, type FieldRule } from '../fields/index.ts'
import { providerOf } from './access.ts'
import { customChanges } from './custom-changes.ts'
import type { Problem } from './problem-rules.ts'
import { settingsFrom, systemName } from './settings-rules.ts'
import { connectionOf, type Connection } from './store/connection.ts'
import { canBeWelcomed } from './welcome-views.ts'
import { syncColumns, type StoredSync } from './store/syncs.ts'

/** The syncs that the overview lists. */
const SYNCS_SHOWN = 10

/** The connection of the organization with its settings and last syncs. */
export async function overviewOf(kernel: Kernel, scope: Scope) {
  const connection = await connectionOf(scope.db, scope.orgId)
  const [people, syncs] = await Promise.all([
    sql<{ n: number }>`
      select count(*)::int as n from hr_person where org_id = ${scope.orgId} and state = 'linked'`.execute(scope.db),
    sql<SyncRow>`
      ${selectSyncs} where s.org_id = ${scope.orgId} order by s.created_at desc, s.id desc limit ${SYNCS_SHOWN}`.execute(
      scope.db,
    ),
  ])
  return {
    isSetUp: providerOf(kernel) !== undefined,
    connection: connection ? connectionView(connection, people.rows[0]?.n ?? 0) : null,
    settings: settingsFrom(connection?.settings),
    syncs: syncs.rows.map((row) => syncView(scope, row, connection)),
    sourceFields: connection?.state === 'off' ? [] : (connection?.sourceFields ?? []),
  }
}

function connectionView(connection: Connection, people: number): HrConnection | null {
  const { state, connectedAt } = connection
  if (state === 'off' || connectedAt === null) return null
  return {
    state,
    source: connection.source,
    system: systemName(connection.providerId),
    company: connection.company,
    formerCompany: connection.formerCompany,
    connectedAt: connectedAt.toISOString(),
    nextSyncAt: connection.nextSyncAt?.toISOString() ?? null,
    people,
    isAttested: connection.agreedAt !== null,
  }
}

type SyncRow = StoredSync & { startedBy: string | null; welcome: HrSync['welcome'] }

const selectSyncs = sql`
  select ${syncColumns}, nullif(trim(concat_ws(' ', u.firstname, u.lastname)), '') as "startedBy",
    (select json_build_object('possible', count(*) filter (where ${canBeWelcomed}),
      'queued', count(*) filter (where r.welcome = 'queued'), 'missed', count(*) filter (where r.welcome in ('spending_cap', 'no_line')))
     from hr_row r where r.org_id = s.org_id and r.sync_id = s.id and r.welcome is not null) as welcome
  from hr_sync s left join user_account u on u.id = s.user_id`

function syncView(scope: Scope, row: SyncRow, connection: Connection | undefined): HrSync {
  const undoUntil = row.state === 'done' && row.appliedAt ? new Date(row.appliedAt.getTime() + HR_UNDO_MS) : null
  const canUndo = undoUntil !== null && undoUntil > scope.world.now()
  return {
    id: row.id,
    state: row.state,
    isScheduled: row.isScheduled,
    startedBy: row.startedBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    read: row.readCount,
    total: row.total,
    progress: row.progress,
    counts: countsOf(row.counts),
    brake: row.brake,
    problem: row.problem ? localize(row.problem, languageOf(scope)) : null,
    comparedAt: row.comparedAt?.toISOString() ?? null,
    needsConsent: (row.counts.create ?? 0) > 0 && (connection?.agreedAt ?? null) === null,
    welcome: row.welcome,
    undoUntil: canUndo ? undoUntil.toISOString() : null,
  }
}

function countsOf(counts: StoredSync['counts']): HrSync['counts'] {
  const none = { create: 0, update: 0, leave: 0, rehire: 0, problem: 0, skip: 0, unchanged: 0, seen: 0 }
  return { ...none, ...counts }
}

/** One sync. */
export async function syncOf(scope: Scope, id: string): Promise<HrSync> {
  const [connection, found] = await Promise.all([
    connectionOf(scope.db, scope.orgId),
    sql<SyncRow>`${selectSyncs} where s.org_id = ${scope.orgId} and s.id = ${id}`.execute(scope.db),
  ])
  return syncView(scope, found.rows[0] ?? fail('not_found'), connection)
}

/** Returns whether the HR system and its files can be connected, and the state of each. */
export async function hrIntegrations(kernel: Kernel, scope: Scope) {
  const connection = await connectionOf(scope.db, scope.orgId)
  const { source = 'finch' } = connection ?? {}
  const state = source === 'finch' ? (connection?.state ?? 'off') : 'off'
  const own = (key: 'hr_file' | 'hr_scim', of: 'file' | 'scim') => {
    const ownState = connection && source === of ? connection.state : ('off' as const)
    return { key, state: ownState, system: ownState === 'off' ? null : connection?.company || systemName(of) }
  }
  return [
    {
      key: 'finch' as const,
      state: providerOf(kernel) ? state : ('not_set_up' as const),
      system: connection && state !== 'off' ? systemName(connection.providerId) : null,
    },
    own('hr_file', 'file'),
    own('hr_scim', 'scim'),
  ]
}

interface PageRow {
  row: number
  externalId: string
  name: string
  kind: HrRowKind
  contactId: string | null
  contactName: string | null
  draft: Record<string, unknown> | null
  before: Record<string, unknown> | null
  problem: Problem | null
}

/** A page of what a sync found or did, in the order of the rows, without people who stay as they are. */
export async function rowsOf(
  scope: Scope,
  id: string,
  { kind, cursor, pageSize }: { kind?: HrRowKind | undefined; cursor?: string | undefined; pageSize: number },
): Promise<{ data: HrRow[]; nextCursor?: string }> {
  const after = cursor ? Number(readCursor(cursor).key) : 0
  if (!Number.isSafeInteger(after) || after < 0 || after > 2_147_483_647) fail('not_found')
  const isOfKind =
    kind === 'problem'
      ? sql`r.problem is not null`
      : kind
        ? sql`r.kind = ${kind}`
        : sql`(r.kind in ('create', 'update', 'leave', 'rehire') or r.problem is not null)`
  const result = await sql<PageRow>`
    select r.row, r.external_id as "externalId", r.name, r.kind, case when r.kind = 'create' and not r.is_applied then null else r.contact_id end as "contactId",
      r.draft, r.before, r.problem, nullif(trim(concat_ws(' ', c.firstname, c.lastname)), '') as "contactName"
    from hr_row r left join contact c on c.org_id = r.org_id and c.id = (r.problem->>'contactId')::uuid
    where r.org_id = ${scope.orgId} and r.sync_id = ${id} and r.row > ${after} and r.kind is not null and ${isOfKind}
    order by r.row limit ${pageSize}`.execute(scope.db)
  const last = result.rows.at(-1)
  const hasCustom = result.rows.some(({ draft }) => draft?.['custom'])
  const fields = hasCustom ? await fieldsOf(scope.db, scope.orgId) : []
  return {
    data: result.rows.map((row) => rowView(scope, row, fields)),
    ...(last && result.rows.length === pageSize ? { nextCursor: cursorOf({ key: String(last.row), id }) } : {}),
  }
}

/** Fields that follow from others. */
const DERIVED = new Set(['phoneKind', 'sharesPhone', 'sortName', 'language'])

function rowView(
  scope: Scope,
  { draft, before, problem, contactName, ...row }: PageRow,
  fields: readonly FieldRule[],
): HrRow {
  const names = Object.keys(draft ?? {}).filter((name) => !DERIVED.has(name) && name !== 'custom')
  return {
    ...row,
    changes: [
      ...names.map((field) => ({ field, before: text(before?.[field]), after: text(draft?.[field]) })),
      ...customChanges(scope, { draft, before }, fields),
    ],
    problem: problem
      ? {
          text: localize(problem.text, languageOf(scope)),
          fixes: problem.fixes,
          contactId: problem.contactId,
          contactName,
        }
      : null,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A row with its problem, to settle it. */
export async function rowOf(
  tx: Tx,
  syncId: string,
  row: number,
): Promise<{ externalId: string; problem: Problem | null } | undefined> {
  const result = await sql<{ externalId: string; problem: Problem | null }>`
    select external_id as "externalId", problem from hr_row
    where org_id = ${tx.orgId} and sync_id = ${syncId} and row = ${row}`.execute(tx.db)
  return result.rows[0]
}

/** Some of the contacts of linked people that are not archived. */
export async function linkedContacts(tx: Tx, most: number): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select c.id from hr_person p join contact c on c.org_id = p.org_id and c.id = p.contact_id
    where p.org_id = ${tx.orgId} and c.archived_at is null and c.erased_at is null and c.merged_into is null order by c.id limit ${most}`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}

/** Returns the name of the connected system in which someone who has not left is linked to a contact. */
export async function systemLinkedTo(tx: Tx, contactId: string): Promise<string | undefined> {
  const result = await sql<{ providerId: string }>`
    select h.provider_id as "providerId" from hr_person p join hr_connection h on h.org_id = p.org_id
    where p.org_id = ${tx.orgId} and p.contact_id = ${contactId} and p.state = 'linked' and h.state <> 'off'`.execute(
    tx.db,
  )
  const [found] = result.rows
  return found && systemName(found.providerId)
}

/** Some of the contacts that have locked fields; with `except`, fields that another system than this one locked. */
export async function lockedContacts(tx: Tx, { most, except }: { most: number; except?: string }): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select h.id from contact h where h.org_id = ${tx.orgId}
      and exists (select from jsonb_each_text(h.locked) l(k, keeper) where keeper is distinct from ${except ?? null}::text) order by h.id limit ${most}`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}

/** The groups that fill themselves. */
export async function groupsOf(tx: Tx): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select group_id as id from hr_group where org_id = ${tx.orgId} order by group_id`.execute(tx.db)
  return result.rows.map((row) => row.id)
}
