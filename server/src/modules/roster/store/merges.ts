import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'
import type { Folded } from '../../contacts/index.ts'
import type { MovedGroups } from '../../groups/index.ts'
import type { MovedOwn } from '../../inbox/index.ts'
import type { MovedThreads } from '../../messages/index.ts'
import type { MovedCalls } from '../../voicemail/index.ts'

/** How two contacts stood before they became one. */
export interface Undo {
  facts: Folded
  threads: MovedThreads
  groups: MovedGroups
  calls: MovedCalls
  own: MovedOwn
}

/** Two contacts made one. */
export interface Merge {
  id: string
  keepId: string
  otherId: string
  at: Date
  /** Null once it cannot be undone any more. */
  undo: Undo | null
  messageIds: string[]
}

/** Keeps what it takes to undo a merge. */
export async function addMerge(tx: Tx, merge: Merge, personId: string): Promise<void> {
  await sql`
    insert into contact_merge (org_id, id, keep_id, other_id, by_person, at, undo, message_ids)
    values (${tx.orgId}, ${merge.id}, ${merge.keepId}, ${merge.otherId}, ${personId}, ${merge.at}, ${JSON.stringify(merge.undo)}::jsonb,
      ${merge.messageIds}::uuid[])`.execute(tx.db)
}

/** A merge, locked until the transaction ends; undefined where there is none, or whom it kept is out of the actor's sight. */
export async function holdMerge(tx: Tx, id: string): Promise<Merge | undefined> {
  const held = await sql<Merge>`
    select id, keep_id as "keepId", other_id as "otherId", at, undo, message_ids as "messageIds"
    from contact_merge where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return held.rows[0]
}

/** Notes that a merge was undone; what it took is forgotten. */
export async function noteUndone(tx: Tx, id: string): Promise<void> {
  await sql`
    update contact_merge set undone_at = ${tx.world.now()}, undo = null, message_ids = '{}'
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Forgets what it takes to undo merges of before a moment; answers how many. Needs a handle across organizations. */
export async function forgetUndo(system: Db, before: Date): Promise<number> {
  const gone = await sql`
    update contact_merge set undo = null, message_ids = '{}' where at < ${before} and undo is not null returning id`.execute(
    system,
  )
  return gone.rows.length
}
