import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { contactsWithConsent } from '../../audience/index.ts'
import type { Upkeep } from '../upkeep.ts'
import { counted, countsMoved, leaving } from './members.ts'

/** How many contacts joined and left a group. */
export interface Moved {
  joined: number
  left: number
  /** The ids of the contacts; null when there were too many, which only an evaluation of all contacts can cause. */
  members: { joined: string[]; left: string[] } | null
}

/** The result of an evaluation that moved no contacts. */
export const NO_CHANGES: Moved = { joined: 0, left: 0, members: { joined: [], left: [] } }

/**
 * Above this many moved contacts, groups that reference the group evaluate all contacts: listing the ids costs more.
 */
const MAX_LISTED_CONTACTS = 5_000

/**
 * Updates the members of a smart group to what its rules match now, in one statement that writes only the difference.
 * With ids, looks at these contacts only. Pins override the rules; archived contacts are never members.
 *
 * Reads all contacts joined to their membership and applies the rules to the result: the planner cannot estimate how
 * many match, and joins planned on its estimate would scan all contacts for each match. Consent is looked up only for
 * new members unless the rules use it: the planner removes an unused join.
 */
export async function evaluateMembers(
  { db, orgId, now, by, activity }: Upkeep,
  group: { id: string; fits: RawBuilder<SqlBool> },
  ids: string[] | null,
): Promise<Moved> {
  const cause = by === null ? ('rules' as const) : ('hand' as const)
  const fits = sql`(c.archived_at is null and c.merged_into is null
    and case when p.kind is null then ${group.fits} else p.kind = 'in' end)`
  const result = await sql<{ joined: number; left: number; members: { joined: string[]; left: string[] } | null }>`
    with moved as materialized (
      select c.org_id, c.id, c.phone, c.phone_state, c.archived_at, o.contact_id is not null as is_in
      from ${contactsWithConsent}
      left join group_member o on o.org_id = c.org_id and o.group_id = ${group.id} and o.contact_id = c.id
      left join group_pin p on p.org_id = c.org_id and p.group_id = ${group.id} and p.contact_id = c.id
      where c.org_id = ${orgId} and ${ids === null ? sql`true` : sql`c.id = any(${ids}::uuid[])`}
        and ${fits} <> (o.contact_id is not null)),
    gone as (
      delete from group_member m using moved v
      where v.is_in and m.org_id = ${orgId} and m.group_id = ${group.id} and m.contact_id = v.id
      returning m.contact_id, m.counted),
    come as (
      insert into group_member (org_id, group_id, contact_id, cause, counted, last_at, joined_at, joined_by, joined_cause)
      select c.org_id, ${group.id}::uuid, c.id, 'rules', ${counted}, ${activity.lastAt()}, ${now}::timestamptz, ${by}::uuid,
        ${by === null ? null : cause}
      from moved c left join consent k on k.org_id = c.org_id and k.phone = c.phone and k.opted_out
      -- Neighbours of an index come one after the other.
      where not c.is_in order by c.id
      on conflict do nothing
      returning contact_id, counted),
    told as (${leaving({ orgId, groupId: group.id, now, cause, by })}),
    sums as (${countsMoved(orgId, group.id, sql`select counted, 1 as sign from come union all select counted, -1 from gone`)}),
    numbers as (select (select count(*) from come)::int as joined, (select count(*) from gone)::int as "left")
    select n.joined, n."left", case when ${ids !== null} or n.joined + n."left" <= ${MAX_LISTED_CONTACTS} then jsonb_build_object(
        'joined', to_jsonb(array(select contact_id from come)), 'left', to_jsonb(array(select contact_id from gone))) end as members
    from numbers n`.execute(db)
  return result.rows[0] ?? NO_CHANGES
}

/** Stores the result of an evaluation; `isWhole` when it looked at all contacts. */
export async function noteEvaluation(
  { db, orgId, now }: Upkeep,
  groupId: string,
  { joined, left }: Moved,
  isFullEvaluation: boolean,
): Promise<void> {
  const hasMoved = joined + left > 0
  if (!hasMoved && !isFullEvaluation) return
  await sql`
    update contact_group set
      last_added = case when ${hasMoved} then ${joined} else last_added end,
      last_removed = case when ${hasMoved} then ${left} else last_removed end,
      changed_at = case when ${hasMoved} then ${now} else changed_at end,
      last_evaluated_at = case when ${isFullEvaluation} then ${now} else last_evaluated_at end,
      state = case when ${isFullEvaluation} then 'ready' else state end
    where org_id = ${orgId} and id = ${groupId}`.execute(db)
}

/** Sets the state of a group: `evaluating`, `ready`, or `error` when its rules cannot be read. */
export async function setState(
  { db, orgId }: Upkeep,
  groupId: string,
  state: 'ready' | 'evaluating' | 'error',
  requestedBy: string | null = null,
): Promise<void> {
  await sql`update contact_group set state = ${state}, requested_by = ${requestedBy}::uuid where org_id = ${orgId} and id = ${groupId}`.execute(
    db,
  )
}
