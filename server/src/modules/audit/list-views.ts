import type { AuditActor, AuditPage } from '@crewline/contract/audit'
import type { Permission } from '@crewline/contract/permissions'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { StoredEntry } from './compare.ts'
import { ENTRY } from './views.ts'

/** Which entries are listed. */
export interface AuditFilter {
  /** A user, or the product itself. */
  actor?: string | undefined
  action?: string | undefined
  /** What the name of the action begins with, before the period. */
  prefixes?: readonly string[] | undefined
  objectId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** An entry as listed. */
export type ListedEntry = StoredEntry & { isSealed: boolean; actorName: string; isKey: boolean }

function matching(orgId: string, filter: AuditFilter): RawBuilder<unknown> {
  const { actor, action, prefixes, objectId, since, until } = filter
  const conditions = [
    sql`e.org_id = ${orgId}`,
    ...(actor === undefined ? [] : [actor === 'system' ? sql`e.actor_id is null` : sql`e.actor_id = ${actor}::uuid`]),
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(prefixes === undefined
      ? []
      : [sql`e.action = any(array(select d.action from done d where ${beginsWith(prefixes)}))`]),
    ...(objectId === undefined ? [] : [sql`e.target = ${objectId}`]),
    ...(since === undefined ? [] : [sql`e.at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql`e.at < ${until}::timestamptz`]),
  ]
  return sql.join(conditions, sql` and `)
}

const beginsWith = (prefixes: readonly string[]) => sql`split_part(d.action, '.', 1) = any(${[...prefixes]}::text[])`

/**
 * The expression `done` with each action that an organization has entries of, found by one look-up each in the index by
 * action: an area is a list of its actions, whatever versions wrote them, and its entries are found without reading others.
 */
const actionsDone = (orgId: string) => sql`recursive done as (
    (select e.action from audit_entry e where e.org_id = ${orgId} order by e.action limit 1)
    union all
    select (select e.action from audit_entry e where e.org_id = ${orgId} and e.action > d.action order by e.action limit 1)
    from done d where d.action is not null
  )`

/** Returns entries newest first, after a position. The handle must see the whole organization. */
export async function entriesPage(
  db: Db,
  orgId: string,
  filter: AuditFilter,
  { after, most }: { after: { at: Date; id: string } | undefined; most: number },
): Promise<ListedEntry[]> {
  const newest = (entries: RawBuilder<unknown>) => sql`
    select e.* from audit_entry e where ${entries}
      ${after ? sql`and (e.at, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.at desc, e.id desc limit ${most}`
  const { prefixes, ...others } = filter
  // Of each action of an area its newest entries, because one index has the entries of all actions by time, and reading it
  // until there are enough of a rare one reads all.
  const page = prefixes
    ? sql`select e.* from done d cross join lateral (${newest(sql`${matching(orgId, others)} and e.action = d.action`)}) e where ${beginsWith(prefixes)}`
    : newest(matching(orgId, filter))
  const found = await sql<ListedEntry>`
    with ${actionsDone(orgId)}
    select ${ENTRY},
      exists (select from audit_seal s where s.org_id = e.org_id and s.entry_id = e.id) as "isSealed",
      exists (select from member m where m.org_id = e.org_id and m.user_id = e.actor_id and m.status = 'api_key') as "isKey", coalesce(k.name, trim(p.firstname || ' ' || p.lastname), '') as "actorName"
    from (${page}) e left join user_account p on p.id = e.actor_id
      left join api_key k on k.org_id = e.org_id and k.user_id = e.actor_id
    order by e.at desc, e.id desc limit ${most}`.execute(db)
  return found.rows
}

/** Counts entries up to a limit. */
export async function countEntries(db: Db, orgId: string, filter: AuditFilter, most: number): Promise<number> {
  const found = await sql<{ count: number }>`
    with ${actionsDone(orgId)}
    select count(*)::int as count from (select from audit_entry e where ${matching(orgId, filter)} limit ${most}) c`.execute(
    db,
  )
  return found.rows[0]?.count ?? 0
}

/** The most members and API keys in the filter. */
const ACTORS_MAX = 1_000

/** Returns the members and API keys of an organization by name, also former ones. */
export async function actorsOf(db: Db, orgId: string): Promise<AuditActor[]> {
  const found = await sql<AuditActor>`
    select p.id, coalesce(k.name, trim(p.firstname || ' ' || p.lastname)) as name,
      case when m.status = 'api_key' then 'api_key' else 'member' end as kind
    from member m join user_account p on p.id = m.user_id
      left join api_key k on k.org_id = m.org_id and k.user_id = m.user_id
    where m.org_id = ${orgId} order by 3 desc, 2, 1 limit ${ACTORS_MAX}`.execute(db)
  return found.rows
}

/** Where objects that have a page are stored, whether they are still there, and which permission opens the page. */
const PAGES: Record<AuditPage, { table: string; isThere: RawBuilder<unknown>; needs: Permission }> = {
  contact: {
    table: 'contact',
    isThere: sql`o.erased_at is null and o.merged_into is null`,
    needs: 'contacts.read',
  },
  group: { table: 'contact_group', isThere: sql`o.archived_at is null`, needs: 'groups.read' },
  broadcast: { table: 'broadcast', isThere: sql`o.deleted_at is null`, needs: 'broadcasts.read' },
  form: { table: 'form', isThere: sql`true`, needs: 'contacts.read' },
  news: { table: 'news_issue', isThere: sql`o.deleted_at is null`, needs: 'broadcasts.read' },
  opt_in_page: { table: 'opt_in_page', isThere: sql`o.deleted_at is null`, needs: 'contacts.read' },
  import: { table: 'import', isThere: sql`o.state <> 'uploading'`, needs: 'contacts.edit' },
}

/**
 * Returns which of these objects have a page of their own, and of what kind. Deleted ones have none, and neither has what the
 * reader may not open.
 */
export async function pagesOf(scope: Scope, ids: string[]): Promise<Map<string, AuditPage>> {
  const open = Object.entries(PAGES).filter(([, { needs }]) => scope.can(needs))
  if (ids.length === 0 || open.length === 0) return new Map()
  const parts = open.map(
    ([page, { table, isThere }]) =>
      sql`select o.id, ${page}::text as page from ${sql.table(table)} o
        where o.org_id = ${scope.orgId} and o.id = any(${ids}::uuid[]) and ${isThere}`,
  )
  const found = await sql<{ id: string; page: AuditPage }>`${sql.join(parts, sql` union all `)}`.execute(scope.db)
  return new Map(found.rows.map(({ id, page }) => [id, page]))
}

/**
 * Returns the names of objects by id, as they are now; deleted ones and those without a name are missing. Names of
 * private replies and views are not read.
 */
export async function namesOf(db: Db, orgId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const of = (table: string, name: RawBuilder<unknown>) =>
    sql`select o.id, ${name} as name from ${sql.table(table)} o where o.org_id = ${orgId} and o.id = any(${ids}::uuid[])`
  const named = [
    'contact_group',
    'broadcast',
    'form',
    'tag',
    'api_key',
    'custom_role',
    'opt_in_page',
    'custom_field',
    'holiday',
  ]
  const parts = [
    ...named.map((table) => of(table, sql`o.name`)),
    of('contact', sql`coalesce(nullif(trim(o.firstname || ' ' || o.lastname), ''), o.phone, o.email)`),
    of('news_issue', sql`o.title`),
    of('celebration', sql`o.content ->> 'name'`),
    of('keyword', sql`o.word`),
    of('line', sql`coalesce(nullif(o.label, ''), o.phone)`),
    of('chat_channel', sql`o.name`),
    // Who reads the audit log may not see webhooks, and the rest of an address may be secret.
    of('webhook_endpoint', sql`coalesce(nullif(o.name, ''), substring(o.url from '://(?:[^/?#@]*@)?([^/?#:]+)'), '')`),
    of('import', sql`o.file_name`),
    of('invitation', sql`o.email`),
    sql`select o.id, trim(p.firstname || ' ' || p.lastname) from member o join user_account p on p.id = o.user_id
      where o.org_id = ${orgId} and o.id = any(${ids}::uuid[])`,
    sql`select p.id, trim(p.firstname || ' ' || p.lastname) from user_account p where p.id = any(${ids}::uuid[])`,
  ]
  const found = await sql<{ id: string; name: string | null }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return new Map(found.rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])))
}
