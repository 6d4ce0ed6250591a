import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { LinkOwner } from './events.ts'

/** A link as stored: its id and what it opens. */
export type StoredLink = Row<'link', 'id' | 'url'>

/** Inserts links, or extends those that the owner already has, which also revives revoked ones. */
export async function upsertLinks(
  tx: Tx,
  owner: LinkOwner,
  links: readonly { url: string; label: string }[],
  expiresAt: Date,
): Promise<StoredLink[]> {
  const stored = await sql<StoredLink>`
    insert into link (org_id, id, owner_kind, owner_id, url, label, position, created_at, expires_at)
    select ${tx.orgId}::uuid, id, ${owner.kind}, ${owner.id}::uuid, url, label, n, ${tx.world.now()}::timestamptz, ${expiresAt}::timestamptz
    from unnest(${links.map(() => tx.world.id())}::uuid[], ${links.map(({ url }) => url)}::text[], ${links.map(({ label }) => label)}::text[])
      with ordinality t(id, url, label, n)
    on conflict (org_id, owner_kind, owner_id, url) do update
      set expires_at = greatest(link.expires_at, excluded.expires_at), revoked_at = null, pruned_at = null,
        label = case when excluded.label = '' then link.label else excluded.label end
    returning id, url`.execute(tx.db)
  return stored.rows
}

/** Revokes the links of an owner, or only those to these addresses. */
export async function revoke(tx: Tx, owner: LinkOwner, urls: readonly string[] | undefined): Promise<void> {
  await sql`update link set revoked_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and owner_kind = ${owner.kind} and owner_id = ${owner.id} and revoked_at is null
      and ${urls === undefined ? sql`true` : sql`url = any(${[...urls]}::text[])`}`.execute(tx.db)
}

/** A code to insert. */
export interface NewCode {
  code: string
  linkId: string
  contactId: string | null
  messageId: string | null
}

/** Inserts codes in one statement. Returns those inserted: a code may exist already, in any organization. */
export async function insertCodes(tx: Tx, codes: readonly NewCode[]): Promise<string[]> {
  const inserted = await sql<Row<'link_code', 'code'>>`
    insert into link_code (code, org_id, link_id, contact_id, message_id, made_at)
    select code, ${tx.orgId}::uuid, link_id, contact_id, message_id, ${tx.world.now()}::timestamptz
    from unnest(${codes.map(({ code }) => code)}::text[], ${codes.map(({ linkId }) => linkId)}::uuid[],
      ${codes.map(({ contactId }) => contactId)}::uuid[], ${codes.map(({ messageId }) => messageId)}::uuid[])
      t(code, link_id, contact_id, message_id)
    on conflict (code) do nothing returning code`.execute(tx.db)
  return inserted.rows.map(({ code }) => code)
}

/** Records when messages were sent; the first time counts. */
export async function setSent(tx: Tx, messageIds: readonly string[], at: Date): Promise<void> {
  await sql`update link_code set sent_at = ${at}
    where org_id = ${tx.orgId} and message_id = any(${messageIds}::uuid[]) and sent_at is null`.execute(tx.db)
}

/** What was opened with one code since it was last written. */
export interface Hits {
  code: string
  clicks: number
  bots: number
  firstClickAt: Date | null
}

/** A clicked code with its link. */
export type ClickedCode = CamelRow<'link_code', 'link_id' | 'contact_id'> & CamelRow<'link', 'owner_kind' | 'owner_id'>

/** Adds hits to their codes, locked in order so that two processes cannot deadlock. Returns those that were clicked. */
export async function addHits(tx: Tx, hits: readonly Hits[]): Promise<ClickedCode[]> {
  const clicked = await sql<ClickedCode>`
    with hit as (
      select * from unnest(${hits.map(({ code }) => code)}::text[], ${hits.map(({ clicks }) => clicks)}::int[],
        ${hits.map(({ bots }) => bots)}::int[], ${hits.map(({ firstClickAt }) => firstClickAt)}::timestamptz[]) t(code, clicks, bots, at)
    ), locked as (
      select code from link_code where org_id = ${tx.orgId} and code in (select code from hit) order by code for no key update
    ), changed as (
      update link_code c set clicks = c.clicks + hit.clicks, bot_hits = c.bot_hits + hit.bots,
        first_click_at = coalesce(c.first_click_at, hit.at)
      from hit join locked using (code) where c.org_id = ${tx.orgId} and c.code = hit.code
      returning c.link_id, c.contact_id, hit.clicks
    )
    select changed.link_id as "linkId", changed.contact_id as "contactId", l.owner_kind as "ownerKind", l.owner_id as "ownerId"
    from changed join link l on l.org_id = ${tx.orgId} and l.id = changed.link_id where changed.clicks > 0`.execute(
    tx.db,
  )
  return clicked.rows
}

/** Moves the codes of a contact to another. Returns them. */
export async function moveCodes(tx: Tx, fromId: string, toId: string): Promise<string[]> {
  const moved = await sql<Row<'link_code', 'code'>>`
    update link_code set contact_id = ${toId} where org_id = ${tx.orgId} and contact_id = ${fromId} returning code`.execute(
    tx.db,
  )
  return moved.rows.map(({ code }) => code)
}

/** Moves codes of a merge back to their contact. */
export async function returnCodes(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  codes: readonly string[],
): Promise<void> {
  await sql`update link_code set contact_id = ${fromId}
    where org_id = ${tx.orgId} and contact_id = ${toId} and code = any(${codes}::text[])`.execute(tx.db)
}

/** Stands for the message of a code whose contact was erased. Codes without contact and message are shared ones. */
const ERASED_MESSAGE = '00000000-0000-0000-0000-000000000000'

/** Removes contacts from their codes; the counts stay. */
export async function forgetContacts(tx: Tx, contactIds: readonly string[]): Promise<void> {
  await sql`update link_code set contact_id = null, message_id = ${ERASED_MESSAGE}
    where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(tx.db)
}

/** Returns links that expired before a moment and may still have codes. */
export async function linksToPrune(system: Db, before: Date, most: number): Promise<Row<'link', 'org_id' | 'id'>[]> {
  const found = await sql<Row<'link', 'org_id' | 'id'>>`
    select org_id, id from link where expires_at < ${before} and pruned_at is null order by expires_at limit ${most}`.execute(
    system,
  )
  return found.rows
}

/** Deletes codes of a link and adds their counts to it. Returns how many. */
export async function pruneCodes(
  system: Db,
  { org_id: orgId, id }: Row<'link', 'org_id' | 'id'>,
  most: number,
): Promise<number> {
  const pruned = await sql<{ count: number }>`
    with gone as (
      delete from link_code where code in (select code from link_code where org_id = ${orgId} and link_id = ${id} limit ${most})
      returning clicks, bot_hits
    ), sums as (
      select count(*)::int as count, count(*) filter (where clicks > 0) as clicked, coalesce(sum(clicks), 0) as clicks,
        coalesce(sum(bot_hits), 0) as bots
      from gone
    )
    update link l set past_codes = past_codes + sums.count, past_clicked = past_clicked + sums.clicked,
      past_clicks = past_clicks + sums.clicks, past_bot_hits = past_bot_hits + sums.bots
    from sums where l.org_id = ${orgId} and l.id = ${id} returning sums.count`.execute(system)
  return pruned.rows[0]?.count ?? 0
}

/** Records that a link has no codes left. */
export async function setPruned(
  system: Db,
  { org_id: orgId, id }: Row<'link', 'org_id' | 'id'>,
  at: Date,
): Promise<void> {
  await sql`update link set pruned_at = ${at} where org_id = ${orgId} and id = ${id}`.execute(system)
}
