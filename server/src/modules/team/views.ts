import type { Locale } from '@crewline/contract/accounts'
import type { QueryOf } from '@crewline/contract/endpoint'
import { HOLDERS, mayGrant, type Role } from '@crewline/contract/permissions'
import type { team, Teammate } from '@crewline/contract/team'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { cursorOf, readCursor } from '../../kernel/db/paging.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { SiblingMember } from '../../kernel/realtime/siblings.ts'
import type { Scope } from '../../kernel/scope.ts'
import { groupNames } from './plugs.ts'
import { fits, pageFrom } from './rules.ts'

/** One organization a person belongs to. */
export interface Membership {
  organizationId: string
  name: string
  parentOrganizationId: string | null
  memberId: string
  role: Role
  scope: 'all' | 'groups'
}

/** Where a person is an active member, parents before children, then by name; needs a handle across organizations. */
export async function membershipsOf(system: Db, personId: string): Promise<Membership[]> {
  const found = await sql<Membership>`
    select o.id as "organizationId", o.name, o.parent_id as "parentOrganizationId", m.id as "memberId", m.role,
           case when m.role in ('owner', 'admin') then 'all' else m.scope end as scope
    from member m join organization o on o.id = m.org_id
    where m.person_id = ${personId} and m.status = 'active' and o.standing <> 'closed'
    order by (o.parent_id is not null), o.name`.execute(system)
  return found.rows
}

/** Memberships as sockets need them: of one person, with a handle across organizations; of some people in one organization. */
export const siblings = {
  of: async (system: Db, personId: string): Promise<SiblingMember[]> =>
    (await membershipsOf(system, personId)).map((one) => ({ ...one, personId })),
  among: async (db: Db, personIds: string[]): Promise<SiblingMember[]> => {
    const found = await sql<SiblingMember>`
      select org_id as "organizationId", person_id as "personId", id as "memberId", role, scope
      from member where person_id = any(${personIds}::uuid[]) and status = 'active'`.execute(db)
    return found.rows
  },
}

/** The groups a member of some groups sees. */
export async function groupsSeen(scope: Scope): Promise<string[]> {
  const found = await sql<{ id: string }>`select group_id as id from member_group`.execute(scope.db)
  return scope.isNarrow ? found.rows.map((row) => row.id) : []
}

/** An invitation that still opens, as whoever holds the link sees it. */
export interface OpenInvitation {
  id: string
  orgId: string
  organizationName: string
  email: string
  role: Role
  groupIds: string[]
  inviterId: string
  inviterName: string
}

/**
 * The open, unexpired invitation of a link, while whoever sent it is a member who may still give its role; needs a handle across organizations.
 * Somebody who was removed must not come back by an invitation of their own.
 */
export async function invitationByToken(system: Db, tokenHash: Buffer, now: Date): Promise<OpenInvitation | undefined> {
  const found = await sql<OpenInvitation & { inviterRole: Role }>`
    select i.id, i.org_id as "orgId", o.name as "organizationName", i.email, i.role, i.group_ids as "groupIds",
           p.id as "inviterId", btrim(p.firstname || ' ' || p.lastname) as "inviterName", m.role as "inviterRole"
    from invitation i join organization o on o.id = i.org_id join person p on p.id = i.invited_by and p.deactivated_at is null
    join member m on m.org_id = i.org_id and m.person_id = i.invited_by and m.status = 'active'
    where i.token_hash = ${tokenHash} and i.accepted_at is null and i.expires_at > ${now} and o.standing <> 'closed'`.execute(
    system,
  )
  const [row] = found.rows
  if (!row) return undefined
  const { inviterRole, ...open } = row
  return mayInvite(inviterRole, open.role) ? open : undefined
}

function mayInvite(inviter: Role, role: Role): boolean {
  return HOLDERS['team.manage'].includes(inviter) && mayGrant(inviter, role)
}

/** Whether somebody with this e-mail is an active member here. */
export async function isMember(db: Db, email: string): Promise<boolean> {
  const found = await sql`
    select from member m join person p on p.id = m.person_id
    where lower(p.email) = lower(${email}) and m.status = 'active' limit 1`.execute(db)
  return found.rows.length > 0
}

/** The role of the open invitation for this e-mail, expired or not. */
export async function openRole(db: Db, email: string): Promise<Role | undefined> {
  const found = await sql<{ role: Role }>`
    select role from invitation where lower(email) = ${email.toLowerCase()} and accepted_at is null`.execute(db)
  return found.rows[0]?.role
}

/** The language a teammate reads. */
export async function languageOf(db: Db, personId: string): Promise<Locale> {
  const found = await sql<{ locale: Locale }>`select locale from person where id = ${personId}`.execute(db)
  return found.rows[0]?.locale ?? 'en'
}

type Query = QueryOf<typeof team>

/**
 * One page of members and open invitations. A team is read whole, because when somebody was last seen is not this
 * organization's to know row by row; the largest teams are hundreds.
 */
export async function teamPage(scope: Scope, kernel: Kernel, query: Query) {
  const after = query.cursor ? readCursor(query.cursor) : undefined
  const [members, invited] = await Promise.all([membersOf(scope, kernel), invitationsOf(scope)])
  const wanted = [...members, ...invited]
    .filter((one) => query.id === undefined || one.id === query.id)
    .filter((one) => query.search === '' || fits(one, query.search))
  const { rows, last } = pageFrom(wanted, { ...query, after })
  return {
    data: rows,
    page: query.page,
    pageSize: query.pageSize,
    total: wanted.length,
    ...(last ? { nextCursor: cursorOf(last) } : {}),
  }
}

/** One open invitation of this organization, expired or not, or `not_found`. */
export async function invitationById(scope: Scope, id: string): Promise<Teammate> {
  return (await invitationsOf(scope)).find((one) => one.id === id) ?? fail('not_found')
}

interface MemberRow {
  id: string
  userId: string
  email: string
  firstname: string
  lastname: string
  role: Role
  scope: 'all' | 'groups'
  mfa: boolean
}

async function membersOf(scope: Scope, kernel: Kernel): Promise<Teammate[]> {
  const found = await sql<MemberRow>`
    select m.id, p.id as "userId", p.email, p.firstname, p.lastname, m.role, p.mfa_method <> 'none' as mfa,
           case when m.role in ('owner', 'admin') then 'all' else m.scope end as scope
    from member m join person p on p.id = m.person_id where m.status = 'active'`.execute(scope.db)
  const system = kernel.database.asSystem('sessions and other members’ groups are out of reach of a request')
  const [seen, groups] = await Promise.all([lastSeenOf(system, scope.orgId), groupsOfMembers(system, scope.orgId)])
  const names = await namesOf(scope, [...groups.values()].flat())
  return found.rows.map((row) => ({
    ...row,
    groups: row.scope === 'groups' ? named(names, groups.get(row.id) ?? []) : [],
    status: 'active' as const,
    invitedAt: null,
    lastSeenAt: seen.get(row.userId)?.toISOString() ?? null,
  }))
}

/** When each person last used this organization; what they do in others is not told here. */
async function lastSeenOf(system: Db, orgId: string): Promise<Map<string, Date>> {
  const found = await sql<{ id: string; at: Date }>`
    select m.person_id as id, (
      select max(s.last_seen_at) from session s
      where s.person_id = m.person_id and s.organization_id = m.org_id and s.kind = 'full') as at
    from member m where m.org_id = ${orgId} and m.status = 'active'`.execute(system)
  return new Map(found.rows.filter((row) => row.at).map((row) => [row.id, row.at]))
}

async function groupsOfMembers(system: Db, orgId: string): Promise<Map<string, string[]>> {
  const found = await sql<{ member_id: string; ids: string[] }>`
    select member_id, array_agg(group_id) as ids from member_group where org_id = ${orgId} group by member_id`.execute(
    system,
  )
  return new Map(found.rows.map((row) => [row.member_id, row.ids]))
}

interface InvitationRow {
  id: string
  email: string
  role: Role
  group_ids: string[]
  sent_at: Date
  expires_at: Date
}

async function invitationsOf(scope: Scope): Promise<Teammate[]> {
  const found = await sql<InvitationRow>`
    select id, email, role, group_ids, sent_at, expires_at from invitation where accepted_at is null`.execute(scope.db)
  const names = await namesOf(
    scope,
    found.rows.flatMap((row) => row.group_ids),
  )
  const now = scope.world.now()
  return found.rows.map((row) => ({
    id: row.id,
    userId: null,
    email: row.email,
    firstname: '',
    lastname: '',
    role: row.role,
    scope: row.group_ids.length > 0 ? ('groups' as const) : ('all' as const),
    groups: named(names, row.group_ids),
    status: row.expires_at > now ? ('invited' as const) : ('expired' as const),
    mfa: false,
    invitedAt: row.sent_at.toISOString(),
    lastSeenAt: null,
  }))
}

/** The groups whose names the asker may see, in the order of names. */
async function namesOf(scope: Scope, ids: string[]): Promise<{ id: string; name: string }[]> {
  return ids.length > 0 ? groupNames.get()(scope.db, scope.orgId, [...new Set(ids)]) : []
}

function named(names: { id: string; name: string }[], ids: string[]): { id: string; name: string }[] {
  return names.filter((one) => ids.includes(one.id))
}

/** Active members in any of these roles, with the language each reads. */
export async function membersInRoles(db: Db, roles: readonly Role[]): Promise<{ personId: string; locale: Locale }[]> {
  const found = await sql<{ personId: string; locale: Locale }>`
    select p.id as "personId", p.locale from member m join person p on p.id = m.person_id
    where m.status = 'active' and m.role = any(${roles}::text[]) order by p.id`.execute(db)
  return found.rows
}
