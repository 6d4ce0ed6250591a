import type { User } from '@crewline/contract/accounts'
import { SESSION_IDLE_MS } from '@crewline/contract/limits'
import type { AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { OrgStatus } from '@crewline/contract/organizations'
import { permissionsHeld, type RoleHolder } from '@crewline/contract/permissions'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { SessionInfo } from '../../kernel/http/session-gate.ts'
import type { RunMember } from '../../kernel/runs/define.ts'
import { countBackupCodes } from './store/codes.ts'
import type { UserAccount } from './store/people.ts'
import { isViaValid, narrowed, viaColumns, viaJoins, type ViaColumns } from './via-views.ts'

/** Returns a user as seen by the client's session, in one of their roles. */
export async function userOf(
  system: Db,
  account: UserAccount,
  here: RoleHolder & { memberId: string; scope: 'all' | 'groups'; ssoConnectionId?: string | null },
): Promise<User> {
  const membership = await membershipOf(system, here.memberId)
  const ssoSlug = here.ssoConnectionId ? await slugOfConnection(system, here.ssoConnectionId) : undefined
  return {
    id: account.id,
    email: account.email,
    pendingEmail: account.pendingEmail,
    firstname: account.firstname,
    lastname: account.lastname,
    phone: account.phone,
    phoneVerified: account.phoneVerifiedAt !== null,
    role: here.role,
    roleName: membership.roleName,
    permissions: permissionsHeld(here),
    scope: here.scope,
    locale: account.locale,
    timezone: account.timezone,
    colorScheme: account.colorScheme,
    muteNotifications: account.muteNotifications,
    emailNotices: account.noticesOffAt === null,
    pinnedApps: account.pinnedApps,
    ...(ssoSlug === undefined ? {} : { ssoSlug }),
    mfa: {
      method: account.mfaMethod,
      backupCodesLeft: account.mfaMethod === 'none' ? 0 : await countBackupCodes(system, account.id),
      // The identity provider counts as the second step.
      neededFrom: account.mfaMethod === 'none' && !here.ssoConnectionId ? membership.neededFrom : null,
    },
  }
}

/** Returns the slug of the organization whose single sign-on this is. */
async function slugOfConnection(system: Db, connectionId: string): Promise<string | undefined> {
  const result = await sql<{ slug: string }>`
    select o.slug from sso_connection c join organization o on o.id = c.org_id where c.id = ${connectionId}`.execute(
    system,
  )
  return result.rows[0]?.slug
}

/** Returns the name of a member's custom role, and when their organization requires a second step. */
async function membershipOf(
  system: Db,
  memberId: string,
): Promise<{ roleName: string | null; neededFrom: string | null }> {
  const result = await sql<{ roleName: string | null; neededFrom: Date | null }>`
    select r.name as "roleName", ${neededFrom} as "neededFrom"
    from member m join organization o on o.id = m.org_id ${viaJoins}
    left join custom_role r on r.org_id = m.org_id and r.id = m.role_id where m.id = ${memberId}`.execute(system)
  const { roleName = null, neededFrom: from = null } = result.rows[0] ?? {}
  return { roleName, neededFrom: from?.toISOString() ?? null }
}

/** Returns an active member with their current role and scope, with a handle across organizations. */
export async function activeMember(
  system: Db,
  { orgId, userId }: { orgId: string; userId: string },
): Promise<RunMember | undefined> {
  const result = await sql<RunMember & ViaColumns>`
    select p.id as "userId", m.id as "memberId", m.role, m.permissions, m.scope, p.firstname, p.lastname, p.locale, ${viaColumns}
    from member m join user_account p on p.id = m.user_id ${viaJoins}
    where m.org_id = ${orgId} and m.user_id = ${userId} and m.status = 'active' and ${isViaValid}`.execute(system)
  return result.rows[0] && narrowed(result.rows[0])
}

/** Returns an active member by id, with a handle across organizations. */
export async function viewedMember(
  system: Db,
  { orgId, memberId }: { orgId: string; memberId: string },
): Promise<
  Pick<SessionInfo, 'userId' | 'memberId' | 'role' | 'permissions' | 'scope' | 'firstname' | 'lastname'> | undefined
> {
  const result = await sql<SessionInfo & ViaColumns>`
    select p.id as "userId", m.id as "memberId", m.role, m.permissions, m.scope, p.firstname, p.lastname, ${viaColumns}
    from member m join user_account p on p.id = m.user_id and p.deactivated_at is null ${viaJoins}
    where m.org_id = ${orgId} and m.id = ${memberId} and m.status = 'active' and ${isViaValid}`.execute(system)
  return result.rows[0] && narrowed(result.rows[0])
}

/** Who viewed an organization as one of its users. */
export interface PastViewing {
  id: string
  viewer: string
  startedAt: Date
  endedAt: Date
}

/** Lists who viewed as a user, newest first. */
export async function viewingsOf(db: Db, userId: string): Promise<PastViewing[]> {
  const result = await sql<PastViewing>`
    select v.id, btrim(p.firstname || ' ' || p.lastname) as viewer, v.started_at as "startedAt",
           coalesce(v.ended_at, v.expires_at) as "endedAt"
    from viewing v join user_account p on p.id = v.viewer_id
    where v.user_id = ${userId} order by v.started_at desc, v.id desc limit 50`.execute(db)
  return result.rows
}

/**
 * Whether a session may open organization `o` as member `m`. `connection` is the single sign-on connection through which
 * its user logged in; null after a password. A password opens an organization that requires single sign-on only for its
 * break-glass owners; if none of them is an owner any more, for every owner, so that the organization cannot be locked out.
 * A connection opens its own organization, and children of it that trust it, and no other. Through a grant, a parent that
 * requires single sign-on must be open to the session too: who can log in there no more cannot act for it. Needs `viaJoins`.
 */
function mayOpen(connection: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${opens(connection, { org: 'o', member: 'm' })} and (via_parent.id is null
    or not exists (select from sso_connection c where c.org_id = via_parent.id and c.state = 'required')
    or ${opens(connection, { org: 'via_parent', member: 'via_member' })}))`
}

function opens(connection: RawBuilder<unknown>, as: { org: string; member: string }): RawBuilder<boolean> {
  const [o, m] = [sql.raw(as.org), sql.raw(as.member)]
  return sql<boolean>`case when ${connection} is null then not exists (
      select from sso_connection c where c.org_id = ${o}.id and c.state = 'required' and not (${m}.role = 'owner' and (
        ${m}.user_id = any(c.break_glass) or not exists (
          select from member b
          where b.org_id = ${o}.id and b.user_id = any(c.break_glass) and b.role = 'owner' and b.status = 'active'))))
    else exists (
      select from sso_connection c where c.id = ${connection} and c.state <> 'off' and (c.org_id = ${o}.id
        or c.org_id = ${o}.parent_id and exists (
          select from sso_connection k where k.org_id = ${o}.id and k.trusts_parent))) end`
}

/** Returns the name of an organization that requires single sign-on and has this user as a break-glass owner. */
export async function breakGlassOf(system: Db, userId: string): Promise<string | undefined> {
  const found = await sql<{ name: string }>`
    select o.name from member m join organization o on o.id = m.org_id and o.status <> 'closed'
      join sso_connection c on c.org_id = m.org_id and c.state = 'required' and m.user_id = any(c.break_glass)
    where m.user_id = ${userId} and m.role = 'owner' and m.status = 'active' order by o.name limit 1`.execute(system)
  return found.rows[0]?.name
}

/** Returns which organizations of a user a session may open that began with a password, or through this connection. */
export async function openableOrganizations(
  system: Db,
  userId: string,
  ssoConnectionId: string | null,
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select o.id from member m join organization o on o.id = m.org_id ${viaJoins}
    where m.user_id = ${userId} and m.status = 'active' and ${isViaValid} and ${mayOpen(sql`${ssoConnectionId}::uuid`)}`.execute(
    system,
  )
  return new Set(result.rows.map((row) => row.id))
}

/** Whether a user must set up a second step before they may act in an organization. */
export async function isSecondStepMissing(
  system: Db,
  { orgId, userId, now }: { orgId: string; userId: string; now: Date },
): Promise<boolean> {
  const result = await sql<{ missing: boolean }>`
    select (p.mfa_method = 'none' and ${neededFrom} <= ${now}) is true as missing
    from member m join user_account p on p.id = m.user_id join organization o on o.id = m.org_id ${viaJoins}
    where m.org_id = ${orgId} and m.user_id = ${userId} and m.status = 'active'`.execute(system)
  return result.rows[0]?.missing ?? true
}

/** When organization `o` starts to require a second step, or the parent through which its member acts; null for never. */
const neededFrom = sql<Date | null>`least(
  (o.settings->'security'->>'secondStepBy')::date::timestamp at time zone o.timezone,
  (via_parent.settings->'security'->>'secondStepBy')::date::timestamp at time zone via_parent.timezone)`

/** How long a log-in lasts in organization `o`, at most as long as in the parent through which its member acts. */
const sessionHours = sql<number | null>`least(
  (o.settings->'security'->>'sessionHours')::int, (via_parent.settings->'security'->>'sessionHours')::int)`

/**
 * When the log-in of session `s` began: the session before a switch of organizations belongs to the same log-in, so that
 * switching back and forth does not extend it.
 */
const loggedInAt = sql<Date>`coalesce((select f.created_at from session f where f.id = s.sign_in_id), s.created_at)`

interface SessionRow extends Omit<SessionInfo, 'org' | 'via'>, ViaColumns {
  orgId: string
  country: string
  timezone: string
  status: OrgStatus
  features: Partial<Features>
  appsNotInPlan: AppKey[]
  needsPlan: boolean
  lastSeenAt: Date
  /** The session replaced by this one, until this one is first used. */
  beforeId: string | null
}

/**
 * Returns the session of a token while the token, user, membership and organization are valid, with one indexed lookup.
 */
export function sessionByToken(system: Db, hash: Buffer, now: Date) {
  return readSession(system, sql<boolean>`s.token_hash = ${hash}`, now)
}

/** Returns a session by its id like `sessionByToken`, for what depends on the session of another user. */
export function sessionById(system: Db, id: string, now: Date) {
  return readSession(system, sql<boolean>`s.id = ${id}`, now)
}

async function readSession(
  system: Db,
  isAskedFor: RawBuilder<boolean>,
  now: Date,
): Promise<(SessionInfo & { lastSeenAt: Date; beforeId: string | null }) | undefined> {
  const result = await sql<SessionRow>`
    select s.id as "sessionId", p.id as "userId", p.firstname, p.lastname, p.locale, m.id as "memberId", m.role, m.permissions, m.scope,
           (p.mfa_method = 'none' and s.sso_connection_id is null and ${neededFrom} <= ${now}) is true as "needsSecondStep",
           s.sso_connection_id as "ssoConnectionId",
           o.id as "orgId", o.country, o.timezone, o.status, o.features, o.apps_not_in_plan as "appsNotInPlan", o.need_billing as "needsPlan", s.last_seen_at as "lastSeenAt", s.before_id as "beforeId", ${viaColumns}
    from session s
    join user_account p on p.id = s.user_id and p.deactivated_at is null
    join member m on m.org_id = s.organization_id and m.user_id = p.id and m.status = 'active'
      and (m.rejoined_at is null or s.created_at >= m.rejoined_at)
    join organization o on o.id = s.organization_id and o.status <> 'closed'
    ${viaJoins}
    where ${isAskedFor} and ${isViaValid} and s.kind = 'full' and s.revoked_at is null
      and ${mayOpen(sql`s.sso_connection_id`)}
      and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}
      and (${sessionHours} is null or ${loggedInAt} > ${now}::timestamptz - make_interval(hours => ${sessionHours}))`.execute(
    system,
  )
  const row = result.rows[0]
  if (!row) return undefined
  const { orgId, country, timezone, status, features, appsNotInPlan, needsPlan, ...member } = row
  return { ...narrowed(member), org: { id: orgId, country, timezone, status, features, appsNotInPlan, needsPlan } }
}
