import type { NewsContent, NewsReaction } from '@crewline/contract/news'
import { NEWS_VERSIONS_MAX } from '@crewline/contract/news-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'

/** An issue that is locked for a change. */
export type LockedIssue = CamelRow<
  'news_issue',
  | 'id'
  | 'code'
  | 'version'
  | 'content'
  | 'group_ids'
  | 'published_at'
  | 'expires_at'
  | 'archived_at'
  | 'changed_by'
  | 'changed_at'
  | 'plan_at'
  | 'plan_expires_at'
  | 'plan_by'
  | 'link_codes',
  { content: NewsContent; link_codes: Record<string, string> }
>

/** Adds an issue. */
export async function addIssue(
  tx: Tx,
  { id, code, content, groupIds }: { id: string; code: string; content: NewsContent; groupIds: string[] },
): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into news_issue (org_id, id, code, title, content, group_ids, created_at, changed_by, changed_at)
    values (${tx.orgId}, ${id}, ${code}, ${content.title}, ${JSON.stringify(content)}::jsonb, ${groupIds}::uuid[], ${now}, ${userOf(tx)}, ${now})`.execute(
    tx.db,
  )
}

/** Locks an issue that is not deleted. */
export async function lockIssue(tx: Tx, id: string): Promise<LockedIssue | undefined> {
  const found = await sql<LockedIssue>`
    select id, code, version, content, group_ids as "groupIds", published_at as "publishedAt", expires_at as "expiresAt",
      archived_at as "archivedAt", changed_by as "changedBy", changed_at as "changedAt", plan_at as "planAt",
      plan_expires_at as "planExpiresAt", plan_by as "planBy", link_codes as "linkCodes"
    from news_issue where org_id = ${tx.orgId} and id = ${id} and deleted_at is null for update`.execute(tx.db)
  return found.rows[0]
}

/** Counts the issues that are not deleted, and locks the organization's issues against additions until the commit. */
export async function countIssues(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`news issues|${tx.orgId}`}, 0))`.execute(tx.db)
  const found = await sql<{ n: number }>`
    select count(*)::int as n from news_issue where org_id = ${tx.orgId} and deleted_at is null`.execute(tx.db)
  return found.rows[0]?.n ?? 0
}

/** Returns whether the stored content and groups of an issue differ from these. */
export async function isDifferent(
  tx: Tx,
  id: string,
  { content, groupIds }: { content: NewsContent; groupIds: string[] },
): Promise<boolean> {
  const found = await sql`
    select 1 from news_issue where org_id = ${tx.orgId} and id = ${id}
      and (content <> ${JSON.stringify(content)}::jsonb or group_ids <> ${groupIds}::uuid[])`.execute(tx.db)
  return found.rows.length > 0
}

/** Replaces what members write. */
export async function saveIssue(
  tx: Tx,
  id: string,
  { content, groupIds }: { content: NewsContent; groupIds: string[] },
): Promise<void> {
  await sql`
    update news_issue set title = ${content.title}, content = ${JSON.stringify(content)}::jsonb, group_ids = ${groupIds}::uuid[],
      version = version + 1, changed_by = ${userOf(tx)}, changed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Shows content to readers. */
export async function publishIssue(
  tx: Tx,
  id: string,
  {
    content,
    linkCodes,
    expiresAt,
  }: { content: NewsContent; linkCodes: Record<string, string>; expiresAt: Date | null },
): Promise<void> {
  await sql`
    update news_issue set published = ${JSON.stringify(content)}::jsonb, published_version = version,
      published_at = coalesce(published_at, ${tx.world.now()}), link_codes = ${JSON.stringify(linkCodes)}::jsonb,
      expires_at = ${expiresAt}, archived_at = null, plan_at = null, plan_expires_at = null, plan_by = null, plan_failed_at = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Sets when an issue is published by itself; null cancels it. */
export async function setPlan(tx: Tx, id: string, plan: { at: Date; expiresAt: Date | null } | null): Promise<void> {
  await sql`
    update news_issue set plan_at = ${plan?.at ?? null}, plan_expires_at = ${plan?.expiresAt ?? null},
      plan_by = ${plan ? userOf(tx) : null}, plan_failed_at = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Ends a plan that could not be kept. */
export async function failPlan(tx: Tx, id: string): Promise<void> {
  await sql`
    update news_issue set plan_at = null, plan_expires_at = null, plan_by = null, plan_failed_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Sets when readers see that an issue is over. */
export async function setExpiry(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`update news_issue set expires_at = ${at} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Moves an issue to the archive, or back. */
export async function setArchived(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update news_issue set archived_at = ${at}, plan_at = null, plan_failed_at = null where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Deletes an issue; its row stays for the counts of its readers. */
export async function deleteIssue(tx: Tx, id: string): Promise<void> {
  await sql`update news_issue set deleted_at = ${tx.world.now()} where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Adds a version to the history, and removes the oldest ones beyond the limit. */
export async function addVersion(
  tx: Tx,
  issueId: string,
  version: { content: NewsContent; reason: 'edited' | 'published' | 'restored'; by: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into news_version (org_id, id, issue_id, content, reason, saved_by, saved_at)
    values (${tx.orgId}, ${tx.world.id()}, ${issueId}, ${JSON.stringify(version.content)}::jsonb, ${version.reason}, ${version.by}, ${version.at})`.execute(
    tx.db,
  )
  await sql`
    delete from news_version v where v.org_id = ${tx.orgId} and v.issue_id = ${issueId} and v.id in (
      select id from news_version where org_id = ${tx.orgId} and issue_id = ${issueId}
      order by saved_at desc, id desc offset ${NEWS_VERSIONS_MAX})`.execute(tx.db)
}

/** Returns when the newest version of an issue was saved. */
export async function lastVersionAt(tx: Tx, issueId: string): Promise<Date | undefined> {
  const found = await sql<{ at: Date }>`
    select saved_at as at from news_version where org_id = ${tx.orgId} and issue_id = ${issueId}
    order by saved_at desc limit 1`.execute(tx.db)
  return found.rows[0]?.at
}

/** Adds a picture that issues may show. */
export async function addPicture(
  tx: Tx,
  { fileId, width, height, bytes }: { fileId: string; width: number; height: number; bytes: number },
): Promise<void> {
  await sql`
    insert into news_picture (org_id, file_id, width, height, bytes, created_at)
    values (${tx.orgId}, ${fileId}, ${width}, ${height}, ${bytes}, ${tx.world.now()})`.execute(tx.db)
}

/** Removes a picture from those that issues may show. */
export async function removePicture(tx: Tx, fileId: string): Promise<void> {
  await sql`delete from news_picture where org_id = ${tx.orgId} and file_id = ${fileId}`.execute(tx.db)
}

/** Adds a file that issues may offer. */
export async function addFile(tx: Tx, fileId: string): Promise<void> {
  await sql`
    insert into news_file (org_id, file_id, created_at) values (${tx.orgId}, ${fileId}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Removes a file from those that issues may offer. */
export async function removeFile(tx: Tx, fileId: string): Promise<void> {
  await sql`delete from news_file where org_id = ${tx.orgId} and file_id = ${fileId}`.execute(tx.db)
}

/** A visit of an issue; `reaction` replaces an earlier one. */
export interface Visit {
  orgId: string
  issueId: string
  visitor: Buffer
  language: string
  views: number
  reaction?: NewsReaction
  /** Whether the reader reached three quarters of the issue. */
  isDeep?: boolean
}

/** Counts visits, at most one of each reader of an issue. The language is that of the last visit. */
export async function addVisits(db: Db, visits: readonly Visit[], now: Date): Promise<void> {
  await sql`
    insert into news_reader (org_id, issue_id, visitor, language, reaction, views, is_deep, first_at)
    select v.org, v.issue, v.visitor, v.language, v.reaction, v.views, v.deep, ${now}
    from unnest(${visits.map(({ orgId }) => orgId)}::uuid[], ${visits.map(({ issueId }) => issueId)}::uuid[],
      ${visits.map(({ visitor }) => visitor)}::bytea[], ${visits.map(({ language }) => language)}::text[],
      ${visits.map(({ reaction }) => reaction ?? null)}::text[], ${visits.map(({ views }) => views)}::int[],
      ${visits.map(({ isDeep }) => isDeep ?? false)}::boolean[])
      v (org, issue, visitor, language, reaction, views, deep)
    on conflict (org_id, issue_id, visitor) do update set views = news_reader.views + excluded.views,
      is_deep = news_reader.is_deep or excluded.is_deep,
      language = excluded.language, reaction = coalesce(excluded.reaction, news_reader.reaction)`.execute(db)
}

/** Replaces what identifies readers by random values; the counts stay. Returns how many. */
export async function forgetReaders(system: Db, before: Date): Promise<number> {
  const forgotten = await sql`
    update news_reader set visitor = uuid_send(gen_random_uuid()), is_forgotten = true
    where not is_forgotten and first_at < ${before} returning 1`.execute(system)
  return forgotten.rows.length
}

function userOf({ actor }: Tx): string | null {
  return actor.kind === 'member' ? actor.userId : null
}
