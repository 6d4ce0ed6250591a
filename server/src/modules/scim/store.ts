import { SCIM_TOKENS_MAX } from '@crewline/contract/scim-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'

/** A new token. */
export interface NewToken {
  id: string
  name: string
  userId: string
  memberId: string
  start: string
  hash: Buffer
  createdBy: string
  expiresAt: Date
}

/** Adds a token; fails with `too_many` when enough of them work. */
export async function addToken(tx: Tx, token: NewToken): Promise<void> {
  const now = tx.world.now()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scim|${tx.orgId}`}, 0))`.execute(tx.db)
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from scim_token
    where org_id = ${tx.orgId} and revoked_at is null and expires_at > ${now}`.execute(tx.db)
  if ((counted.rows[0]?.n ?? 0) >= SCIM_TOKENS_MAX) fail('too_many')
  await sql`
    insert into scim_token (org_id, id, name, user_id, member_id, start, token_hash, created_by, created_at, expires_at)
    values (${tx.orgId}, ${token.id}, ${token.name}, ${token.userId}, ${token.memberId}, ${token.start}, ${token.hash},
            ${token.createdBy}, ${now}, ${token.expiresAt})`.execute(tx.db)
}

/** Revokes a token. Returns its name, or undefined when there is no such token that works. */
export async function revokeToken(tx: Tx, id: string): Promise<string | undefined> {
  const revoked = await sql<{ name: string }>`
    update scim_token set revoked_at = ${tx.world.now()} where org_id = ${tx.orgId} and id = ${id} and revoked_at is null
    returning name`.execute(tx.db)
  return revoked.rows[0]?.name
}

/** Saves when a token was last used. */
export async function noteTokenUse(system: Db, id: string, now: Date): Promise<void> {
  await sql`update scim_token set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`.execute(system)
}

/** Has the provisioning of an organization happen one request after the other. */
export async function lockProvisioning(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scim users|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Writes what the identity provider calls a member. Returns whether that is new or changed. */
export async function saveScimUser(
  tx: Tx,
  { memberId, userName, externalId }: { memberId: string; userName: string; externalId: string | null },
): Promise<boolean> {
  const now = tx.world.now()
  const saved = await sql`
    insert into scim_user (org_id, member_id, user_name, external_id, created_at, updated_at)
    values (${tx.orgId}, ${memberId}, ${userName}, ${externalId}, ${now}, ${now})
    on conflict (org_id, member_id) do update set user_name = excluded.user_name, external_id = excluded.external_id, updated_at = ${now}
      where (scim_user.user_name, scim_user.external_id) is distinct from (excluded.user_name, excluded.external_id)
    returning member_id`.execute(tx.db)
  return saved.rows.length > 0
}

/** Forgets what the identity provider calls a member, and their groups. */
export async function forgetScimUser(tx: Tx, memberId: string): Promise<void> {
  await sql`delete from scim_user where org_id = ${tx.orgId} and member_id = ${memberId}`.execute(tx.db)
  await sql`delete from scim_group_member where org_id = ${tx.orgId} and member_id = ${memberId}`.execute(tx.db)
}

/** Writes a group. */
export async function saveGroup(
  tx: Tx,
  { id, name, externalId }: { id: string; name: string; externalId: string | null },
): Promise<void> {
  const now = tx.world.now()
  await sql`
    insert into scim_group (org_id, id, name, external_id, created_at, updated_at)
    values (${tx.orgId}, ${id}, ${name}, ${externalId}, ${now}, ${now})
    on conflict (org_id, id) do update set name = excluded.name, external_id = excluded.external_id, updated_at = ${now}`.execute(
    tx.db,
  )
}

/** Deletes a group. */
export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await sql`delete from scim_group where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Sets the members of a group; ids that are no members of the organization are left out. */
export async function setGroupMembers(tx: Tx, groupId: string, memberIds: string[]): Promise<void> {
  await sql`
    delete from scim_group_member
    where org_id = ${tx.orgId} and group_id = ${groupId} and member_id <> all(${memberIds}::uuid[])`.execute(tx.db)
  await sql`
    insert into scim_group_member (org_id, group_id, member_id)
    select org_id, ${groupId}::uuid, id from member
    where org_id = ${tx.orgId} and id = any(${memberIds}::uuid[]) and status <> 'api_key'
    on conflict do nothing`.execute(tx.db)
}
