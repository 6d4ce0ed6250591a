import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** The member's browsers that get push messages, newest first. */
export async function devicesOf(db: Db, personId: string): Promise<{ id: string; label: string; createdAt: string }[]> {
  const found = await sql<{ id: string; label: string; created_at: Date }>`
    select id, label, created_at from push_device where person_id = ${personId} order by created_at desc, id`.execute(
    db,
  )
  return found.rows.map((row) => ({ id: row.id, label: row.label, createdAt: row.created_at.toISOString() }))
}

/** The member's browser of this mark, which belongs to this sign-in from now on; undefined where there is none. */
export async function deviceByMark(
  tx: Tx,
  { personId, mark, signInId }: { personId: string; mark: Buffer; signInId: string },
): Promise<string | undefined> {
  const found = await sql<{ id: string }>`
    update push_device set sign_in_id = ${signInId}
    where org_id = ${tx.orgId} and person_id = ${personId} and mark = ${mark} returning id`.execute(tx.db)
  return found.rows[0]?.id
}

/** Adds a browser, or answers the id of the same one added in this very moment. */
export async function insertDevice(
  tx: Tx,
  device: { id: string; personId: string; mark: Buffer; sealed: string; label: string; signInId: string },
): Promise<string> {
  const added = await sql<{ id: string }>`
    insert into push_device (org_id, id, person_id, mark, sealed, label, sign_in_id, created_at)
    values (${tx.orgId}, ${device.id}, ${device.personId}, ${device.mark}, ${device.sealed}, ${device.label}, ${device.signInId}, ${tx.world.now()})
    on conflict (org_id, person_id, mark) do update set label = excluded.label, sign_in_id = excluded.sign_in_id returning id`.execute(
    tx.db,
  )
  return added.rows[0]?.id ?? device.id
}

/** Forgets a browser of this member; false when it is not theirs. */
export async function deleteDevice(tx: Tx, personId: string, id: string): Promise<boolean> {
  const gone =
    await sql`delete from push_device where org_id = ${tx.orgId} and id = ${id} and person_id = ${personId} returning id`.execute(
      tx.db,
    )
  return gone.rows.length > 0
}

/**
 * Forgets every browser of a person, in every organization, or only those of one sign-in; needs a handle across
 * organizations.
 */
export async function forgetDevicesOf(system: Db, personId: string, signInId?: string): Promise<void> {
  await sql`
    delete from push_device where person_id = ${personId}
      and (${signInId ?? null}::uuid is null or sign_in_id = ${signInId ?? null}::uuid)`.execute(system)
}
