import type {
  OptInContent,
  OptInJoin,
  OptInPage,
  optInPages,
  optInJoins,
  PageLanguage,
} from '@crewline/contract/opt-in'
import type { QueryOf } from '@crewline/contract/endpoint'
import { displayPhone } from '@crewline/contract/phone'
import { sql } from 'kysely'
import { cursorOf, readTimeCursor } from '../../kernel/db/paging.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { checksOf, consentOf, linkOf, posterLinkOf, type PageLinks, type StoredPage } from './rules.ts'

/** What describes the pages of an organization besides their rows. */
export interface PageContext {
  organization: string
  hasLine: boolean
  publicUrl: string
}

interface PageRow extends Row<'opt_in_page', 'id' | 'status' | 'version' | 'created_at' | 'updated_at'> {
  status: 'active' | 'paused'
  content: OptInContent
  links: PageLinks
  views: number
  submits: number
  joined: number
}

const ORDERS = {
  name: sql`lower(p.name)`,
  createdAt: sql`p.created_at`,
  joined: sql`j.joined`,
} as const

/** Returns a page of the opt-in pages, or the one with an id. Counts only people whom the handle may see. */
export async function pagesOf(
  db: Db,
  query: QueryOf<typeof optInPages>,
  context: PageContext,
): Promise<{ data: OptInPage[]; page: number; pageSize: number }> {
  const { page, pageSize, id, search, sort, order } = query
  const like = search ? `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const found = await sql<PageRow>`
    select p.id, p.status, p.version, p.content, p.links, p.created_at, p.updated_at, p.views::int as views, j.submits, j.joined
    from opt_in_page p, lateral (
      select count(*)::int as submits, (count(*) filter (where state = 'joined'))::int as joined
      from opt_in_join j where j.org_id = p.org_id and j.page_id = p.id) j
    where p.deleted_at is null and (${id ?? null}::uuid is null or p.id = ${id ?? null}::uuid)
      and (${like}::text is null or lower(p.name) like ${like} or p.url like ${like})
    order by ${ORDERS[sort]} ${direction}, p.id ${direction} limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  )
  return { data: found.rows.map((row) => toPage(row, context)), page, pageSize }
}

function toPage(row: PageRow, context: PageContext): OptInPage {
  const { content } = row
  return {
    ...content,
    // Pages that were stored before have none.
    websites: content.websites ?? [],
    id: row.id,
    status: row.status,
    version: row.version,
    link: linkOf(context.publicUrl, content.url),
    posterLink: posterLinkOf(context.publicUrl, { url: content.url, links: row.links }),
    checks: checksOf(content, context),
    consent: consentOf(content, context.organization),
    stats: { views: row.views, submits: row.submits, joined: row.joined },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

/** Returns the page at a public address. Needs a database handle for all organizations: the address names its own. */
export async function pageByUrl(system: Db, url: string): Promise<StoredPage | undefined> {
  const found = await sql<StoredPage>`
    select id, org_id as "orgId", url, status, content, version, flow_id as "flowId", links
    from opt_in_page where url = ${url} and deleted_at is null`.execute(system)
  return found.rows[0]
}

/** Returns published pages that have no short links yet, in every organization: they were published before links existed. */
export async function pagesWithoutLinks(
  system: Db,
  { after, most }: { after: string | null; most: number },
): Promise<{ orgId: string; id: string }[]> {
  const found = await sql<{ orgId: string; id: string }>`
    select org_id as "orgId", id from opt_in_page
    where status = 'active' and deleted_at is null and links -> 'codes' = '{}' and ${after ? sql`id > ${after}` : sql`true`}
    order by id limit ${most}`.execute(system)
  return found.rows
}

/** Returns a page by its id, deleted or not. */
export async function pageById(db: Db, orgId: string, id: string): Promise<StoredPage | undefined> {
  const found = await sql<StoredPage>`
    select id, org_id as "orgId", url, status, content, version, flow_id as "flowId", links
    from opt_in_page where org_id = ${orgId} and id = ${id}`.execute(db)
  return found.rows[0]
}

/** Returns whether a number joined through a page of the organization and was not archived since. */
export async function isKnown(db: Db, phone: string): Promise<boolean> {
  const found = await sql`
    select 1 from contact where phone = ${phone} and archived_at is null and not shares_phone limit 1`.execute(db)
  return found.rows.length > 0
}

interface JoinRow extends Row<
  'opt_in_join',
  'id' | 'contact_id' | 'phone' | 'language' | 'wording' | 'created_at' | 'joined_at'
> {
  state: OptInJoin['state']
  language: PageLanguage
  name: string
}

/** Returns who sent the form of a page, newest first, as far as the handle may see. */
export async function joinsOf(
  db: Db,
  { id, cursor, pageSize, page }: QueryOf<typeof optInJoins>,
  country: string,
): Promise<{ data: OptInJoin[]; page: number; pageSize: number; nextCursor?: string }> {
  const after = cursor ? readTimeCursor(cursor) : undefined
  const found = await sql<JoinRow>`
    select j.id, j.contact_id, j.phone, j.state, j.language, j.wording, j.created_at, j.joined_at,
      coalesce(trim(c.firstname || ' ' || c.lastname), trim(concat(j.entered->>'firstname', ' ', j.entered->>'lastname'))) as name
    from opt_in_join j left join contact c on c.org_id = j.org_id and c.id = j.contact_id
    where j.page_id = ${id}
      ${after ? sql`and (j.created_at, j.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by j.created_at desc, j.id desc limit ${pageSize + 1} offset ${after ? 0 : (page - 1) * pageSize}`.execute(db)
  const rows = found.rows.slice(0, pageSize)
  const last = found.rows.length > pageSize ? rows.at(-1) : undefined
  return {
    data: rows.map((row) => ({
      id: row.id,
      contactId: row.contact_id,
      name: row.name,
      phoneDisplay: displayPhone(row.phone, country),
      state: row.state,
      language: row.language,
      wording: row.wording,
      at: row.created_at.toISOString(),
      joinedAt: row.joined_at?.toISOString() ?? null,
    })),
    page,
    pageSize,
    ...(last ? { nextCursor: cursorOf({ key: last.created_at.toISOString(), id: last.id }) } : {}),
  }
}

/** Returns the keywords of the published pages of an organization, with the id of each page. */
export async function keywordsOf(db: Db, orgId: string): Promise<Map<string, string>> {
  const found = await sql<{ keyword: string; id: string }>`
    select keyword, id from opt_in_page
    where org_id = ${orgId} and keyword is not null and status = 'active' and deleted_at is null`.execute(db)
  return new Map(found.rows.map(({ keyword, id }) => [keyword, id]))
}
