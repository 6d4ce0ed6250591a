import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Returns whether a contact may be named; undefined when the handle sees no such contact. */
export async function isNamed(db: Db, contactId: string): Promise<boolean | undefined> {
  const found = await sql<{ isNamed: boolean }>`
    select not exists (
      select from celebration_unnamed u where u.org_id = c.org_id and u.contact_id = c.id) as "isNamed"
    from contact c where c.id = ${contactId} and c.archived_at is null`.execute(db)
  return found.rows[0]?.isNamed
}

/** Locks a contact against a merge and an erasure until the transaction ends; returns whether the actor sees it. */
export async function lockForNaming(tx: Tx, contactId: string): Promise<boolean> {
  const found = await sql`
    select from contact where org_id = ${tx.orgId} and id = ${contactId} and archived_at is null for key share`.execute(
    tx.db,
  )
  return found.rows.length > 0
}

/** Keeps a contact out of news; returns whether that is new. */
export async function addUnnamed(tx: Tx, contactId: string): Promise<boolean> {
  const added = await sql`
    insert into celebration_unnamed (org_id, contact_id, since) values (${tx.orgId}, ${contactId}, ${tx.world.now()})
    on conflict do nothing returning 1`.execute(tx.db)
  return added.rows.length > 0
}

/** Lets contacts be named again; returns whether any was not. */
export async function deleteUnnamed(tx: Tx, contactIds: string[]): Promise<boolean> {
  const deleted = await sql`
    delete from celebration_unnamed where org_id = ${tx.orgId} and contact_id = any(${contactIds}::uuid[])
    returning 1`.execute(tx.db)
  return deleted.rows.length > 0
}

/** What a merge did: whether the merged contact was not named, and whether the kept one is not named since. */
export interface MovedUnnamed {
  wasUnnamed: boolean
  isNew: boolean
}

/** Moves what a merged contact asked for to the kept one. */
export async function moveUnnamed(tx: Tx, fromId: string, toId: string): Promise<MovedUnnamed> {
  const wasUnnamed = await deleteUnnamed(tx, [fromId])
  return { wasUnnamed, isNew: wasUnnamed && (await addUnnamed(tx, toId)) }
}

/** Returns it to the merged contact; the kept one keeps what it asked for by itself. */
export async function returnUnnamed(
  tx: Tx,
  { fromId, toId }: { fromId: string; toId: string },
  { wasUnnamed, isNew }: MovedUnnamed,
): Promise<void> {
  if (wasUnnamed) await addUnnamed(tx, fromId)
  if (isNew) await deleteUnnamed(tx, [toId])
}
