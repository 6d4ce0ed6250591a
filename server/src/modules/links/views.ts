import { TRACKED_LINK_MS } from '@crewline/contract/link-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow } from '../../kernel/db/row.ts'
import type { LinkOwner } from './events.ts'

/** What a code opens. */
export type CodeTarget = CamelRow<'link', 'org_id' | 'url' | 'expires_at' | 'revoked_at'> & {
  /** The recipient; null for a link that many open. */
  contactId: string | null
  /** When its message was sent, else when the code was made. */
  sentAt: Date
}

/**
 * Returns what a code opens. A code of one contact ends when links in texts do, also where its link lives longer: the number
 * may have another owner by then. Needs a database handle for all organizations, because the code identifies its own.
 */
export async function targetOfCode(system: Db, code: string): Promise<CodeTarget | undefined> {
  const found = await sql<CodeTarget>`
    select l.org_id as "orgId", l.url, c.contact_id as "contactId",
      case when c.contact_id is null then l.expires_at
        else least(l.expires_at, c.made_at + make_interval(secs => ${TRACKED_LINK_MS / 1000})) end as "expiresAt", l.revoked_at as "revokedAt", coalesce(c.sent_at, c.made_at) as "sentAt"
    from link_code c join link l on l.org_id = c.org_id and l.id = c.link_id where c.code = ${code}`.execute(system)
  return found.rows[0]
}

/** Returns the links of those of these codes that belong to the organization and to no contact, by code. */
export async function linksOfSharedCodes(db: Db, orgId: string, codes: string[]): Promise<Map<string, string>> {
  if (codes.length === 0) return new Map()
  const found = await sql<CamelRow<'link_code', 'code' | 'link_id'>>`
    select code, link_id as "linkId" from link_code
    where org_id = ${orgId} and code = any(${codes}::text[]) and contact_id is null and message_id is null`.execute(db)
  return new Map(found.rows.map(({ code, linkId }) => [code, linkId]))
}

/** Returns the newest code that each of these contacts got for one of these links since a time. */
export async function codesOfContacts(
  db: Db,
  orgId: string,
  { linkIds, contactIds, since }: { linkIds: string[]; contactIds: string[]; since: Date },
): Promise<CamelRow<'link_code', 'code' | 'link_id' | 'contact_id'>[]> {
  const found = await sql<CamelRow<'link_code', 'code' | 'link_id' | 'contact_id'>>`
    select distinct on (link_id, contact_id) code, link_id as "linkId", contact_id as "contactId" from link_code
    where org_id = ${orgId} and link_id = any(${linkIds}::uuid[]) and contact_id = any(${contactIds}::uuid[])
      and made_at > ${since} and message_id is null
    order by link_id, contact_id, made_at desc`.execute(db)
  return found.rows
}

/** A link of an owner with its counts. */
export type LinkClicks = CamelRow<'link', 'id' | 'url' | 'label' | 'expires_at' | 'revoked_at'> & {
  /** Codes made, one for each recipient. */
  codes: number
  /** Codes that were clicked: people. */
  unique: number
  /** Clicks in total. */
  total: number
  /** Visits of previews, scanners and crawlers, in neither of the other counts. */
  bots: number
}

/** Returns the links of an owner in their order, with the clicks that the database handle may see. */
export async function clicksOf(db: Db, ownerKind: string, ownerId: string): Promise<LinkClicks[]> {
  const found = await sql<LinkClicks>`
    select l.id, l.url, l.label, l.expires_at as "expiresAt", l.revoked_at as "revokedAt", (l.past_codes + c.codes)::int as codes,
      (l.past_clicked + c.clicked)::int as unique, (l.past_clicks + c.clicks)::int as total, (l.past_bot_hits + c.bots)::int as bots
    from link l, lateral (
      select count(*) as codes, count(*) filter (where clicks > 0) as clicked, coalesce(sum(clicks), 0) as clicks,
        coalesce(sum(bot_hits), 0) as bots
      from link_code c where c.org_id = l.org_id and c.link_id = l.id
    ) c
    where l.owner_kind = ${ownerKind} and l.owner_id = ${ownerId} order by l.position, l.id`.execute(db)
  return found.rows
}

/** A recipient of links: who clicked, or who did not. */
export interface ContactClicks {
  contactId: string
  firstClickAt: Date | null
  clicks: number
}

/**
 * Returns the contacts who clicked any link of an owner, or those who clicked none, in the order of their ids after the
 * given one. Contacts out of the reader's sight are left out.
 */
export async function clickPage(
  db: Db,
  { owner, clicked, after, most }: { owner: LinkOwner; clicked: boolean; after?: string; most: number },
): Promise<ContactClicks[]> {
  const found = await sql<ContactClicks>`
    select c.contact_id as "contactId", min(c.first_click_at) as "firstClickAt", sum(c.clicks)::int as clicks
    from link l join link_code c on c.org_id = l.org_id and c.link_id = l.id
    where l.owner_kind = ${owner.kind} and l.owner_id = ${owner.id} and c.contact_id > ${after ?? '00000000-0000-0000-0000-000000000000'}
    group by c.contact_id having (sum(c.clicks) > 0) = ${clicked} order by c.contact_id limit ${most}`.execute(db)
  return found.rows
}
