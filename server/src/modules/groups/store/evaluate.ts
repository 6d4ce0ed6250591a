import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { contactsWithConsent } from './filter/audience.ts'
import type { Upkeep } from '../upkeep.ts'
import { counted, countsMoved, history } from './members.ts'

/** Who came into a group and who left it. */
export interface Moved {
  joined: string[]
  left: string[]
}

/**
 * Brings the members of a group with rules to what its condition says now, in one statement: only the difference is
 * written. With ids only these workers are looked at. Pins stand above the rules; archived workers are in no such group.
 *
 * Everybody is read beside their membership, and the rules are asked of that: the planner cannot guess how many fit, and
 * joins built on its guess would look through all of them for each.
 */
export async function evaluateMembers(
  { db, orgId, now, by, activity }: Upkeep,
  group: { id: string; fits: RawBuilder<SqlBool> },
  ids: string[] | null,
): Promise<Moved> {
  const pinned = (kind: string) =>
    sql`array(select p.contact_id from group_pin p where p.org_id = ${orgId} and p.group_id = ${group.id} and p.kind = ${kind})`
  const fits = sql`(c.archived_at is null and c.merged_into is null
    and ((${group.fits} and c.id <> all(${pinned('out')})) or c.id = any(${pinned('in')})))`
  const told = { orgId, groupId: group.id, now, by, cause: by === null ? ('rules' as const) : ('hand' as const) }
  const found = await sql<{ id: string; change: 'joined' | 'left' }>`
    with moved as materialized (
      select c.org_id, c.id, ${counted} as counted, o.contact_id is not null as is_in
      from ${contactsWithConsent} left join group_member o on o.org_id = c.org_id and o.group_id = ${group.id} and o.contact_id = c.id
      where c.org_id = ${orgId} and ${ids === null ? sql`true` : sql`c.id = any(${ids}::uuid[])`}
        and ${fits} <> (o.contact_id is not null)),
    gone as (
      delete from group_member m using moved v
      where v.is_in and m.org_id = ${orgId} and m.group_id = ${group.id} and m.contact_id = v.id
      returning m.contact_id, m.counted),
    come as (
      insert into group_member (org_id, group_id, contact_id, cause, counted, last_at)
      select c.org_id, ${group.id}::uuid, c.id, 'rules', c.counted, ${activity.lastAt()} from moved c where not c.is_in
      on conflict do nothing
      returning contact_id, counted),
    told as (${history(sql`select contact_id, 'joined' as change from come union all select contact_id, 'left' from gone`, told)}),
    sums as (${countsMoved(orgId, group.id, sql`select counted, 1 as sign from come union all select counted, -1 from gone`)})
    select contact_id as id, 'joined' as change from come union all select contact_id, 'left' from gone`.execute(db)
  const of = (change: string) => found.rows.filter((row) => row.change === change).map((row) => row.id)
  return { joined: of('joined'), left: of('left') }
}

/** Keeps what an evaluation did; `isWhole` when it looked at everybody. */
export async function noteEvaluation(
  { db, orgId, now }: Upkeep,
  groupId: string,
  { joined, left }: Moved,
  isWhole: boolean,
): Promise<void> {
  const hasMoved = joined.length + left.length > 0
  if (!hasMoved && !isWhole) return
  await sql`
    update contact_group set
      last_added = case when ${hasMoved} then ${joined.length} else last_added end,
      last_removed = case when ${hasMoved} then ${left.length} else last_removed end,
      changed_at = case when ${hasMoved} then ${now} else changed_at end,
      last_evaluated_at = case when ${isWhole} then ${now} else last_evaluated_at end,
      state = case when ${isWhole} then 'ready' else state end
    where org_id = ${orgId} and id = ${groupId}`.execute(db)
}

/** Says how a group stands: being evaluated, or that its rules cannot be read. */
export async function setState(
  { db, orgId }: Upkeep,
  groupId: string,
  state: 'ready' | 'evaluating' | 'error',
  askedBy: string | null = null,
): Promise<void> {
  await sql`update contact_group set state = ${state}, asked_by = ${askedBy}::uuid where org_id = ${orgId} and id = ${groupId}`.execute(
    db,
  )
}
