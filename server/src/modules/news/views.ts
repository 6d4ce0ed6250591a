import type { NewsContent, NewsItem, NewsLanguage, NewsResults, NewsVersion, newsIssues } from '@crewline/contract/news'
import type { QueryOf } from '@crewline/contract/endpoint'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import { folded, literally } from '../../kernel/text.ts'
import { linkOf, statusOf, type PublicIssue } from './rules.ts'

interface ItemRow extends CamelRow<
  'news_issue',
  | 'id'
  | 'code'
  | 'title'
  | 'version'
  | 'group_ids'
  | 'published_version'
  | 'published_at'
  | 'expires_at'
  | 'archived_at'
  | 'plan_at'
  | 'plan_failed_at'
  | 'changed_at'
> {
  language: NewsLanguage
  languages: NewsLanguage[]
  coverId: string | null
  readers: number
  changedBy: string | null
}

const ITEM = sql`i.id, i.code, i.title, i.version, i.group_ids as "groupIds", i.published_version as "publishedVersion",
  i.published_at as "publishedAt", i.expires_at as "expiresAt", i.archived_at as "archivedAt", i.plan_at as "planAt", i.plan_failed_at as "planFailedAt",
  i.changed_at as "changedAt",
  i.content->>'language' as language, i.content->'languages' as languages, i.content->'cover'->>'fileId' as "coverId",
  (select count(*)::int from news_reader r where r.org_id = i.org_id and r.issue_id = i.id) as readers,
  nullif(trim(p.firstname || ' ' || p.lastname), '') as "changedBy"`

/** What describes issues besides their rows. */
export interface IssueContext {
  publicUrl: string
  now: Date
  /** Returns the links that open these pictures for a few minutes, by file. */
  linksOf: (fileIds: string[]) => Promise<Map<string, string>>
}

/** Returns a page of the issues, the last changed first. */
export async function issuesOf(
  db: Db,
  { page, pageSize, cursor, search, status }: QueryOf<typeof newsIssues>,
  context: IssueContext,
): Promise<{ data: NewsItem[]; page: number; pageSize: number; nextCursor?: string }> {
  const after = cursor ? readTimeCursor(cursor) : undefined
  const like = search ? `%${literally(folded(search))}%` : null
  const { now } = context
  const wanted = {
    draft: sql`i.archived_at is null and i.published_at is null`,
    published: sql`i.archived_at is null and i.published_at is not null and (i.expires_at is null or i.expires_at > ${now})`,
    expired: sql`i.archived_at is null and i.published_at is not null and i.expires_at <= ${now}`,
    archived: sql`i.archived_at is not null`,
    all: sql`i.archived_at is null`,
  }[status ?? 'all']
  const found = await sql<ItemRow>`
    select ${ITEM} from news_issue i left join user_account p on p.id = i.changed_by
    where i.deleted_at is null and ${wanted} and (${like}::text is null or lower(i.title) like ${like})
      ${after ? sql`and (i.changed_at, i.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by i.changed_at desc, i.id desc limit ${pageSize + 1} offset ${after ? 0 : (page - 1) * pageSize}`.execute(db)
  const rows = found.rows.slice(0, pageSize)
  const last = found.rows.length > pageSize ? rows.at(-1) : undefined
  return {
    data: await toItems(rows, context),
    page,
    pageSize,
    ...(last && { nextCursor: cursorOf({ key: last.changedAt.toISOString(), id: last.id }) }),
  }
}

async function toItems(rows: ItemRow[], context: IssueContext): Promise<NewsItem[]> {
  const links = await context.linksOf(rows.flatMap(({ coverId }) => coverId ?? []))
  return rows.map((row) => toItem(row, context, links))
}

function toItem(row: ItemRow, { publicUrl, now }: IssueContext, links: Map<string, string>): NewsItem {
  return {
    id: row.id,
    title: row.title,
    coverUrl: (row.coverId && links.get(row.coverId)) ?? null,
    status: statusOf(row, now),
    isChanged: row.publishedVersion !== null && row.publishedVersion !== row.version,
    language: row.language,
    languages: row.languages,
    groupIds: row.groupIds,
    link: linkOf(publicUrl, row.code),
    readers: row.readers,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    plannedAt: row.planAt?.toISOString() ?? null,
    planFailedAt: row.planFailedAt?.toISOString() ?? null,
    changedAt: row.changedAt.toISOString(),
    changedBy: row.changedBy,
  }
}

/** Returns an issue with its content, or undefined. */
export async function issueById(
  db: Db,
  id: string,
  context: IssueContext,
): Promise<(NewsItem & { version: number; content: NewsContent }) | undefined> {
  const found = await sql<ItemRow & { content: NewsContent }>`
    select ${ITEM}, i.content from news_issue i left join user_account p on p.id = i.changed_by
    where i.id = ${id} and i.deleted_at is null`.execute(db)
  const [row] = found.rows
  const [item] = await toItems(row ? [row] : [], context)
  return row && item && { ...item, version: row.version, content: { ...DEFAULTS, ...row.content } }
}

/** Returns whether an issue exists that members may edit. */
export async function isEditable(db: Db, id: string): Promise<boolean> {
  const found =
    await sql`select 1 from news_issue where id = ${id} and deleted_at is null and archived_at is null`.execute(db)
  return found.rows.length > 0
}

/** An issue that was written before a setting existed has its default. */
const DEFAULTS = { cover: null }

/** Returns the issues whose time to be published has come, of every organization that may publish. */
export async function plannedBy(
  system: Db,
  { now, most }: { now: Date; most: number },
): Promise<CamelRow<'news_issue', 'org_id' | 'id'>[]> {
  const found = await sql<CamelRow<'news_issue', 'org_id' | 'id'>>`
    select i.org_id as "orgId", i.id from news_issue i join organization o on o.id = i.org_id
    where i.plan_at <= ${now} and i.deleted_at is null and o.status = 'active'
    order by i.plan_at limit ${most}`.execute(system)
  return found.rows
}

/** Returns the pictures with these files that issues may show. */
export async function picturesById(
  db: Db,
  ids: string[],
): Promise<Row<'news_picture', 'file_id' | 'width' | 'height' | 'bytes'>[]> {
  const found = await sql<Row<'news_picture', 'file_id' | 'width' | 'height' | 'bytes'>>`
    select file_id, width, height, bytes from news_picture where file_id = any(${ids}::uuid[])`.execute(db)
  return found.rows
}

/** Returns those of these files that issues may offer. */
export async function filesById(db: Db, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await sql<Row<'news_file', 'file_id'>>`
    select file_id from news_file where file_id = any(${ids}::uuid[])`.execute(db)
  return found.rows.map((row) => row.file_id)
}

/** Returns those of the groups that exist and that the handle may see. */
export async function visibleGroups(db: Db, ids: string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    select id from contact_group where id = any(${ids}::uuid[]) and archived_at is null`.execute(db)
  return new Set(found.rows.map(({ id }) => id))
}

/** Returns the history of an issue, newest first. */
export async function versionsOf(db: Db, issueId: string): Promise<NewsVersion[]> {
  const found = await sql<NewsVersion & { at: Date }>`
    select v.id, v.content->>'title' as title, jsonb_array_length(v.content->'blocks') as blocks, v.reason, v.saved_at as at,
      nullif(trim(p.firstname || ' ' || p.lastname), '') as by
    from news_version v left join user_account p on p.id = v.saved_by
    where v.issue_id = ${issueId} order by v.saved_at desc, v.id desc`.execute(db)
  return found.rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Returns the content of a version of an issue, or undefined. */
export async function versionContent(db: Db, issueId: string, id: string): Promise<NewsContent | undefined> {
  const found = await sql<Row<'news_version', 'content', { content: NewsContent }>>`
    select content from news_version where issue_id = ${issueId} and id = ${id}`.execute(db)
  return found.rows[0] && { ...DEFAULTS, ...found.rows[0].content }
}

/** Returns the readers, how far they read, their languages and reactions of an issue. */
export async function readersOf(db: Db, issueId: string): Promise<Omit<NewsResults, 'links'>> {
  const found = await sql<Omit<NewsResults, 'links'>>`
    with r as (select language, reaction, views, is_deep from news_reader where issue_id = ${issueId})
    select (select count(*)::int from r) as readers, (select coalesce(sum(views), 0)::int from r) as views,
      (select count(*) filter (where is_deep)::int from r) as deep,
      (select coalesce(jsonb_agg(x order by x.readers desc, x.language), '[]') from
        (select language, count(*)::int as readers from r group by language) x) as languages,
      (select coalesce(jsonb_agg(x order by x.readers desc, x.reaction), '[]') from
        (select reaction, count(*)::int as readers from r where reaction is not null group by reaction) x) as reactions`.execute(
    db,
  )
  return found.rows[0] ?? { readers: 0, views: 0, deep: 0, languages: [], reactions: [] }
}

/**
 * Returns what readers of an address get, or undefined when it is unknown, was never published, or is archived. Needs a
 * database handle for all organizations: the address names its own.
 */
export async function publicIssue(
  system: Db,
  code: string,
): Promise<(PublicIssue & { expiresAt: Date | null }) | undefined> {
  const found = await sql<PublicIssue & { expiresAt: Date | null }>`
    select id, org_id as "orgId", code, published as content, link_codes as "linkCodes", published_at as "publishedAt",
      expires_at as "expiresAt"
    from news_issue where code = ${code} and published is not null and archived_at is null and deleted_at is null`.execute(
    system,
  )
  const [issue] = found.rows
  return issue && { ...issue, content: { ...DEFAULTS, ...issue.content } }
}

/** Returns pictures and files older than a moment that no issue and no version shows. Reads every organization. */
export async function unusedFiles(
  system: Db,
  { before, most }: { before: Date; most: number },
): Promise<CamelRow<'news_picture', 'org_id' | 'file_id'>[]> {
  const found = await sql<CamelRow<'news_picture', 'org_id' | 'file_id'>>`
    select p.org_id as "orgId", p.file_id as "fileId" from
      (select org_id, file_id, created_at from news_picture union all select org_id, file_id, created_at from news_file) p
    where p.created_at < ${before}
      and not exists (select from news_issue i where i.org_id = p.org_id and i.deleted_at is null
        and (strpos(i.content::text, p.file_id::text) > 0 or strpos(coalesce(i.published::text, ''), p.file_id::text) > 0))
      and not exists (select from news_version v join news_issue i on i.org_id = v.org_id and i.id = v.issue_id
        where v.org_id = p.org_id and i.deleted_at is null and strpos(v.content::text, p.file_id::text) > 0)
    limit ${most}`.execute(system)
  return found.rows
}

/** Returns whether an organization has an issue, published or not, that is not deleted. */
export async function hasNewsIssues(db: Db, orgId: string): Promise<boolean> {
  const found = await sql`
    select from news_issue where org_id = ${orgId} and deleted_at is null limit 1`.execute(db)
  return found.rows.length > 0
}
