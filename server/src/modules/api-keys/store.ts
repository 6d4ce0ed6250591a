import { API_KEYS_MAX } from '@crewline/contract/api-key-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'

/** A new key. */
export interface NewKey {
  id: string
  name: string
  userId: string
  memberId: string
  permissions: string[]
  start: string
  hash: Buffer
  createdBy: string
  expiresAt: Date | null
}

/** Adds a key; fails with `too_many` when the organization has enough that work. */
export async function addKey(tx: Tx, key: NewKey): Promise<void> {
  const now = tx.world.now()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys|${tx.orgId}`}, 0))`.execute(tx.db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from api_key
    where org_id = ${tx.orgId} and revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(tx.db)
  if ((counted.rows[0]?.n ?? 0) >= API_KEYS_MAX) fail('too_many')
  await sql`
    insert into api_key (org_id, id, name, user_id, member_id, permissions, start, key_hash, created_by, created_at, expires_at)
    values (${tx.orgId}, ${key.id}, ${key.name}, ${key.userId}, ${key.memberId}, ${key.permissions}::text[], ${key.start},
            ${key.hash}, ${key.createdBy}, ${now}, ${key.expiresAt})`.execute(tx.db)
}

/** Replaces the secret of a key that works. Returns its id, or undefined when there is no such key. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  { start, hash, previousUntil }: { start: string; hash: Buffer; previousUntil: Date | null },
): Promise<string | undefined> {
  const changed = await sql<{ id: string }>`
    update api_key set start = ${start}, key_hash = ${hash}, previous_until = ${previousUntil},
      previous_hash = case when ${previousUntil}::timestamptz is null then null else key_hash end
    where org_id = ${tx.orgId} and id = ${id} and revoked_at is null and (expires_at is null or expires_at > ${tx.world.now()})
    returning id`.execute(tx.db)
  return changed.rows[0]?.id
}

/** Revokes a key. Returns its member, or undefined when there is no such key that works. */
export async function markRevoked(tx: Tx, id: string): Promise<{ memberId: string; name: string } | undefined> {
  const changed = await sql<{ memberId: string; name: string }>`
    update api_key set revoked_at = ${tx.world.now()}, previous_until = null
    where org_id = ${tx.orgId} and id = ${id} and revoked_at is null returning member_id as "memberId", name`.execute(
    tx.db,
  )
  return changed.rows[0]
}

/** Revokes every key that a user created. Returns the keys with their members. */
export async function markRevokedOf(tx: Tx, userId: string): Promise<{ id: string; memberId: string; name: string }[]> {
  const changed = await sql<{ id: string; memberId: string; name: string }>`
    update api_key set revoked_at = ${tx.world.now()}, previous_until = null
    where org_id = ${tx.orgId} and created_by = ${userId} and revoked_at is null
    returning id, member_id as "memberId", name`.execute(tx.db)
  return changed.rows
}

/** Saves when a key was last used. */
export async function noteKeyUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update api_key set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`.execute(system)
}

/** Makes another user the one who looks after the API keys of a user; the keys work as before. */
export async function giveKeys(tx: Tx, { userId, toUserId }: { userId: string; toUserId: string }): Promise<void> {
  await sql`
    update api_key set created_by = ${toUserId}
    where org_id = ${tx.orgId} and created_by = ${userId} and revoked_at is null`.execute(tx.db)
}
