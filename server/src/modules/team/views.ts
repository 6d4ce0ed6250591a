import type { QueryOf } from '@crewline/contract/endpoint'
import { mayGrant, permissionsHeld, type MemberRole, type RoleHolder } from '@crewline/contract/permissions'
import type { Logo } from '@crewline/contract/organizations'
import type { team, Teammate } from '@crewline/contract/team'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SiblingMember } from '../../kernel/realtime/siblings.ts'
import type { ActingVia, Scope } from '../../kernel/scope.ts'
import { logoColumns, logoFrom, type LogoRow } from '../organizations/index.ts'
import { groupNames } from './ports.ts'
import { fits, pageFrom } from './rules.ts'
import type { StoredRole } from './store.ts'

/** An organization that a user belongs to. */
export interface Membership {
  organizationId: string
  name: string
  parentOrganizationId: string | null
  memberId: string
  role: MemberRole
  /** The permissions of a custom role; null for a built-in one. */
  permissions: readonly string[] | null
  scope: 'all' | 'groups'
  /** Set for a teammate of the parent organization who acts by a grant. */
  via?: ActingVia | null
  logo?: Logo
}

/**
 * Returns the active memberships of a user, parent organizations first, then by name. Needs a database handle across
 * organizations.
 */
export async function membershipsOf(system: Db, userId: string): Promise<Membership[]> {
  const result = await sql<Omit<Membership, 'logo'> & LogoRow>`
    select ${logoColumns('o')}, o.id as "organizationId", o.name, o.parent_id as "parentOrganizationId", m.id as "memberId", m.role, m.permissions,
           case when m.role in ('owner', 'admin') then 'all' else m.scope end as scope,
           case when v.id is not null then json_build_object('parent', v.name, 'child', o.name) end as via
    from member m join organization o on o.id = m.org_id left join organization v on v.id = m.via_parent_id
    where m.user_id = ${userId} and m.status = 'active' and o.status <> 'closed'
    order by (o.parent_id is not null), o.name`.execute(system)
  return result.rows.map(({ logo_light, logo_dark, ...membership }) => {
    const logo = logoFrom(membership.organizationId, { logo_light, logo_dark })
    return { ...membership, ...(logo ? { logo } : {}) }
  })
}

/**
 * Memberships for sockets: all of one user, with a handle across organizations, or those of several users in one
 * organization.
 */
export const siblings = {
  of: async (system: Db, userId: string): Promise<SiblingMember[]> =>
    (await membershipsOf(system, userId)).map((membership) => ({ ...membership, userId })),
  among: async (db: Db, userIds: string[]): Promise<SiblingMember[]> => {
    const result = await sql<SiblingMember>`
      select org_id as "organizationId", user_id as "userId", id as "memberId", role, permissions, scope
      from member where user_id = any(${userIds}::uuid[]) and status = 'active'`.execute(db)
    return result.rows
  },
}

/** Returns the groups visible to a member limited to some groups. */
export async function visibleGroupIds(scope: Scope): Promise<string[]> {
  const result = await sql<{ id: string }>`select group_id as id from member_group`.execute(scope.db)
  return scope.isLimitedToGroups ? result.rows.map((row) => row.id) : []
}

/** A valid invitation as its recipient sees it. */
export interface OpenInvitation extends StoredRole {
  id: string
  orgId: string
  organizationName: string
  email: string
  /** The name of the custom role; null for a built-in one. */
  roleName: string | null
  groupIds: string[]
  inviterId: string
  inviterName: string
}

/**
 * Returns the open, unexpired invitation of a link, while its sender is an active member who may still grant its role:
 * a removed member must not return through their own invitation. Needs a database handle across organizations.
 */
export async function invitationByToken(system: Db, tokenHash: Buffer, now: Date): Promise<OpenInvitation | undefined> {
  const result = await sql<OpenInvitation & { inviterRole: MemberRole; inviterPermissions: string[] | null }>`
    select i.id, i.org_id as "orgId", o.name as "organizationName", i.email, i.role, i.role_id as "roleId", r.permissions, r.name as "roleName", i.group_ids as "groupIds",
           p.id as "inviterId", btrim(p.firstname || ' ' || p.lastname) as "inviterName", m.role as "inviterRole",
           m.permissions as "inviterPermissions"
    from invitation i join organization o on o.id = i.org_id join user_account p on p.id = i.invited_by and p.deactivated_at is null
    join member m on m.org_id = i.org_id and m.user_id = i.invited_by and m.status = 'active'
    left join custom_role r on r.org_id = i.org_id and r.id = i.role_id
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.expires_at > ${now} and o.status <> 'closed'`.execute(
    system,
  )
  const [row] = result.rows
  if (!row) return undefined
  const { inviterRole, inviterPermissions, ...open } = row
  return mayInvite({ role: inviterRole, permissions: inviterPermissions }, open) ? open : undefined
}

function mayInvite(inviter: RoleHolder, role: RoleHolder): boolean {
  return permissionsHeld(inviter).includes('team.manage') && mayGrant(inviter, role)
}

/** Returns whether a user with this email is an active member of this organization. */
export async function isMember(db: Db, email: string): Promise<boolean> {
  const result = await sql`
    select from member m join user_account p on p.id = m.user_id
    where lower(p.email) = lower(${email}) and m.status = 'active' and m.via_parent_id is null limit 1`.execute(db)
  return result.rows.length > 0
}

/** Returns the role of the open invitation to this email, expired or not. */
export async function openRole(db: Db, email: string): Promise<RoleHolder | undefined> {
  const result = await sql<{ role: MemberRole; permissions: string[] | null }>`
    select i.role, r.permissions from invitation i left join custom_role r on r.org_id = i.org_id and r.id = i.role_id
    where lower(i.email) = ${email.toLowerCase()} and i.accepted_at is null`.execute(db)
  return result.rows[0]
}

type Query = QueryOf<typeof team>

/**
 * Returns a page of members and open invitations. The whole team is read, because the time of last use comes from
 * sessions, outside the organization's row-level scope; the largest teams have hundreds of members.
 */
export async function teamPage(scope: Scope, kernel: Kernel, query: Query) {
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const [members, invited] = await Promise.all([membersOf(scope, kernel), invitationsOf(scope)])
  const matching = [...members, ...invited]
    .filter((teammate) => query.id === undefined || teammate.id === query.id)
    .filter((teammate) => query.search === '' || fits(teammate, query.search))
  const { rows, last } = pageFrom(matching, { ...query, after })
  return {
    data: rows,
    page: query.page,
    pageSize: query.pageSize,
    total: matching.length,
    ...(last ? { nextCursor: cursorOf(last) } : {}),
  }
}

/** An active member and whether they are the only owner. */
export interface FoundMember {
  userId: string
  role: MemberRole
  permissions: readonly string[] | null
  /** Whether they have set up a second step. */
  mfa: boolean
  isOnlyOwner: boolean
}

/** Returns an active member of this organization. */
export async function findMember(db: Db, memberId: string): Promise<FoundMember | undefined> {
  const result = await sql<FoundMember>`
    select m.user_id as "userId", m.role, m.permissions, p.mfa_method <> 'none' as mfa, m.role = 'owner' and not exists (
        select from member o where o.org_id = m.org_id and o.id <> m.id and o.role = 'owner' and o.status = 'active') as "isOnlyOwner"
    from member m join user_account p on p.id = m.user_id where m.id = ${memberId} and m.status = 'active'`.execute(db)
  return result.rows[0]
}

/** Returns one active member as the team list shows them. Fails with `not_found` otherwise. */
export async function memberById(scope: Scope, kernel: Kernel, id: string): Promise<Teammate> {
  return (await membersOf(scope, kernel)).find((teammate) => teammate.id === id) ?? fail('not_found')
}

/** Returns one open invitation of this organization, expired or not. Fails with `not_found` otherwise. */
export async function invitationById(scope: Scope, id: string): Promise<Teammate> {
  return (await invitationsOf(scope)).find((teammate) => teammate.id === id) ?? fail('not_found')
}

interface MemberRow {
  id: string
  userId: string
  email: string
  firstname: string
  lastname: string
  role: MemberRole
  roleId: string | null
  roleName: string | null
  permissions: string[] | null
  scope: 'all' | 'groups'
  mfa: boolean
}

async function membersOf(scope: Scope, kernel: Kernel): Promise<Teammate[]> {
  const result = await sql<MemberRow>`
    select m.id, p.id as "userId", p.email, p.firstname, p.lastname, m.role, m.role_id as "roleId", r.name as "roleName", m.permissions, p.mfa_method <> 'none' as mfa,
           case when m.role in ('owner', 'admin') then 'all' else m.scope end as scope
    from member m join user_account p on p.id = m.user_id left join custom_role r on r.org_id = m.org_id and r.id = m.role_id
    where m.status = 'active'`.execute(scope.db)
  const system = kernel.database.asSystem('a request cannot read sessions or the groups of other members')
  const [lastSeen, groups, parents] = await Promise.all([
    lastSeenOf(system, scope.orgId),
    groupsOfMembers(system, scope.orgId),
    parentsOfMembers(system, scope.orgId),
  ])
  const names = await namesOf(scope, [...groups.values()].flat())
  return result.rows.map((row) => ({
    ...row,
    groups: row.scope === 'groups' ? named(names, groups.get(row.id) ?? []) : [],
    status: 'active' as const,
    viaParent: parents.get(row.id) ?? null,
    invitedAt: null,
    lastSeenAt: lastSeen.get(row.userId)?.toISOString() ?? null,
  }))
}

/** Returns when each user last used this organization. Their use of other organizations is not included. */
async function lastSeenOf(system: Db, orgId: string): Promise<Map<string, Date>> {
  const result = await sql<{ id: string; at: Date }>`
    select m.user_id as id, (
      select max(s.last_seen_at) from session s
      where s.user_id = m.user_id and s.organization_id = m.org_id and s.kind = 'full') as at
    from member m where m.org_id = ${orgId} and m.status = 'active'`.execute(system)
  return new Map(result.rows.filter((row) => row.at).map((row) => [row.id, row.at]))
}

async function groupsOfMembers(system: Db, orgId: string): Promise<Map<string, string[]>> {
  const result = await sql<{ member_id: string; ids: string[] }>`
    select member_id, array_agg(group_id) as ids from member_group where org_id = ${orgId} group by member_id`.execute(
    system,
  )
  return new Map(result.rows.map((row) => [row.member_id, row.ids]))
}

/** Returns the names of the parents through whose grant members act. */
async function parentsOfMembers(system: Db, orgId: string): Promise<Map<string, string>> {
  const result = await sql<{ id: string; name: string }>`
    select m.id, o.name from member m join organization o on o.id = m.via_parent_id where m.org_id = ${orgId}`.execute(
    system,
  )
  return new Map(result.rows.map((row) => [row.id, row.name]))
}

interface InvitationRow {
  id: string
  email: string
  role: MemberRole
  role_id: string | null
  role_name: string | null
  permissions: string[] | null
  group_ids: string[]
  sent_at: Date
  expires_at: Date
  inviter_role: MemberRole | null
  inviter_permissions: string[] | null
}

async function invitationsOf(scope: Scope): Promise<Teammate[]> {
  const result = await sql<InvitationRow>`
    select i.id, i.email, i.role, i.role_id, r.name as role_name, r.permissions, i.group_ids, i.sent_at, i.expires_at,
      m.role as inviter_role, m.permissions as inviter_permissions
    from invitation i left join custom_role r on r.org_id = i.org_id and r.id = i.role_id left join member m on m.org_id = i.org_id and m.user_id = i.invited_by and m.status = 'active'
    where i.accepted_at is null`.execute(scope.db)
  const names = await namesOf(
    scope,
    result.rows.flatMap((row) => row.group_ids),
  )
  const now = scope.world.now()
  // The link of an inviter who left, or may not grant the role any more, does not work either.
  const isOpen = (row: InvitationRow): boolean =>
    row.expires_at > now &&
    row.inviter_role !== null &&
    mayInvite({ role: row.inviter_role, permissions: row.inviter_permissions }, row)
  return result.rows.map((row) => ({
    id: row.id,
    userId: null,
    email: row.email,
    firstname: '',
    lastname: '',
    role: row.role,
    roleId: row.role_id,
    roleName: row.role_name,
    permissions: row.permissions,
    scope: row.group_ids.length > 0 ? ('groups' as const) : ('all' as const),
    groups: named(names, row.group_ids),
    status: isOpen(row) ? ('invited' as const) : ('expired' as const),
    mfa: false,
    invitedAt: row.sent_at.toISOString(),
    lastSeenAt: null,
  }))
}

/** Returns the groups whose names the actor may see, by name. */
async function namesOf(scope: Scope, ids: string[]): Promise<{ id: string; name: string }[]> {
  return ids.length > 0 ? groupNames.get()(scope.db, scope.orgId, [...new Set(ids)]) : []
}

function named(names: { id: string; name: string }[], ids: string[]): { id: string; name: string }[] {
  return names.filter((group) => ids.includes(group.id))
}
