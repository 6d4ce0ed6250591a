import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import { contactsWithConsent, canText } from '../../audience/index.ts'
import type { Cause, Upkeep } from '../upkeep.ts'

/** What a contact adds to the counts of each of its groups: 0 archived, 1 not reachable, 2 reachable. */
export const counted = sql<number>`(case when c.archived_at is not null then 0 when ${canText} then 2 else 1 end)`

/**
 * Moves contacts up in the inbox of all their groups, including groups the actor does not see. Times only increase;
 * `putMemberBack` is the exception.
 */
export async function touchMembers(tx: Tx, contactIds: string[], times: Date[]): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update group_member g set last_at = t.at
      from (select id, max(at) as at from unnest(${contactIds}::uuid[], ${times}::timestamptz[]) u(id, at) group by id) t
      where g.org_id = ${tx.orgId} and g.contact_id = t.id and (g.last_at is null or g.last_at < t.at)`.execute(tx.db),
  )
}

/**
 * Restores the position of a contact in the inbox of all its groups after the message that moved it was undone. The
 * caller has locked the conversation, so that no newer message moves the contact meanwhile.
 */
export async function restoreMember(tx: Tx, contactId: string, at: Date): Promise<void> {
  await tx.unscoped(() =>
    sql`update group_member set last_at = ${at} where org_id = ${tx.orgId} and contact_id = ${contactId} and last_at > ${at}`.execute(
      tx.db,
    ),
  )
}

/** Takes contacts whose conversation is gone out of the inbox of all their groups; they stay members. */
export async function forgetLastMessages(tx: Tx, contactIds: string[]): Promise<void> {
  if (contactIds.length === 0) return
  await tx.unscoped(() =>
    sql`update group_member set last_at = null where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])`.execute(
      tx.db,
    ),
  )
}

/** Adds contacts to a group, recording when, by whom and why. Returns the contacts that were not in it before. */
export async function join(
  { db, orgId, now, by, activity }: Upkeep,
  groupId: string,
  contactIds: string[],
  cause: Cause,
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const result = await sql<{ id: string }>`
    with come as (
      insert into group_member (org_id, group_id, contact_id, cause, counted, last_at, joined_at, joined_by)
      select c.org_id, ${groupId}::uuid, c.id, ${cause}, ${counted}, ${activity.lastAt()}, ${now}::timestamptz, ${by}::uuid
      from ${contactsWithConsent}
      where c.org_id = ${orgId} and c.id = any(${contactIds}::uuid[]) and c.merged_into is null and c.erased_at is null
      order by c.id on conflict do nothing
      returning contact_id, counted),
    sums as (${countsMoved(orgId, groupId, sql`select counted, 1 as sign from come`)})
    select contact_id as id from come`.execute(db)
  return result.rows.map((row) => row.id)
}

/** Removes contacts from a group with one history row each; returns the contacts that were in it before. */
export async function leave(
  { db, orgId, now, by }: Upkeep,
  groupId: string,
  contactIds: string[],
  cause: Cause,
): Promise<string[]> {
  if (contactIds.length === 0) return []
  const result = await sql<{ id: string }>`
    with gone as (
      delete from group_member where org_id = ${orgId} and group_id = ${groupId} and contact_id = any(${contactIds}::uuid[])
      returning contact_id, counted),
    told as (${leaving({ orgId, groupId, now, cause, by })}),
    sums as (${countsMoved(orgId, groupId, sql`select counted, -1 as sign from gone`)})
    select contact_id as id from gone`.execute(db)
  return result.rows.map((row) => row.id)
}

interface Removal {
  orgId: string
  groupId: string
  now: Date
  cause: Cause
  by: string | null
}

/**
 * Builds the part of a removal that records who left, from the rows in `gone`. A database trigger also records when
 * they had joined.
 */
export function leaving({ orgId, groupId, now, cause, by }: Removal): RawBuilder<unknown> {
  return sql`insert into group_event (org_id, contact_id, group_id, at, change, cause, by_user)
    select ${orgId}::uuid, contact_id, ${groupId}::uuid, ${now}::timestamptz, 'left', ${cause}, ${by}::uuid from gone
    on conflict do nothing`
}

/** Builds the statement that updates the counts of a group by the members who joined and left. */
export function countsMoved(orgId: string, groupId: string, of: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`update contact_group g set contact_count = g.contact_count + d.contacts, reachable_count = g.reachable_count + d.reachable
    from (select coalesce(sum(sign) filter (where counted > 0), 0)::int as contacts,
            coalesce(sum(sign) filter (where counted = 2), 0)::int as reachable from (${of}) moved) d
    where g.org_id = ${orgId} and g.id = ${groupId} and (d.contacts <> 0 or d.reachable <> 0)`
}

/** Pins contacts in or out of a smart group, replacing earlier pins. */
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

/** Removes all members and pins of a deleted group; the history stays. */
export async function emptyGroup({ db, orgId }: Upkeep, groupId: string): Promise<void> {
  await sql`delete from group_pin where org_id = ${orgId} and group_id = ${groupId}`.execute(db)
  await sql`delete from group_member where org_id = ${orgId} and group_id = ${groupId}`.execute(db)
}
