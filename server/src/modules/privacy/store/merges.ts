import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { mergeContactData } from '../../contacts/index.ts'

/** Two contacts before a merge, and what each module moved. */
export interface Undo {
  attributes: Awaited<ReturnType<typeof mergeContactData>>
  moved: Record<string, unknown>
}

/** A merge of two contacts. */
export interface Merge {
  id: string
  keepId: string
  otherId: string
  at: Date
  /** Null once it cannot be undone. */
  undo: Undo | null
}

/** Stores a merge with its undo data. */
export async function addMerge(tx: Tx, merge: Merge, userId: string): Promise<void> {
  await sql`
    insert into contact_merge (org_id, id, keep_id, other_id, by_user, at, undo)
    values (${tx.orgId}, ${merge.id}, ${merge.keepId}, ${merge.otherId}, ${userId}, ${merge.at}, ${JSON.stringify(merge.undo)}::jsonb)`.execute(
    tx.db,
  )
}

/** Returns the contacts of a merge, which never change. */
export async function contactsOfMerge(tx: Tx, id: string): Promise<string[]> {
  const found = await sql<Pick<Merge, 'keepId' | 'otherId'>>`
    select keep_id as "keepId", other_id as "otherId" from contact_merge where org_id = ${tx.orgId} and id = ${id}`.execute(
    tx.db,
  )
  return found.rows.flatMap(({ keepId, otherId }) => [keepId, otherId])
}

/**
 * Locks a merge until the transaction ends. Returns undefined when it does not exist or the actor cannot see the kept
 * contact.
 */
export async function lockMerge(tx: Tx, id: string): Promise<Merge | undefined> {
  const held = await sql<Merge>`
    select id, keep_id as "keepId", other_id as "otherId", at, undo
    from contact_merge where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return held.rows[0]
}

/** Marks a merge as undone and deletes its undo data. */
export async function noteUndone(tx: Tx, id: string): Promise<void> {
  await sql`
    update contact_merge set undone_at = ${tx.world.now()}, undo = null
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/**
 * Deletes the undo data of merges before a moment. Returns their number. Needs a database handle across organizations.
 */
export async function deleteUndo(system: Db, before: Date): Promise<number> {
  const updated = await sql`
    update contact_merge set undo = null where at < ${before} and undo is not null returning id`.execute(system)
  return updated.rows.length
}

/** Deletes the undo data of all merges of erased contacts. */
export async function deleteUndoOf(tx: Tx, contactIds: string[]): Promise<void> {
  await sql`
    update contact_merge set undo = null
    where org_id = ${tx.orgId} and (keep_id = any(${contactIds}::uuid[]) or other_id = any(${contactIds}::uuid[]))`.execute(
    tx.db,
  )
}
