import type { ShareKind } from '@crewline/contract/family'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'

export interface StoredShare {
  id: string
  /** The organization that shares. */
  orgId: string
  kind: ShareKind
  objectId: string
  childIds: string[]
  createdAt: Date
}

const columns = sql`id, org_id as "orgId", kind, object_id as "objectId", organization_ids as "childIds", created_at as "createdAt"`

/** Saves a share. For an existing one only the recipients change. Returns its id. */
export async function saveShare(tx: Tx, share: Omit<StoredShare, 'createdAt' | 'orgId'>): Promise<string> {
  const saved = await sql<Row<'share', 'id'>>`
    insert into share (org_id, id, kind, object_id, organization_ids, created_at)
    values (${tx.orgId}, ${share.id}, ${share.kind}, ${share.objectId}, ${share.childIds}::uuid[], ${tx.world.now()})
    on conflict (org_id, kind, object_id) do update set organization_ids = excluded.organization_ids
    returning id`.execute(tx.db)
  return saved.rows[0]?.id ?? share.id
}

/** Deletes a share and returns it. */
export async function deleteShare(tx: Tx, id: string): Promise<StoredShare | undefined> {
  const result =
    await sql<StoredShare>`delete from share where org_id = ${tx.orgId} and id = ${id} returning ${columns}`.execute(
      tx.db,
    )
  return result.rows[0]
}

/** Returns an organization's shares, oldest first: fields come before the groups whose rules may use them. */
export async function sharesOf(db: Db, orgId: string): Promise<StoredShare[]> {
  const result = await sql<StoredShare>`
    select ${columns} from share where org_id = ${orgId} order by kind, created_at, id`.execute(db)
  return result.rows
}

/** The result of a share in this organization. */
export interface Copy {
  shareId: string
  kind: ShareKind
  objectId: string | null
}

/** Returns the copies that another organization shared with this one. */
export async function copiesFrom(tx: Tx, parentId: string): Promise<Copy[]> {
  const result = await sql<Copy>`
    select share_id as "shareId", kind, object_id as "objectId" from share_copy
    where org_id = ${tx.orgId} and parent_id = ${parentId} order by share_id for update`.execute(tx.db)
  return result.rows
}

/** Saves the result of a share in this organization: a group or field, or the reason for failure. */
export async function saveCopy(
  tx: Tx,
  share: StoredShare,
  became: { objectId: string } | { problem: string },
): Promise<void> {
  const objectId = 'objectId' in became ? became.objectId : null
  const problem = 'problem' in became ? became.problem : null
  await sql`
    insert into share_copy (org_id, share_id, parent_id, kind, object_id, problem)
    values (${tx.orgId}, ${share.id}, ${share.orgId}, ${share.kind}, ${objectId}, ${problem})
    on conflict (org_id, share_id) do update
      set object_id = coalesce(excluded.object_id, share_copy.object_id), problem = excluded.problem`.execute(tx.db)
}

/** Locks a copy and returns whether this organization uses its own hours or holidays instead. */
export async function isOwnInstead(tx: Tx, shareId: string): Promise<boolean> {
  const result = await sql<Row<'share_copy', 'is_own'>>`
    select is_own from share_copy where org_id = ${tx.orgId} and share_id = ${shareId} for update`.execute(tx.db)
  return result.rows[0]?.is_own ?? false
}

/** Saves whether this organization uses its own hours or holidays. Returns false when its parent shares none with it. */
export async function saveOwn(tx: Tx, kind: ShareKind, isOwn: boolean): Promise<boolean> {
  const saved = await sql`
    update share_copy set is_own = ${isOwn}, problem = null where org_id = ${tx.orgId} and kind = ${kind} returning share_id`.execute(
    tx.db,
  )
  return saved.rows.length > 0
}

/** Deletes the result of a share in this organization. */
export async function deleteCopy(tx: Tx, shareId: string): Promise<void> {
  await sql`delete from share_copy where org_id = ${tx.orgId} and share_id = ${shareId}`.execute(tx.db)
}
