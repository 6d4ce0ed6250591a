import { sql } from 'kysely'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'

/** Moves these workers forward in the inbox of every group they are in, also those the actor does not see; times only move forward. */
export async function touchMembers(tx: Tx, contactIds: string[], times: Date[]): Promise<void> {
  await tx.unscoped(() =>
    sql`
      update group_member g set last_at = t.at
      from (select id, max(at) as at from unnest(${contactIds}::uuid[], ${times}::timestamptz[]) u(id, at) group by id) t
      where g.org_id = ${tx.orgId} and g.contact_id = t.id and (g.last_at is null or g.last_at < t.at)`.execute(tx.db),
  )
}

/** Puts a worker whom a member of some groups has just added into the first of these groups, so that the member sees them. */
export async function joinFirstGroup(tx: Tx, contactId: string): Promise<void> {
  if (tx.actor.kind !== 'member' || tx.actor.scope === 'all') return
  const found = await sql<{ id: string }>`select id from contact_group order by lower(name), id limit 1`.execute(tx.db)
  const groupId =
    found.rows[0]?.id ?? fail('not_permitted', { words: 'You have no group yet. Ask an admin to give you one.' })
  await tx.unscoped(async () => {
    await sql`insert into group_member (org_id, group_id, contact_id) values (${tx.orgId}, ${groupId}, ${contactId})`.execute(
      tx.db,
    )
    await sql`update contact_group set contact_count = contact_count + 1 where org_id = ${tx.orgId} and id = ${groupId}`.execute(
      tx.db,
    )
  })
}
