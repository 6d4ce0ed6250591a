import { HR_KEYS_MAX } from '@crewline/contract/hr-limits'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/pool.ts'
import { fail } from '../../../kernel/failure.ts'
import type { Tx } from '../../../kernel/scope.ts'

/** How a key is used: for files by HTTPS or SFTP, or for pushing people. */
export type KeyKind = 'https' | 'sftp' | 'scim'

/** A key of a program. */
export interface NewKey {
  id: string
  kind: KeyKind
  name: string
  start: string
  hash: Buffer
  createdBy: string
}

/** Adds a key; fails with `too_many` when enough of them work. The caller holds the lock of the connection. */
export async function addKey(tx: Tx, key: NewKey): Promise<void> {
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from hr_key where org_id = ${tx.orgId} and revoked_at is null`.execute(tx.db)
  if ((counted.rows[0]?.n ?? 0) >= HR_KEYS_MAX) fail('too_many')
  await sql`
    insert into hr_key (org_id, id, kind, name, start, hash, created_by, created_at)
    values (${tx.orgId}, ${key.id}, ${key.kind}, ${key.name}, ${key.start}, ${key.hash}, ${key.createdBy}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Revokes a key. Returns its name; undefined when there is no such key that works. */
export async function revokeKeyById(tx: Tx, id: string): Promise<string | undefined> {
  const result = await sql<{ name: string }>`
    update hr_key set revoked_at = ${tx.world.now()} where org_id = ${tx.orgId} and id = ${id} and revoked_at is null
    returning name`.execute(tx.db)
  return result.rows[0]?.name
}

/** Revokes every key of the organization. */
export async function revokeKeys(tx: Tx): Promise<void> {
  await sql`update hr_key set revoked_at = ${tx.world.now()} where org_id = ${tx.orgId} and revoked_at is null`.execute(
    tx.db,
  )
}

/** A key that works, with its organization. */
export interface KnownKey {
  id: string
  orgId: string
  name: string
  lastUsedAt: Date | null
}

/** Finds the key that works with this hash; of an SFTP key also the organization must be given. */
export async function keyByHash(
  system: Db,
  { kind, hash, orgId }: { kind: KeyKind; hash: Buffer; orgId?: string },
): Promise<KnownKey | undefined> {
  const result = await sql<KnownKey>`
    select id, org_id as "orgId", name, last_used_at as "lastUsedAt" from hr_key
    where hash = ${hash} and kind = ${kind} and revoked_at is null and (${orgId ?? null}::uuid is null or org_id = ${orgId ?? null}::uuid)`.execute(
    system,
  )
  return result.rows[0]
}

/** Whether a key works. It cannot be revoked before the transaction ends. */
export async function isKeyValid(tx: Tx, id: string): Promise<boolean> {
  const result = await sql`
    select from hr_key where org_id = ${tx.orgId} and id = ${id} and revoked_at is null for share`.execute(tx.db)
  return result.rows.length > 0
}

/** Saves when a key was last used. */
export async function noteKeyUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update hr_key set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`.execute(system)
}
