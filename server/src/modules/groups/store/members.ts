import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { contactsWithConsent } from './filter/audience.ts'
import { canText } from './filter/compile.ts'
import type { Cause, Upkeep } from '../upkeep.ts'

/** What a contact adds to the counts of each of their groups; see the column. */
export const counted = sql<number>`(case when c.archived_at is not null then 0 when ${canText} then 2 else 1 end)`

/** Moves these workers forward in the inbox of every group they are in, also those the actor does not see; times only move forward, but for `putMemberBack`. */
export async function touchMembers(tx: Tx, contactIds: string[], times: Date[]): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update group_member g set last_at = t.at
      from (select id, max(at) as at from unnest(${contactIds}::uuid[], ${times}::timestamptz[]) u(id, at) group by id) t
      where g.org_id = ${tx.orgId} and g.contact_id = t.id and (g.last_at is null or g.last_at < t.at)`.execute(tx.db),
  )
}

/**
 * Puts a worker back to where they stood in the inbox of every group they are in, because what moved them was taken back.
 * The caller has locked their conversation, so that nothing newer moves them meanwhile.
 */
export async function putMemberBack(tx: Tx, contactId: string, at: Date): Promise<void> {
  await tx.unscoped(() =>
    sql`update group_member set last_at = ${at} where org_id = ${tx.orgId} and contact_id = ${contactId} and last_at > ${at}`.execute(
      tx.db,
    ),
  )
}

/** Puts these workers into a group; each membership says since when, by whom and why. Answers those who were not in it. */
export async function join(
  { db, orgId, now, by, activity }: Upkeep,
  groupId: string,
  contactIds: string[],
  cause: Cause,
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const come = await sql<{ id: string }>`
    with come as (
      insert into group_member (org_id, group_id, contact_id, cause, counted, last_at, joined_at, joined_by)
      select c.org_id, ${groupId}::uuid, c.id, ${cause}, ${counted}, ${activity.lastAt()}, ${now}::timestamptz, ${by}::uuid
      from ${contactsWithConsent}
      where c.org_id = ${orgId} and c.id = any(${contactIds}::uuid[]) and c.merged_into is null and c.erased_at is null
      order by c.id on conflict do nothing
      returning contact_id, counted),
    sums as (${countsMoved(orgId, groupId, sql`select counted, 1 as sign from come`)})
    select contact_id as id from come`.execute(db)
  return come.rows.map((row) => row.id)
}

/** Takes these workers out of a group, with a line of history each; answers those who were in it. */
export async function leave(
  { db, orgId, now, by }: Upkeep,
  groupId: string,
  contactIds: string[],
  cause: Cause,
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const gone = await sql<{ id: string }>`
    with gone as (
      delete from group_member where org_id = ${orgId} and group_id = ${groupId} and contact_id = any(${contactIds}::uuid[])
      returning contact_id, counted),
    told as (${leaving({ orgId, groupId, now, cause, by })}),
    sums as (${countsMoved(orgId, groupId, sql`select counted, -1 as sign from gone`)})
    select contact_id as id from gone`.execute(db)
  return gone.rows.map((row) => row.id)
}

interface Told {
  orgId: string
  groupId: string
  now: Date
  cause: Cause
  by: string | null
}

/**
 * The statement that writes down who left, of those who are `gone`, as a part of the one that takes them out. The database
 * itself writes beside each since when they were in.
 */
export function leaving({ orgId, groupId, now, cause, by }: Told): RawBuilder<unknown> {
  return sql`insert into group_event (org_id, contact_id, group_id, at, change, cause, by_person)
    select ${orgId}::uuid, contact_id, ${groupId}::uuid, ${now}::timestamptz, 'left', ${cause}, ${by}::uuid from gone
    on conflict do nothing`
}

/** The statement that moves a group's counts by what came and went. */
export function countsMoved(orgId: string, groupId: string, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update contact_group g set contact_count = g.contact_count + d.contacts, reachable_count = g.reachable_count + d.reachable
    from (select coalesce(sum(sign) filter (where counted > 0), 0)::int as contacts,
            coalesce(sum(sign) filter (where counted = 2), 0)::int as reachable from (${of}) moved) d
    where g.org_id = ${orgId} and g.id = ${groupId} and (d.contacts <> 0 or d.reachable <> 0)`
}

/** Says that these workers are always in a group with rules, or never, whatever was said before. */
export async function pin(
  { db, orgId, now }: Upkeep,
  groupId: string,
  contactIds: string[],
  kind: 'in' | 'out',
): Promise<void> {
  if (contactIds.length === 0) return
  await sql`
    insert into group_pin (org_id, group_id, contact_id, kind, at)
    select c.org_id, ${groupId}::uuid, c.id, ${kind}, ${now}::timestamptz from contact c
    where c.org_id = ${orgId} and c.id = any(${contactIds}::uuid[]) and c.merged_into is null and c.erased_at is null
    order by c.id
    on conflict (org_id, group_id, contact_id) do update set kind = excluded.kind, at = excluded.at`.execute(db)
}

/** Takes everybody out of a group that is deleted, with its pins; the history of who was in it stays. */
export async function emptyGroup({ db, orgId }: Upkeep, groupId: string): Promise<void> {
  await sql`delete from group_pin where org_id = ${orgId} and group_id = ${groupId}`.execute(db)
  await sql`delete from group_member where org_id = ${orgId} and group_id = ${groupId}`.execute(db)
}
