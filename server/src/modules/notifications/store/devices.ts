import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Row } from '../../../kernel/db/row.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** Returns the member's browsers that get push messages, newest first. */
export async function devicesOf(db: Db, userId: string): Promise<{ id: string; label: string; createdAt: string }[]> {
  const result = await sql<Row<'push_device', 'id' | 'label' | 'created_at'>>`
    select id, label, created_at from push_device where user_id = ${userId} order by created_at desc, id`.execute(db)
  return result.rows.map((row) => ({ id: row.id, label: row.label, createdAt: row.created_at.toISOString() }))
}

/** Ties the member's browser with this fingerprint to this sign-in. Returns its id, or undefined when there is none. */
export async function deviceByFingerprint(
  tx: Tx,
  { userId, fingerprint, signInId }: { userId: string; fingerprint: Buffer; signInId: string },
): Promise<string | undefined> {
  const result = await sql<Row<'push_device', 'id'>>`
    update push_device set sign_in_id = ${signInId}
    where org_id = ${tx.orgId} and user_id = ${userId} and address_fingerprint = ${fingerprint} returning id`.execute(
    tx.db,
  )
  return result.rows[0]?.id
}

/** Adds a browser. Returns the existing id when the same browser was added concurrently. */
export async function insertDevice(
  tx: Tx,
  device: { id: string; userId: string; fingerprint: Buffer; encrypted: string; label: string; signInId: string },
): Promise<string> {
  const added = await sql<Row<'push_device', 'id'>>`
    insert into push_device (org_id, id, user_id, address_fingerprint, sealed, label, sign_in_id, created_at)
    values (${tx.orgId}, ${device.id}, ${device.userId}, ${device.fingerprint}, ${device.encrypted}, ${device.label}, ${device.signInId}, ${tx.world.now()})
    on conflict (org_id, user_id, address_fingerprint) do update set label = excluded.label, sign_in_id = excluded.sign_in_id returning id`.execute(
    tx.db,
  )
  return added.rows[0]?.id ?? device.id
}

/** Removes a browser of this member. Returns false when it is not theirs. */
export async function deleteDevice(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted =
    await sql`delete from push_device where org_id = ${tx.orgId} and id = ${id} and user_id = ${userId} returning id`.execute(
      tx.db,
    )
  return deleted.rows.length > 0
}

/**
 * Removes every browser of a user, in every organization, or only those of one sign-in or organization. Needs a database
 * handle across organizations.
 */
export async function deleteDevicesOf(
  system: Db,
  userId: string,
  { signInId, organizationId }: { signInId?: string; organizationId?: string } = {},
): Promise<void> {
  await sql`
    delete from push_device where user_id = ${userId}
      and (${signInId ?? null}::uuid is null or sign_in_id = ${signInId ?? null}::uuid)
      and (${organizationId ?? null}::uuid is null or org_id = ${organizationId ?? null}::uuid)`.execute(system)
}
