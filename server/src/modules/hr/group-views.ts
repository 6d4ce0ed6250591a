import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import type { HrGroup } from './store/people.ts'

type Kind = HrGroup['kind']

/** People who belong in a group: linked, with the value of the HR system. */
const belonging = (tx: Tx, kind: Kind) => sql`
  select p.contact_id, p.seen->>${kind}::text as value from hr_person p
  where p.org_id = ${tx.orgId} and p.state = 'linked' and p.contact_id is not null and coalesce(p.seen->>${kind}::text, '') <> ''`

/**
 * Returns the groups of a kind, the values that people have, and the groups of values that no one has any more, with the
 * one value that all their people have now.
 */
export async function wantedValues(
  tx: Tx,
  kind: Kind,
): Promise<{ groups: HrGroup[]; values: string[]; unused: { group: HrGroup; movedTo: string | null }[] }> {
  const [groups, values, moved] = await Promise.all([
    sql<HrGroup>`
      select g.kind, g.value, g.group_id as "groupId" from hr_group g join contact_group c on c.org_id = g.org_id and c.id = g.group_id
      where g.org_id = ${tx.orgId} and g.kind = ${kind} and c.archived_at is null order by g.value`.execute(tx.db),
    sql<{ value: string }>`select distinct value from (${belonging(tx, kind)}) b order by value`.execute(tx.db),
    sql<{ groupId: string; value: string }>`
      select g.group_id as "groupId", min(b.value) as value from hr_group g
        join group_member m on m.org_id = g.org_id and m.group_id = g.group_id
        join (${belonging(tx, kind)}) b on b.contact_id = m.contact_id
      where g.org_id = ${tx.orgId} and g.kind = ${kind}
      group by g.group_id having count(distinct b.value) = 1`.execute(tx.db),
  ])
  const has = new Set(values.rows.map((row) => row.value))
  const movedTo = new Map(moved.rows.map((row) => [row.groupId, row.value]))
  return {
    groups: groups.rows,
    values: values.rows.map((row) => row.value),
    unused: groups.rows
      .filter((group) => !has.has(group.value))
      .map((group) => ({ group, movedTo: movedTo.get(group.groupId) ?? null })),
  }
}

/** Returns who must join and leave each group of a kind; groups without changes are left out. */
export async function groupChanges(
  tx: Tx,
  kind: Kind,
): Promise<{ groupId: string; joining: string[]; leaving: string[] }[]> {
  const result = await sql<{ groupId: string; joining: string[]; leaving: string[] }>`
    with wanted as (select g.group_id, b.contact_id from hr_group g join (${belonging(tx, kind)}) b on b.value = g.value
        where g.org_id = ${tx.orgId} and g.kind = ${kind}),
      present as (select g.group_id, m.contact_id from hr_group g join group_member m on m.org_id = g.org_id and m.group_id = g.group_id
        where g.org_id = ${tx.orgId} and g.kind = ${kind})
    select coalesce(w.group_id, p.group_id) as "groupId",
      coalesce(array_agg(w.contact_id order by w.contact_id) filter (where p.contact_id is null), '{}') as joining,
      coalesce(array_agg(p.contact_id order by p.contact_id) filter (where w.contact_id is null), '{}') as leaving
    from wanted w full join present p on p.group_id = w.group_id and p.contact_id = w.contact_id
    where w.contact_id is null or p.contact_id is null
    group by 1 order by 1`.execute(tx.db)
  return result.rows
}
