import type { FilterNode } from '@crewline/contract/filters'
import type { GroupType } from '@crewline/contract/groups'
import { sql } from 'kysely'
import type { Upkeep } from '../upkeep.ts'

/** A group as it is written. */
export interface StoredGroup {
  id: string
  name: string
  description: string
  color: string
  type: GroupType
  filter: FilterNode | null
  managedBy: string | null
  state: 'ready' | 'evaluating' | 'error'
}

const columns = sql`id, name, description, color, type, filter, managed_by as "managedBy", state`

/** Adds a group; answers false when the name is taken. */
export async function addGroup(
  { db, orgId, now }: Upkeep,
  group: Omit<StoredGroup, 'managedBy' | 'state'>,
): Promise<boolean> {
  const added = await sql`
    insert into contact_group (org_id, id, name, description, color, type, filter, created_at)
    values (${orgId}, ${group.id}, ${group.name}, ${group.description}, ${group.color}, ${group.type},
            ${group.filter === null ? null : JSON.stringify(group.filter)}::jsonb, ${now})
    on conflict (org_id, lower(name)) where archived_at is null and type <> 'system' do nothing
    returning id`.execute(db)
  return added.rows.length > 0
}

/** Writes the parts of a group that people decide. */
export async function saveGroup({ db, orgId }: Upkeep, group: StoredGroup): Promise<void> {
  await sql`
    update contact_group set name = ${group.name}, description = ${group.description}, color = ${group.color},
      filter = ${group.filter === null ? null : JSON.stringify(group.filter)}::jsonb
    where org_id = ${orgId} and id = ${group.id}`.execute(db)
}

/** The organization above that manages a group; its name is kept here, because nobody here can look it up. */
export interface Manager {
  id: string
  name: string
}

/** Notes which organization manages a group; null gives it to its own. */
export async function setManager(
  { db, orgId }: Pick<Upkeep, 'db' | 'orgId'>,
  id: string,
  manager: Manager | null,
): Promise<void> {
  await sql`
    update contact_group set managed_by = ${manager?.id ?? null}, manager_name = ${manager?.name ?? null}
    where org_id = ${orgId} and id = ${id}`.execute(db)
}

/** These groups, locked in the order of their ids until the transaction ends; those out of sight or deleted are left out. */
export async function holdGroups({ db, orgId }: Pick<Upkeep, 'db' | 'orgId'>, ids: string[]): Promise<StoredGroup[]> {
  const found = await sql<StoredGroup>`
    select ${columns} from contact_group
    where org_id = ${orgId} and id = any(${[...new Set(ids)]}::uuid[]) and archived_at is null order by id for update`.execute(
    db,
  )
  return found.rows
}

/** Marks a group as deleted; its name is free again. */
export async function archiveGroup({ db, orgId, now }: Upkeep, id: string): Promise<void> {
  await sql`
    update contact_group set archived_at = ${now}, contact_count = 0, reachable_count = 0 where org_id = ${orgId} and id = ${id}`.execute(
    db,
  )
}

/** Whether another group has this name, one of the product's own among them. */
export async function isNameTaken(
  { db, orgId }: Pick<Upkeep, 'db' | 'orgId'>,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const found = await sql`
    select from contact_group
    where org_id = ${orgId} and lower(name) = lower(${name}) and archived_at is null and id is distinct from ${exceptId}::uuid limit 1`.execute(
    db,
  )
  return found.rows.length > 0
}

/** How many groups there are, and how many of them have rules; the product's own are not counted. */
export async function countGroups({
  db,
  orgId,
}: Pick<Upkeep, 'db' | 'orgId'>): Promise<{ all: number; smart: number }> {
  const found = await sql<{ all: number; smart: number }>`
    select count(*)::int as "all", count(*) filter (where type = 'dynamic')::int as smart
    from contact_group where org_id = ${orgId} and archived_at is null and type <> 'system'`.execute(db)
  return found.rows[0] ?? { all: 0, smart: 0 }
}

/** Lets one transaction at a time change which groups there are and what their rules ask, so that limits and circles hold. */
export async function lockGroups({ db, orgId }: Pick<Upkeep, 'db' | 'orgId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`groups|${orgId}`}, 0))`.execute(db)
}

/** A group with rules. */
export interface SmartGroup {
  id: string
  name: string
  filter: FilterNode
}

/** Every group with rules of an organization, deleted ones left out. */
export async function smartGroups({ db, orgId }: Pick<Upkeep, 'db' | 'orgId'>): Promise<SmartGroup[]> {
  const found = await sql<SmartGroup>`
    select id, name, filter from contact_group
    where org_id = ${orgId} and type = 'dynamic' and archived_at is null order by id`.execute(db)
  return found.rows
}
