import type { OptInContent, PageLanguage } from '@crewline/contract/opt-in'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { PageLinks } from './rules.ts'

/** A form that a person sent. */
export type Join = CamelRow<
  'opt_in_join',
  'id' | 'page_id' | 'phone' | 'contact_id' | 'state' | 'entered' | 'language' | 'wording' | 'method' | 'is_proved',
  {
    state: 'code' | 'reply' | 'joined' | 'expired'
    entered: Record<string, string>
    language: PageLanguage
    method: 'web' | 'qr' | 'kiosk' | 'keyword'
  }
>

const JOIN = sql`id, page_id as "pageId", phone, contact_id as "contactId", state, entered, language, wording, method, is_proved as "isProved"`

/** That the person of a form joined through no other one, and was not reminded of another one within a week before. */
export const isOnlyOne = sql`not exists (
  select from opt_in_join other where other.org_id = j.org_id and other.phone = j.phone and other.id <> j.id
    and (other.state = 'joined' or other.reminded_at > j.created_at - interval '7 days'))`

/** Adds a page. Fails with 23505 when its address or its keyword is taken. */
export async function addPage(tx: Tx, id: string, content: OptInContent, keyword: string | null): Promise<void> {
  const now = tx.world.now()
  const userId = tx.actor.kind === 'member' ? tx.actor.userId : null
  await sql`
    insert into opt_in_page (org_id, id, url, name, keyword, content, created_by, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${content.url}, ${content.name}, ${keyword}, ${JSON.stringify(content)}::jsonb, ${userId}, ${now}, ${now})`.execute(
    tx.db,
  )
}

/** A page locked until the transaction ends. */
export interface LockedPage {
  version: number
  status: 'active' | 'paused'
  content: OptInContent
  links: PageLinks
}

/** Locks a page that is not deleted, and returns what a change is compared with. */
export async function lockPage(tx: Tx, id: string): Promise<LockedPage | undefined> {
  const found = await sql<LockedPage>`
    select version, status, content, links from opt_in_page
    where org_id = ${tx.orgId} and id = ${id} and deleted_at is null for update`.execute(tx.db)
  return found.rows[0]
}

/** Replaces the content of a page. People who are asked later get a flow with the new texts. */
export async function savePage(
  tx: Tx,
  id: string,
  {
    content,
    keyword,
    status,
    links,
  }: { content: OptInContent; keyword: string | null; status: 'active' | 'paused'; links: PageLinks },
): Promise<void> {
  await sql`
    update opt_in_page set url = ${content.url}, name = ${content.name}, keyword = ${keyword}, content = ${JSON.stringify(content)}::jsonb, status = ${status},
      links = ${JSON.stringify(links)}::jsonb, version = version + 1, flow_id = null, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Replaces the links of a page, which members do not edit: its version stays. */
export async function saveLinks(tx: Tx, id: string, links: PageLinks): Promise<void> {
  await sql`
    update opt_in_page set links = ${JSON.stringify(links)}::jsonb where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
}

/** Deletes a page; what people agreed to on it stays. Returns whether it existed. */
export async function deletePage(tx: Tx, id: string): Promise<boolean> {
  const now = tx.world.now()
  const deleted = await sql`
    update opt_in_page set deleted_at = ${now}, status = 'paused', updated_at = ${now}
    where org_id = ${tx.orgId} and id = ${id} and deleted_at is null returning id`.execute(tx.db)
  return deleted.rows.length > 0
}

/** Counts the pages that are not deleted; the organization's pages stay locked against additions until the commit. */
export async function countPages(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`opt-in pages|${tx.orgId}`}, 0))`.execute(tx.db)
  const found = await sql<{ n: number }>`
    select count(*)::int as n from opt_in_page where org_id = ${tx.orgId} and deleted_at is null`.execute(tx.db)
  return found.rows[0]?.n ?? 0
}

/** Remembers the flow that asks the people of a page to reply. */
export async function setFlow(tx: Tx, pageId: string, flowId: string): Promise<void> {
  await sql`update opt_in_page set flow_id = ${flowId} where org_id = ${tx.orgId} and id = ${pageId}`.execute(tx.db)
}

/** Adds views to a page. */
export async function addViews(db: Db, orgId: string, pageId: string, views: number): Promise<void> {
  await sql`update opt_in_page set views = views + ${views} where org_id = ${orgId} and id = ${pageId}`.execute(db)
}

/** Adds a form that a person sent. */
export async function addJoin(
  tx: Tx,
  join: Omit<Join, 'contactId'> & { tokenHash: Buffer | null; codeFingerprint: Buffer | null; expiresAt: Date },
): Promise<void> {
  await sql`
    insert into opt_in_join (org_id, id, page_id, phone, state, entered, language, wording, method, is_proved, token_hash, code_fingerprint,
      created_at, expires_at)
    values (${tx.orgId}, ${join.id}, ${join.pageId}, ${join.phone}, ${join.state}, ${JSON.stringify(join.entered)}::jsonb, ${join.language},
      ${join.wording}, ${join.method}, ${join.isProved}, ${join.tokenHash}, ${join.codeFingerprint}, ${tx.world.now()}, ${join.expiresAt})`.execute(
    tx.db,
  )
}

/** Ends earlier forms of this number that still wait, so that a person who sends a form twice is asked once. */
export async function endWaiting(tx: Tx, pageId: string, phone: string): Promise<void> {
  await sql`
    update opt_in_join set state = 'expired', token_hash = null, code_fingerprint = null
    where org_id = ${tx.orgId} and page_id = ${pageId} and phone = ${phone} and state in ('code', 'reply')`.execute(
    tx.db,
  )
}

/** Changes the state of a form. */
export async function saveJoin(
  tx: Tx,
  id: string,
  changes: {
    state: Join['state']
    contactId: string | null
    isProved: boolean
    flowId?: string | null
    expiresAt?: Date
  },
): Promise<void> {
  const joinedAt = changes.state === 'joined' ? tx.world.now() : null
  await sql`
    update opt_in_join set state = ${changes.state}, contact_id = ${changes.contactId}, is_proved = ${changes.isProved},
      flow_id = coalesce(${changes.flowId ?? null}, flow_id), expires_at = coalesce(${changes.expiresAt ?? null}, expires_at),
      joined_at = coalesce(joined_at, ${joinedAt}), code_fingerprint = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Counts a try at the code of a form. Undefined when there is no such form, it is too old, or was tried too often. */
export async function tryCode(
  system: Db,
  tokenHash: Buffer,
  { now, most }: { now: Date; most: number },
): Promise<{ orgId: string; id: string; fingerprint: Buffer; tries: number } | undefined> {
  const found = await sql<{ orgId: string; id: string; fingerprint: Buffer; tries: number }>`
    update opt_in_join set tries = tries + 1
    where token_hash = ${tokenHash} and state = 'code' and expires_at > ${now} and tries < ${most} and code_fingerprint is not null
    returning org_id as "orgId", id, code_fingerprint as fingerprint, tries`.execute(system)
  return found.rows[0]
}

/** Locks a form. */
export async function lockJoin(tx: Tx, id: string): Promise<Join | undefined> {
  const found = await sql<Join>`
    select ${JOIN} from opt_in_join where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return found.rows[0]
}

/** Locks the forms of these contacts that wait for a reply to this flow. */
export async function lockReplied(tx: Tx, flowId: string, contactIds: string[]): Promise<Join[]> {
  const found = await sql<Join>`
    select ${JOIN} from opt_in_join
    where org_id = ${tx.orgId} and flow_id = ${flowId} and contact_id = any(${contactIds}::uuid[]) and state = 'reply' order by id for update`.execute(
    tx.db,
  )
  return found.rows
}

/**
 * Notes that a person is reminded. False when they were before, replied, or sent the form again, joined through another
 * page, or were reminded of it.
 */
export async function noteReminded(tx: Tx, id: string): Promise<boolean> {
  const noted = await sql`
    update opt_in_join j set reminded_at = ${tx.world.now()}
    where j.org_id = ${tx.orgId} and j.id = ${id} and j.state = 'reply' and j.reminded_at is null and ${isOnlyOne} returning j.id`.execute(
    tx.db,
  )
  return noted.rows.length > 0
}

/** Ends forms that waited too long; returns how many. */
export async function expireJoins(system: Db, now: Date): Promise<number> {
  const ended = await sql`
    update opt_in_join set state = 'expired', token_hash = null, code_fingerprint = null
    where state in ('code', 'reply') and expires_at <= ${now} returning id`.execute(system)
  return ended.rows.length
}

/** Moves the forms of a merged contact to the kept one; returns their ids. */
export async function moveJoins(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  const moved = await sql<{ id: string }>`
    update opt_in_join set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId} returning id`.execute(
    tx.db,
  )
  return moved.rows.map(({ id }) => id)
}

/** Returns moved forms to their contact. */
export async function returnJoins(tx: Tx, fromId: string, ids: string[]): Promise<void> {
  await sql`
    update opt_in_join set contact_id = ${fromId} where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(
    tx.db,
  )
}

/** Deletes the forms of erased contacts and of their numbers; the consent history keeps the proof. */
export async function deleteJoins(tx: Tx, contactIds: string[], phones: string[]): Promise<void> {
  await sql`
    delete from opt_in_join where org_id = ${tx.orgId}
      and (contact_id = any(${contactIds}::uuid[]) or phone = any(${phones}::text[]))`.execute(tx.db)
}

/** Gives the opt-in pages of a user to another one. */
export async function givePages(tx: Tx, { userId, toUserId }: { userId: string; toUserId: string }): Promise<void> {
  await sql`
    update opt_in_page set created_by = ${toUserId}
    where org_id = ${tx.orgId} and created_by = ${userId} and deleted_at is null`.execute(tx.db)
}
