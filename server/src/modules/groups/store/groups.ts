import type { FilterNode } from '@crewline/contract/filters'
import type { GroupType } from '@crewline/contract/groups'
import { sql } from 'kysely'
import type { Upkeep } from '../upkeep.ts'

/** A group as stored. */
export interface StoredGroup {
  id: string
  name: string
  description: string
  color: string
  type: GroupType
  filter: FilterNode | null
  managedBy: string | null
  state: 'ready' | 'evaluating' | 'error'
  /** The user to notify when the evaluation in progress ends. */
  requestedBy: string | null
}

const columns = sql`id, name, description, color, type, filter, managed_by as "managedBy", state, requested_by as "requestedBy"`

/** Inserts a group; returns false when the name is taken. */
export async function addGroup(
  { db, orgId, now }: Upkeep,
  group: Omit<StoredGroup, 'managedBy' | 'state' | 'requestedBy'>,
): Promise<boolean> {
  const added = await sql`
    insert into contact_group (org_id, id, name, description, color, type, filter, created_at)
    values (${orgId}, ${group.id}, ${group.name}, ${group.description}, ${group.color}, ${group.type},
            ${group.filter === null ? null : JSON.stringify(group.filter)}::jsonb, ${now})
    on conflict (org_id, lower(name)) where archived_at is null and type <> 'system' do nothing
    returning id`.execute(db)
  return added.rows.length > 0
}

/** Saves the parts of a group that users can edit. */
export async function saveGroup({ db, orgId }: Upkeep, group: StoredGroup): Promise<void> {
  await sql`
    update contact_group set name = ${group.name}, description = ${group.description}, color = ${group.color},
      filter = ${group.filter === null ? null : JSON.stringify(group.filter)}::jsonb
    where org_id = ${orgId} and id = ${group.id}`.execute(db)
}

/** The parent organization that manages a group. Its name is copied because this organization cannot read it. */
export interface Manager {
  id: string
  name: string
}

/** Sets the organization that manages a group; null makes it an own group again. */
export async function setManager(
  { db, orgId }: Pick<Upkeep, 'db' | 'orgId'>,
  id: string,
  manager: Manager | null,
): Promise<void> {
  await sql`
    update contact_group set managed_by = ${manager?.id ?? null}, manager_name = ${manager?.name ?? null}
    where org_id = ${orgId} and id = ${id}`.execute(db)
}

/**
 * Locks groups in id order until the transaction ends, so that two transactions cannot deadlock. Omits groups that are
 * not visible or deleted.
 */
export async function lockGroupRows(
  { db, orgId }: Pick<Upkeep, 'db' | 'orgId'>,
  ids: string[],
): Promise<StoredGroup[]> {
  const result = await sql<StoredGroup>`
    select ${columns} from contact_group
    where org_id = ${orgId} and id = any(${[...new Set(ids)]}::uuid[]) and archived_at is null order by id for update`.execute(
    db,
  )
  return result.rows
}

/**
 * Keeps groups from being deleted until the transaction ends, for a transaction that begins to use them. Returns false when
 * one of them is deleted or not visible.
 */
export async function keepGroups(
  { db, orgId }: Pick<Upkeep, 'db' | 'orgId'>,
  ids: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  const result = await sql`
    select from contact_group
    where org_id = ${orgId} and id = any(${wanted}::uuid[]) and archived_at is null order by id for share`.execute(db)
  return result.rows.length === wanted.length
}

/** Marks a group as deleted and frees its name. */
export async function archiveGroup({ db, orgId, now }: Upkeep, id: string): Promise<void> {
  await sql`
    update contact_group set archived_at = ${now}, contact_count = 0, reachable_count = 0 where org_id = ${orgId} and id = ${id}`.execute(
    db,
  )
}

/** Checks whether another group, including system groups, has this name. */
export async function isNameTaken(
  { db, orgId }: Pick<Upkeep, 'db' | 'orgId'>,
  name: string,
  exceptId: string | null,
): Promise<boolean> {
  const result = await sql`
    select from contact_group
    where org_id = ${orgId} and lower(name) = lower(${name}) and archived_at is null and id is distinct from ${exceptId}::uuid limit 1`.execute(
    db,
  )
  return result.rows.length > 0
}

/** Counts all groups and the smart groups among them, without system groups. */
export async function countGroups({
  db,
  orgId,
}: Pick<Upkeep, 'db' | 'orgId'>): Promise<{ all: number; smart: number }> {
  const result = await sql<{ all: number; smart: number }>`
    select count(*)::int as "all", count(*) filter (where type = 'dynamic')::int as smart
    from contact_group where org_id = ${orgId} and archived_at is null and type <> 'system'`.execute(db)
  return result.rows[0] ?? { all: 0, smart: 0 }
}

/** Serializes changes to the set of groups and their rules, so that group limits and cycle checks hold. */
export async function lockGroups({ db, orgId }: Pick<Upkeep, 'db' | 'orgId'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`groups|${orgId}`}, 0))`.execute(db)
}

/** A group with rules. */
export interface SmartGroup {
  id: string
  name: string
  filter: FilterNode
}

/** Returns every smart group of an organization, without deleted ones. */
export async function smartGroups({ db, orgId }: Pick<Upkeep, 'db' | 'orgId'>): Promise<SmartGroup[]> {
  const result = await sql<SmartGroup>`
    select id, name, filter from contact_group
    where org_id = ${orgId} and type = 'dynamic' and archived_at is null order by id`.execute(db)
  return result.rows
}
