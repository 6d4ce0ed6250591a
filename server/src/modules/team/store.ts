import type { Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { seesEverybody } from './rules.ts'

/** Who becomes a member, and of whom they may see. */
export interface NewMember {
  id: string
  orgId: string
  personId: string
  role: Role
  scope?: 'all' | 'groups'
  groupIds?: string[]
  now: Date
}

/**
 * Makes a person an active member; one who was deactivated comes back with this role and these groups, one who is active
 * stays as they are. Groups make a member see only them, except owners and admins. Answers the member's id.
 */
export async function addMember(system: Db, one: NewMember): Promise<string> {
  const groupIds = seesEverybody(one.role) ? [] : [...new Set(one.groupIds)]
  const scope = seesEverybody(one.role) ? 'all' : (one.scope ?? (groupIds.length > 0 ? 'groups' : 'all'))
  const added = await sql<{ id: string }>`
    insert into member (org_id, id, person_id, role, scope, created_at)
    values (${one.orgId}, ${one.id}, ${one.personId}, ${one.role}, ${scope}, ${one.now})
    on conflict (org_id, person_id) do update set role = excluded.role, scope = excluded.scope, status = 'active'
      where member.status <> 'active'
    returning id`.execute(system)
  const id = added.rows[0]?.id
  if (id === undefined) return memberOf(system, one.orgId, one.personId)
  await setGroups(system, one.orgId, id, scope === 'groups' ? groupIds : [])
  return id
}

/** From now on a member sees only the workers of these groups, which may be none; answers the member's id. */
export async function limitToGroups(system: Db, orgId: string, personId: string, groupIds: string[]): Promise<string> {
  const changed = await sql<{ id: string }>`
    update member set scope = 'groups' where org_id = ${orgId} and person_id = ${personId} returning id`.execute(system)
  const id = changed.rows[0]?.id ?? fail('not_found')
  await setGroups(system, orgId, id, [...new Set(groupIds)])
  return id
}

/** Lets a member who sees some groups see one more; needs a handle that is not narrowed. */
export async function seeGroup(tx: Tx, memberId: string, groupId: string): Promise<void> {
  await sql`
    insert into member_group (org_id, member_id, group_id) values (${tx.orgId}, ${memberId}, ${groupId}) on conflict do nothing`.execute(
    tx.db,
  )
}

async function setGroups(system: Db, orgId: string, memberId: string, groupIds: string[]): Promise<void> {
  await sql`delete from member_group where org_id = ${orgId} and member_id = ${memberId}`.execute(system)
  if (groupIds.length === 0) return
  await sql`
    insert into member_group (org_id, member_id, group_id)
    select ${orgId}::uuid, ${memberId}::uuid, group_id from unnest(${groupIds}::uuid[]) group_id`.execute(system)
}

async function memberOf(system: Db, orgId: string, personId: string): Promise<string> {
  const found = await sql<{ id: string }>`
    select id from member where org_id = ${orgId} and person_id = ${personId}`.execute(system)
  return found.rows[0]?.id ?? ''
}

/** What an invitation says. */
export interface InvitationDraft {
  email: string
  role: Role
  groupIds: string[]
}

/** What each sending of an invitation makes anew. */
export interface Sending {
  tokenHash: Buffer
  invitedBy: string
  sentAt: Date
  expiresAt: Date
}

/** Writes an invitation in place of the open one of the same e-mail, whose link dies; answers its id. */
export async function saveInvitation(
  db: Db,
  { orgId, id }: { orgId: string; id: string },
  draft: InvitationDraft,
  sending: Sending,
): Promise<string> {
  const { tokenHash, invitedBy, sentAt, expiresAt } = sending
  const saved = await sql<{ id: string }>`
    insert into invitation (org_id, id, email, role, group_ids, token_hash, invited_by, sent_at, expires_at, created_at)
    values (${orgId}, ${id}, ${draft.email}, ${draft.role}, ${draft.groupIds}::uuid[], ${tokenHash}, ${invitedBy},
            ${sentAt}, ${expiresAt}, ${sentAt})
    on conflict (org_id, lower(email)) where accepted_at is null do update set
      role = ${draft.role}, group_ids = ${draft.groupIds}::uuid[], token_hash = ${tokenHash}, invited_by = ${invitedBy},
      sent_at = ${sentAt}, expires_at = ${expiresAt}
    returning id`.execute(db)
  return saved.rows[0]?.id ?? ''
}

/** Gives an open invitation a new link and more time; answers whether it is still open. */
export async function renewInvitation(tx: Tx, id: string, sending: Sending): Promise<boolean> {
  const { tokenHash, invitedBy, sentAt, expiresAt } = sending
  const renewed = await sql`
    update invitation set token_hash = ${tokenHash}, invited_by = ${invitedBy}, sent_at = ${sentAt}, expires_at = ${expiresAt}
    where org_id = ${tx.orgId} and id = ${id} and accepted_at is null returning id`.execute(tx.db)
  return renewed.rows.length > 0
}

/**
 * Uses an open invitation up; of any number of calls at once exactly one is answered true. By its link, only while that is
 * still the newest: one sent again meanwhile may say another role.
 */
export async function takeInvitation(system: Db, id: string, now: Date, byLink?: Buffer): Promise<boolean> {
  const taken = await sql`
    update invitation set accepted_at = ${now}
    where id = ${id} and accepted_at is null and expires_at > ${now} and token_hash = coalesce(${byLink ?? null}, token_hash)
    returning id`.execute(system)
  return taken.rows.length > 0
}
