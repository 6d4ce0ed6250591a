import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { contactsWithConsent, canText, compileFilter, type FilterContext } from '../../audience/index.ts'
import { SYSTEM_GROUPS, SYSTEM_KEYS, systemGroupId } from '../filter-rules/system-groups.ts'
import type { Upkeep } from '../upkeep.ts'
import { counted } from './members.ts'

/** Updates the counts of every group of these contacts after they were archived, became unreachable, or came back. */
export async function recount({ db, orgId }: Upkeep, contactIds: string[]): Promise<void> {
  await sql`
    with was as (
      select m.group_id, m.contact_id, m.counted as before, ${counted} as after
      from group_member m join ${contactsWithConsent} on c.org_id = m.org_id and c.id = m.contact_id
      where m.org_id = ${orgId} and m.contact_id = any(${contactIds}::uuid[])),
    moved as (
      update group_member m set counted = was.after from was
      where m.org_id = ${orgId} and m.group_id = was.group_id and m.contact_id = was.contact_id and was.before <> was.after
      returning m.group_id, was.before, was.after),
    sums as (
      select group_id, sum((after > 0)::int - (before > 0)::int)::int as contacts, sum((after = 2)::int - (before = 2)::int)::int as reachable
      from moved group by group_id),
    held as materialized (
      select id from contact_group where org_id = ${orgId} and id in (select group_id from sums) order by id for update)
    update contact_group g set contact_count = g.contact_count + sums.contacts, reachable_count = g.reachable_count + sums.reachable
    from held join sums on sums.group_id = held.id where g.org_id = ${orgId} and g.id = held.id`.execute(db)
}

/** Recounts every group of every organization, as a safety net under the incremental counts. */
export async function recountAll(system: Db): Promise<void> {
  await sql`
    update group_member m set counted = n.after
    from (select m.org_id, m.group_id, m.contact_id, ${counted} as after
          from group_member m join ${contactsWithConsent} on c.org_id = m.org_id and c.id = m.contact_id) n
    where n.org_id = m.org_id and n.group_id = m.group_id and n.contact_id = m.contact_id and n.after <> m.counted`.execute(
    system,
  )
  await sql`
    update contact_group g set contact_count = n.contacts, reachable_count = n.reachable
    from (select h.org_id, h.id, count(m.contact_id) filter (where m.counted > 0)::int as contacts,
            count(m.contact_id) filter (where m.counted = 2)::int as reachable
          from contact_group h left join group_member m on m.org_id = h.org_id and m.group_id = h.id
          where h.type <> 'system' group by h.org_id, h.id) n
    where n.org_id = g.org_id and n.id = g.id and (g.contact_count, g.reachable_count) is distinct from (n.contacts, n.reachable)`.execute(
    system,
  )
}

/** Counts the system groups of one organization in one pass over its contacts. */
export async function countSystemGroups({ db, orgId, now }: Upkeep, ctx: FilterContext): Promise<void> {
  const sums = SYSTEM_KEYS.map((key) => {
    const fits = compileFilter(SYSTEM_GROUPS[key], ctx)
    return sql`count(*) filter (where ${fits})::int as ${sql.ref(key)}, count(*) filter (where ${fits} and ${canText})::int as ${sql.ref(`${key}_reachable`)}`
  })
  const result = await sql<Record<string, number>>`
    select ${sql.join(sums)} from ${contactsWithConsent} where c.org_id = ${orgId} and c.archived_at is null`.execute(
    db,
  )
  const row = result.rows[0] ?? {}
  await sql`
    update contact_group g set contact_count = n.contacts, reachable_count = n.reachable, last_evaluated_at = ${now}, state = 'ready'
    from unnest(${SYSTEM_KEYS.map((key) => systemGroupId(orgId, key))}::uuid[], ${SYSTEM_KEYS.map((key) => row[key] ?? 0)}::int[],
      ${SYSTEM_KEYS.map((key) => row[`${key}_reachable`] ?? 0)}::int[]) n(id, contacts, reachable)
    where g.org_id = ${orgId} and g.id = n.id`.execute(db)
}

/** Marks the system groups of an organization to be counted later. */
export async function markUncounted({ db, orgId }: Upkeep): Promise<void> {
  await sql`update contact_group set state = 'evaluating' where org_id = ${orgId} and type = 'system' and state <> 'evaluating'`.execute(
    db,
  )
}

/** Returns how many contacts are in a group, and when they were last counted or its rules last evaluated. */
export async function readStoredCount(
  db: Db,
  orgId: string,
  groupId: string,
): Promise<{ contacts: number; at: Date | null }> {
  const result = await sql<{ contacts: number; at: Date | null }>`
    select contact_count as contacts, last_evaluated_at as at from contact_group
    where org_id = ${orgId} and id = ${groupId}`.execute(db)
  return result.rows[0] ?? { contacts: 0, at: null }
}
