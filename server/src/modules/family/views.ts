import { SMALLEST_CELL } from '@crewline/contract/analytics-limits'
import { localize } from '../../kernel/i18n/localize.ts'
import { languageOf } from '../../kernel/scope.ts'
import { decodeLocalizedText } from '@crewline/contract/words'
import type { Relative, Share } from '@crewline/contract/family'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { OrgSummary, Scope } from '../../kernel/scope.ts'
import { organizationOf } from '../organizations/index.ts'
import { systemGroupId } from '../groups/index.ts'
import { sharesOf } from './store.ts'

const WHY = 'parent and child organizations see the names of each other'

/** A child with the data for its system scope. */
export interface Child extends OrgSummary {
  name: string
  sync: boolean
}

/** Returns the open child organizations by name. Needs a database handle for all organizations. */
export async function childrenOf(system: Db, parentId: string): Promise<Child[]> {
  const result = await sql<Child>`
    select id, name, country, timezone, status, coalesce((features ->> 'sync')::boolean, false) as sync
    from organization where parent_id = ${parentId} and status <> 'closed' order by lower(name), id`.execute(system)
  return result.rows
}

/** Returns the parents of organizations. Needs a database handle for all organizations. */
export async function parentsOf(system: Db, orgIds: readonly string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select distinct parent_id as id from organization where id = any(${orgIds}::uuid[]) and parent_id is not null`.execute(
    system,
  )
  return result.rows.map(({ id }) => id)
}

/** Returns the organizations that share something. Needs a database handle for all organizations. */
export async function parentsWithShares(system: Db): Promise<string[]> {
  const result = await sql<Row<'share', 'org_id'>>`select distinct org_id from share order by org_id`.execute(system)
  return result.rows.map((row) => row.org_id)
}

/** Returns the parent and children of the scope's organization, and its shares with their problems. */
export async function familyOf(kernel: Kernel, scope: Scope) {
  const system = kernel.database.asSystem(WHY)
  const { organization, features } = await organizationOf(scope.db, scope.orgId)
  const [parent, children, shares] = await Promise.all([
    organization.parentOrganizationId ? parentOf(system, organization.parentOrganizationId) : null,
    childrenOf(system, scope.orgId),
    listShares(scope, system),
  ])
  const relatives = (await withCounts(system, children)).map((child) =>
    scope.isLimitedToGroups || isFew(child.contactCount) ? { ...child, contactCount: null } : child,
  )
  return { sync: features.sync, parent, children: relatives, shares }
}

async function parentOf(system: Db, id: string): Promise<Relative> {
  const { organization, features } = await organizationOf(system, id)
  return { id, name: organization.name, sync: features.sync, contactCount: null }
}

/** Whether a figure could show who is meant; see `SMALLEST_CELL`. */
function isFew(count: number | null): boolean {
  return count !== null && count > 0 && count < SMALLEST_CELL
}

async function withCounts(system: Db, children: Child[]): Promise<Relative[]> {
  const result = await sql<Row<'contact_group', 'org_id' | 'contact_count'>>`
    select g.org_id, g.contact_count from contact_group g
    join unnest(${children.map(({ id }) => id)}::uuid[], ${children.map(({ id }) => systemGroupId(id, 'all'))}::uuid[]) t(org_id, id)
      on g.org_id = t.org_id and g.id = t.id`.execute(system)
  const counts = new Map(result.rows.map((row) => [row.org_id, row.contact_count]))
  return children.map(({ id, name, sync }) => ({ id, name, sync, contactCount: counts.get(id) ?? 0 }))
}

/** Returns the hours and holidays that the parent of a child shares with it. Needs a handle for all organizations. */
export async function inheritedBy(system: Db, childId: string) {
  const result = await sql<{ kind: string; parentId: string; parent: string; isOwn: boolean; problem: string | null }>`
    select c.kind, c.parent_id as "parentId", p.name as parent, c.is_own as "isOwn", c.problem from share_copy c
    join organization o on o.id = c.org_id join organization p on p.id = c.parent_id and p.id = o.parent_id
    where c.org_id = ${childId} and c.kind in ('hours', 'holidays') order by c.share_id`.execute(system)
  return result.rows
}

/** A child whose hours or holidays are those of its parent. */
export interface ManagedChild extends OrgSummary {
  kind: 'hours' | 'holidays'
}

/**
 * Returns children that have hours or holidays of their parent although nothing is recorded of a share, or only this one.
 * Needs a handle for all organizations.
 */
export async function managedWithoutCopy(system: Db, childId?: string): Promise<ManagedChild[]> {
  const result = await sql<ManagedChild>`
    select o.id, o.country, o.timezone, o.status, k.kind from organization o
    cross join (values ('hours'), ('holidays')) k (kind)
    where o.parent_id is not null and o.status <> 'closed' and o.id = coalesce(${childId ?? null}::uuid, o.id)
      and case k.kind when 'hours' then o.hours_managed_by = o.parent_id
        else exists (select from holiday h where h.org_id = o.id and h.managed_by = o.parent_id) end
      and not exists (
        select from share_copy c where c.org_id = o.id and c.parent_id = o.parent_id and c.kind = k.kind)
    order by o.id, k.kind`.execute(system)
  return result.rows
}

async function listShares(scope: Scope, system: Db): Promise<Share[]> {
  const [shares, names, problems] = await Promise.all([
    sharesOf(scope.db, scope.orgId),
    sql<Row<'custom_field', 'id' | 'name'>>`
      select f.id, f.name from custom_field f join share s on s.org_id = f.org_id and s.kind = 'field' and s.object_id = f.id
      union all
      select g.id, g.name from contact_group g join share s on s.org_id = g.org_id and s.kind = 'group' and s.object_id = g.id`.execute(
      scope.db,
    ),
    sql<{ shareId: string; organizationId: string; problem: string }>`
      select share_id as "shareId", org_id as "organizationId", problem as problem from share_copy
      where parent_id = ${scope.orgId} and problem is not null order by org_id`.execute(system),
  ])
  const nameOf = new Map(names.rows.map((row) => [row.id, row.name]))
  return shares.map(({ id, kind, objectId, childIds, createdAt }) => ({
    id,
    kind,
    objectId,
    childIds,
    name: nameOf.get(objectId) ?? '',
    createdAt: createdAt.toISOString(),
    problems: problems.rows
      .filter((row) => row.shareId === id)
      .map(({ organizationId, problem }) => ({
        organizationId,
        words: localize(decodeLocalizedText(problem), languageOf(scope)),
      })),
  }))
}
