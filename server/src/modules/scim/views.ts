import type { ScimToken } from '@crewline/contract/scim'
import { SCIM_LISTED_DAYS } from '@crewline/contract/scim-limits'
import type { OrgStatus } from '@crewline/contract/organizations'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { OrgSummary, Scope } from '../../kernel/scope.ts'

interface TokenRow {
  id: string
  name: string
  start: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
  revokedAt: Date | null
}

/** Lists the tokens: those that work first, newest first; ended ones for 90 days. Or only the one with this id. */
export async function listTokens(scope: Scope, id?: string): Promise<ScimToken[]> {
  const now = scope.world.now()
  const oldest = new Date(now.getTime() - SCIM_LISTED_DAYS * 86_400_000)
  const found = await sql<TokenRow>`
    select id, name, start, created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
      revoked_at as "revokedAt"
    from scim_token
    where org_id = ${scope.orgId} and (${id ?? null}::uuid is null or id = ${id ?? null})
      and least(revoked_at, expires_at) > ${oldest}
    order by (revoked_at is not null or expires_at <= ${now}), created_at desc, id`.execute(scope.db)
  return found.rows.map(({ createdAt, expiresAt, lastUsedAt, revokedAt, ...token }) => ({
    ...token,
    state: revokedAt ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** A client with a valid token. */
export interface Client {
  tokenId: string
  name: string
  userId: string
  memberId: string
  lastUsedAt: Date | null
  org: OrgSummary
}

/** Returns the client of a token while the token and its organization are valid. */
export async function clientByHash(system: Db, hash: Buffer, now: Date): Promise<Client | undefined> {
  const found = await sql<
    Omit<Client, 'org'> & { orgId: string; country: string; timezone: string; status: OrgStatus }
  >`
    select k.id as "tokenId", k.name, k.user_id as "userId", k.member_id as "memberId", k.last_used_at as "lastUsedAt",
      o.id as "orgId", o.country, o.timezone, o.status
    from scim_token k join organization o on o.id = k.org_id and o.status <> 'closed'
    where k.token_hash = ${hash} and k.revoked_at is null and k.expires_at > ${now}`.execute(system)
  const [row] = found.rows
  if (!row) return undefined
  const { orgId, country, timezone, status, ...client } = row
  return { ...client, org: { id: orgId, country, timezone, status } }
}

/** A member as SCIM sees them. */
export interface UserRow {
  memberId: string
  userId: string
  email: string
  firstname: string
  lastname: string
  isActive: boolean
  isOwner: boolean
  /** Null: not provisioned; then the email is the user name. */
  userName: string | null
  externalId: string | null
  createdAt: Date
  updatedAt: Date
  groups: { id: string; name: string }[]
}

/**
 * Lists members in the order in which they came: the active ones, and those whom the identity provider deactivated.
 * `condition` narrows the list.
 */
export async function listUsers(db: Db, orgId: string, condition: RawBuilder<unknown> = sql`true`): Promise<UserRow[]> {
  const found = await sql<UserRow>`
    select m.id as "memberId", m.user_id as "userId", p.email, p.firstname, p.lastname, m.status = 'active' as "isActive",
      m.role = 'owner' as "isOwner", s.user_name as "userName", s.external_id as "externalId",
      coalesce(s.created_at, m.created_at) as "createdAt", coalesce(s.updated_at, m.created_at) as "updatedAt",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from scim_group_member x join scim_group g on g.org_id = x.org_id and g.id = x.group_id
        where x.org_id = m.org_id and x.member_id = m.id) as groups
    from member m join user_account p on p.id = m.user_id
      left join scim_user s on s.org_id = m.org_id and s.member_id = m.id
    where m.org_id = ${orgId} and (m.status = 'active' or m.status = 'deactivated' and s.member_id is not null) and ${condition}
    order by m.created_at, m.id`.execute(db)
  return found.rows
}

/**
 * Lists the members, except this one, who have the user name or the email already. Teammates of the parent who act by a
 * grant have neither: they become members in their own right.
 */
export async function usersNamed(
  db: Db,
  orgId: string,
  { userName, email, exceptId }: { userName: string; email: string; exceptId: string | undefined },
): Promise<UserRow[]> {
  const name = sql`lower(coalesce(s.user_name, p.email)) = ${userName.toLowerCase()} or lower(p.email) = ${email}`
  return listUsers(
    db,
    orgId,
    sql`m.id is distinct from ${exceptId ?? null}::uuid
    and (m.via_parent_id is null or s.member_id is not null) and (${name})`,
  )
}

/** Lists these members. */
export async function usersById(db: Db, orgId: string, memberIds: string[]): Promise<UserRow[]> {
  return listUsers(db, orgId, sql`m.id = any(${memberIds}::uuid[])`)
}

/** Returns one member as SCIM sees them. */
export async function userRow(db: Db, orgId: string, memberId: string): Promise<UserRow | undefined> {
  return (await listUsers(db, orgId, sql`m.id = ${memberId}`))[0]
}

/** A group of the identity provider. */
export interface GroupRow {
  id: string
  name: string
  externalId: string | null
  createdAt: Date
  updatedAt: Date
  memberIds: string[]
}

/** Lists groups in the order in which they came, with their members; `condition` narrows the list. */
export async function listGroups(
  db: Db,
  orgId: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<GroupRow[]> {
  const found = await sql<GroupRow>`
    select g.id, g.name, g.external_id as "externalId", g.created_at as "createdAt", g.updated_at as "updatedAt",
      array(select x.member_id from scim_group_member x where x.org_id = g.org_id and x.group_id = g.id order by 1) as "memberIds"
    from scim_group g where g.org_id = ${orgId} and ${condition} order by g.created_at, g.id`.execute(db)
  return found.rows
}

/** Returns whether another group has this name. */
export async function isGroupNameTaken(
  db: Db,
  orgId: string,
  { id, name }: { id: string; name: string },
): Promise<boolean> {
  return (await listGroups(db, orgId, sql`lower(g.name) = lower(${name}) and g.id <> ${id}`)).length > 0
}

/** Returns one group. */
export async function groupRow(db: Db, orgId: string, id: string): Promise<GroupRow | undefined> {
  return (await listGroups(db, orgId, sql`g.id = ${id}`))[0]
}
