import type { MemberRole } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { canSeeAllContacts } from './rules.ts'

/** A role as members and invitations store it. */
export interface StoredRole {
  role: MemberRole
  /** The custom role; null for a built-in one. */
  roleId: string | null
  /** The permissions of the custom role; null for a built-in one. */
  permissions: readonly string[] | null
}

/** A new member and the groups they see. */
export interface NewMember {
  id: string
  orgId: string
  userId: string
  role: MemberRole
  roleId?: string | null
  permissions?: readonly string[] | null
  scope?: 'all' | 'groups'
  groupIds?: string[]
  now: Date
}

/**
 * Makes a user an active member. A deactivated member returns with this role and these groups; an active one stays
 * unchanged. Groups limit what a member sees, except for owners and admins. Returns the member id.
 */
export async function addMember(system: Db, member: NewMember): Promise<string> {
  const groupIds = canSeeAllContacts(member) ? [] : [...new Set(member.groupIds)]
  const scope = canSeeAllContacts(member) ? 'all' : (member.scope ?? (groupIds.length > 0 ? 'groups' : 'all'))
  const added = await sql<Row<'member', 'id'>>`
    insert into member (org_id, id, user_id, role, role_id, permissions, scope, created_at)
    values (${member.orgId}, ${member.id}, ${member.userId}, ${member.role}, ${member.roleId ?? null}, ${member.permissions ?? null}, ${scope}, ${member.now})
    on conflict (org_id, user_id) do update set role = excluded.role, role_id = excluded.role_id, permissions = excluded.permissions, scope = excluded.scope, status = 'active',
      via_parent_id = null, rejoined_at = ${member.now}
      where member.status <> 'active' or member.via_parent_id is not null
    returning id`.execute(system)
  const id = added.rows[0]?.id
  if (id === undefined) return memberOf(system, member.orgId, member.userId)
  await setGroups(system, member.orgId, id, scope === 'groups' ? groupIds : [])
  return id
}

/**
 * Adds the membership of an API key, limited to these groups unless they are null. It is no teammate: lists and counts
 * of active members leave it out. Its role says nothing, because a key has its own permissions. Returns the member id.
 */
export async function addApiKeyMember(
  tx: Tx,
  { userId, groupIds }: { userId: string; groupIds: string[] | null },
): Promise<string> {
  const id = tx.world.id()
  await sql`
    insert into member (org_id, id, user_id, role, status, scope, created_at)
    values (${tx.orgId}, ${id}, ${userId}, 'viewer', 'api_key', ${groupIds === null ? 'all' : 'groups'}, ${tx.world.now()})`.execute(
    tx.db,
  )
  await setGroups(tx.db, tx.orgId, id, groupIds ?? [])
  return id
}

/** Limits an API key to these groups, or to none of them when null. Needs a handle without the limit of the actor. */
export async function limitApiKeyMember(tx: Tx, memberId: string, groupIds: string[] | null): Promise<void> {
  await sql`
    update member set scope = ${groupIds === null ? 'all' : 'groups'}
    where org_id = ${tx.orgId} and id = ${memberId} and status = 'api_key'`.execute(tx.db)
  await setGroups(tx.db, tx.orgId, memberId, groupIds ?? [])
}

/** Ends the membership of a revoked API key. The row stays, because messages and audit entries name it. */
export async function endApiKeyMember(tx: Tx, memberId: string): Promise<void> {
  await setGroups(tx.db, tx.orgId, memberId, [])
}

/** Limits a member to the contacts of these groups, which may be none. Returns the member id. */
export async function limitToGroups(system: Db, orgId: string, userId: string, groupIds: string[]): Promise<string> {
  const changed = await sql<Row<'member', 'id'>>`
    update member set scope = 'groups' where org_id = ${orgId} and user_id = ${userId} returning id`.execute(system)
  const id = changed.rows[0]?.id ?? fail('not_found')
  await setGroups(system, orgId, id, [...new Set(groupIds)])
  return id
}

/** Gives a member limited to groups one more group. Needs a handle without that limit. */
export async function seeGroup(tx: Tx, memberId: string, groupId: string): Promise<void> {
  await sql`
    insert into member_group (org_id, member_id, group_id) values (${tx.orgId}, ${memberId}, ${groupId}) on conflict do nothing`.execute(
    tx.db,
  )
}

/** A member as their row stands, locked until the transaction ends. */
export interface LockedMember extends StoredRole {
  id: string
  userId: string
  scope: 'all' | 'groups'
  /** The parent organization through whose grant they act. */
  viaParentId: string | null
}

/**
 * Locks a member, the acting user and every owner, in id order, so that two owners who demote each other wait for each
 * other and the second one sees what the first one did. Returns the active ones.
 */
export async function lockMembers(tx: Tx, { memberId, userId }: { memberId: string; userId: string }) {
  const result = await sql<LockedMember>`
    select id, user_id as "userId", role, role_id as "roleId", permissions, scope, via_parent_id as "viaParentId" from member
    where org_id = ${tx.orgId} and status = 'active' and (id = ${memberId} or user_id = ${userId} or role = 'owner')
    order by id for update`.execute(tx.db)
  return result.rows
}

/** Returns the groups assigned to a member, in id order. */
export async function groupIdsOf(tx: Tx, memberId: string): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select group_id as id from member_group where org_id = ${tx.orgId} and member_id = ${memberId} order by 1`.execute(
    tx.db,
  )
  return result.rows.map((row) => row.id)
}

/** What a member may do and see. */
export interface StoredMembership extends StoredRole {
  scope: 'all' | 'groups'
  /** Sorted. */
  groupIds: string[]
}

/** Sets the role of a locked member and the contacts they see. */
export async function setMembership(
  tx: Tx,
  memberId: string,
  { role, roleId, permissions, scope, groupIds }: StoredMembership,
): Promise<void> {
  await sql`
    update member set role = ${role}, role_id = ${roleId}, permissions = ${permissions}, scope = ${scope}
    where org_id = ${tx.orgId} and id = ${memberId}`.execute(tx.db)
  await setGroups(tx.db, tx.orgId, memberId, groupIds)
}

/** Ends the membership of a locked member. Their rows stay, because messages and audit entries name them. */
export async function deactivateMember(tx: Tx, memberId: string): Promise<void> {
  await sql`update member set status = 'deactivated' where org_id = ${tx.orgId} and id = ${memberId}`.execute(tx.db)
  await setGroups(tx.db, tx.orgId, memberId, [])
}

async function setGroups(system: Db, orgId: string, memberId: string, groupIds: string[]): Promise<void> {
  await sql`delete from member_group where org_id = ${orgId} and member_id = ${memberId}`.execute(system)
  if (groupIds.length === 0) return
  await sql`
    insert into member_group (org_id, member_id, group_id)
    select ${orgId}::uuid, ${memberId}::uuid, group_id from unnest(${groupIds}::uuid[]) group_id`.execute(system)
}

async function memberOf(system: Db, orgId: string, userId: string): Promise<string> {
  const result = await sql<Row<'member', 'id'>>`
    select id from member where org_id = ${orgId} and user_id = ${userId}`.execute(system)
  return result.rows[0]?.id ?? ''
}

/** The contents of an invitation. */
export interface InvitationDraft {
  email: string
  role: MemberRole
  roleId: string | null
  groupIds: string[]
}

/** The values renewed each time an invitation is sent. */
export interface Sending {
  tokenHash: Buffer
  invitedBy: string
  sentAt: Date
  expiresAt: Date
}

/** Writes an invitation or replaces the open one to the same email, whose link stops working. Returns its id. */
export async function saveInvitation(
  db: Db,
  { orgId, id }: { orgId: string; id: string },
  draft: InvitationDraft,
  sending: Sending,
): Promise<string> {
  const { tokenHash, invitedBy, sentAt, expiresAt } = sending
  const saved = await sql<Row<'invitation', 'id'>>`
    insert into invitation (org_id, id, email, role, role_id, group_ids, token_hash, invited_by, sent_at, expires_at, created_at)
    values (${orgId}, ${id}, ${draft.email}, ${draft.role}, ${draft.roleId}, ${draft.groupIds}::uuid[], ${tokenHash}, ${invitedBy},
            ${sentAt}, ${expiresAt}, ${sentAt})
    on conflict (org_id, lower(email)) where accepted_at is null do update set
      role = ${draft.role}, role_id = ${draft.roleId}, group_ids = ${draft.groupIds}::uuid[], token_hash = ${tokenHash}, invited_by = ${invitedBy},
      sent_at = ${sentAt}, expires_at = ${expiresAt}
    returning id`.execute(db)
  return saved.rows[0]?.id ?? ''
}

/** Gives an open invitation a new link and more time. Returns whether it is still open. */
export async function renewInvitation(tx: Tx, id: string, sending: Sending): Promise<boolean> {
  const { tokenHash, invitedBy, sentAt, expiresAt } = sending
  const renewed = await sql`
    update invitation set token_hash = ${tokenHash}, invited_by = ${invitedBy}, sent_at = ${sentAt}, expires_at = ${expiresAt}
    where org_id = ${tx.orgId} and id = ${id} and accepted_at is null returning id`.execute(tx.db)
  return renewed.rows.length > 0
}

/** Deletes an open invitation; its link stops working. Returns whether it was still open. */
export async function deleteInvitation(tx: Tx, id: string): Promise<boolean> {
  const deleted = await sql`
    delete from invitation where org_id = ${tx.orgId} and id = ${id} and accepted_at is null returning id`.execute(
    tx.db,
  )
  return deleted.rows.length > 0
}

/** Uses up the open invitation to this email and returns what it offered; undefined when there is none that is valid. */
export async function takeInvitationOf(
  tx: Tx,
  email: string,
): Promise<{ role: MemberRole; roleId: string | null; groupIds: string[] } | undefined> {
  const now = tx.world.now()
  const taken = await sql<{ role: MemberRole; roleId: string | null; groupIds: string[]; isValid: boolean }>`
    update invitation set accepted_at = ${now}
    where org_id = ${tx.orgId} and lower(email) = ${email.toLowerCase()} and accepted_at is null
    returning role, role_id as "roleId", group_ids as "groupIds", expires_at > ${now} as "isValid"`.execute(tx.db)
  // An owner is made by an owner in person.
  const [found] = taken.rows
  return found?.isValid && found.role !== 'owner' ? found : undefined
}

/**
 * Uses up an open invitation. Returns true for exactly one of any number of concurrent calls. With a link, only the
 * newest one works, because a resent invitation may have another role.
 */
export async function takeInvitation(system: Db, id: string, now: Date, byLink?: Buffer): Promise<boolean> {
  const accepted = await sql`
    update invitation set accepted_at = ${now}
    where id = ${id} and accepted_at is null and expires_at > ${now} and token_hash = coalesce(${byLink ?? null}, token_hash)
    returning id`.execute(system)
  return accepted.rows.length > 0
}
