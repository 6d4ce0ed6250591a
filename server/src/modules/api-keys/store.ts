import { API_KEYS_MAX } from '@crewline/contract/api-key-limits'
import type { ApiKeyPermission } from '@crewline/contract/api-keys'
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

/** A key that works, as its row stands. */
export interface StoredKey {
  name: string
  userId: string
  memberId: string
  permissions: ApiKeyPermission[]
  /** The groups whose contacts it sees; null for all contacts. */
  groupIds: string[] | null
}

/** Locks a key that works until the transaction ends. Returns undefined when there is none. */
export async function lockKey(tx: Tx, id: string): Promise<StoredKey | undefined> {
  const found = await sql<StoredKey>`
    select k.name, k.user_id as "userId", k.member_id as "memberId", k.permissions,
      case when m.scope = 'groups' then array(
        select v.group_id from member_group v where v.org_id = k.org_id and v.member_id = k.member_id order by 1
      ) end as "groupIds"
    from api_key k join member m on m.org_id = k.org_id and m.id = k.member_id
    where k.org_id = ${tx.orgId} and k.id = ${id} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${tx.world.now()})
    for update of k`.execute(tx.db)
  return found.rows[0]
}

/** Changes what a key may do. */
export async function savePermissions(tx: Tx, id: string, permissions: readonly string[]): Promise<void> {
  await sql`
    update api_key set permissions = ${permissions}::text[] where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Replaces the secret of a key that works, for a user to whom it is shown. Returns its id, or undefined without such a key. */
export async function replaceSecret(
  tx: Tx,
  id: string,
  { start, hash, previousUntil, userId }: { start: string; hash: Buffer; previousUntil: Date | null; userId: string },
): Promise<string | undefined> {
  const changed = await sql<{ id: string }>`
    update api_key set start = ${start}, key_hash = ${hash}, previous_until = ${previousUntil},
      previous_hash = case when ${previousUntil}::timestamptz is null then null else key_hash end,
      issued_to = ${userId},
      previous_issued_to = case when ${previousUntil}::timestamptz is null then null else coalesce(issued_to, created_by) end
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

/** Revokes every key that a user created or to whom its secret was shown last. Returns the keys with their members. */
export async function markRevokedOf(tx: Tx, userId: string): Promise<{ id: string; memberId: string; name: string }[]> {
  const changed = await sql<{ id: string; memberId: string; name: string }>`
    update api_key set revoked_at = ${tx.world.now()}, previous_until = null
    where org_id = ${tx.orgId} and (created_by = ${userId} or issued_to = ${userId}) and revoked_at is null
    returning id, member_id as "memberId", name`.execute(tx.db)
  return changed.rows
}

/** Ends the secrets from before a replacement that still work and that a user knows. Returns the ids of their keys. */
export async function endPreviousOf(tx: Tx, userId: string): Promise<string[]> {
  const changed = await sql<{ id: string }>`
    update api_key set previous_until = null, previous_hash = null, previous_issued_to = null
    where org_id = ${tx.orgId} and previous_issued_to = ${userId} and revoked_at is null
      and previous_until > ${tx.world.now()} returning id`.execute(tx.db)
  return changed.rows.map(({ id }) => id)
}

/** Saves when a key was last used. */
export async function noteKeyUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update api_key set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`.execute(system)
}

/** Makes another user the one who looks after the API keys of a user; the keys work as before. */
export async function giveKeys(tx: Tx, { userId, toUserId }: { userId: string; toUserId: string }): Promise<void> {
  await sql`
    update api_key set
      created_by = case when created_by = ${userId} then ${toUserId}::uuid else created_by end,
      issued_to = case when issued_to = ${userId} then ${toUserId}::uuid else issued_to end
    where org_id = ${tx.orgId} and (created_by = ${userId} or issued_to = ${userId}) and revoked_at is null`.execute(
    tx.db,
  )
}
