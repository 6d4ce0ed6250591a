import type { User } from '@crewline/contract/accounts'
import { SESSION_IDLE_MS } from '@crewline/contract/limits'
import type { OrgStatus } from '@crewline/contract/organizations'
import { permissionsHeld, type RoleHolder } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { SessionInfo } from '../../kernel/http/session-gate.ts'
import type { RunMember } from '../../kernel/runs/define.ts'
import { countBackupCodes } from './store/codes.ts'
import type { UserAccount } from './store/people.ts'

/** Returns a user as seen by the client's session, in one of their roles. */
export async function userOf(
  system: Db,
  account: UserAccount,
  here: RoleHolder & { memberId: string; scope: 'all' | 'groups' },
): Promise<User> {
  return {
    id: account.id,
    email: account.email,
    pendingEmail: account.pendingEmail,
    firstname: account.firstname,
    lastname: account.lastname,
    phone: account.phone,
    phoneVerified: account.phoneVerifiedAt !== null,
    role: here.role,
    roleName: here.role === 'custom' ? await roleNameOf(system, here.memberId) : null,
    permissions: permissionsHeld(here),
    scope: here.scope,
    locale: account.locale,
    timezone: account.timezone,
    colorScheme: account.colorScheme,
    muteNotifications: account.muteNotifications,
    emailNotices: account.noticesOffAt === null,
    pinnedApps: account.pinnedApps,
    mfa: {
      method: account.mfaMethod,
      backupCodesLeft: account.mfaMethod === 'none' ? 0 : await countBackupCodes(system, account.id),
    },
  }
}

async function roleNameOf(system: Db, memberId: string): Promise<string | null> {
  const result = await sql<{ name: string }>`
    select r.name from member m join custom_role r on r.org_id = m.org_id and r.id = m.role_id where m.id = ${memberId}`.execute(
    system,
  )
  return result.rows[0]?.name ?? null
}

/** Returns an active member of the organization with their current role and scope. */
export async function activeMember(db: Db, userId: string): Promise<RunMember | undefined> {
  const result = await sql<RunMember>`
    select p.id as "userId", m.id as "memberId", m.role, m.permissions, m.scope, p.firstname, p.lastname, p.locale
    from member m join user_account p on p.id = m.user_id where m.user_id = ${userId} and m.status = 'active'`.execute(
    db,
  )
  return result.rows[0]
}

interface SessionRow extends Omit<SessionInfo, 'org'> {
  orgId: string
  country: string
  timezone: string
  status: OrgStatus
  lastSeenAt: Date
  /** The session replaced by this one, until this one is first used. */
  beforeId: string | null
}

/**
 * Returns the session of a token while the token, user, membership and organization are valid, with one indexed lookup.
 */
export async function sessionByToken(
  system: Db,
  hash: Buffer,
  now: Date,
): Promise<(SessionInfo & { lastSeenAt: Date; beforeId: string | null }) | undefined> {
  const result = await sql<SessionRow>`
    select s.id as "sessionId", p.id as "userId", p.firstname, p.lastname, p.locale, m.id as "memberId", m.role, m.permissions, m.scope,
           o.id as "orgId", o.country, o.timezone, o.status, s.last_seen_at as "lastSeenAt", s.before_id as "beforeId"
    from session s
    join user_account p on p.id = s.user_id and p.deactivated_at is null
    join member m on m.org_id = s.organization_id and m.user_id = p.id and m.status = 'active'
      and (m.rejoined_at is null or s.created_at >= m.rejoined_at)
    join organization o on o.id = s.organization_id and o.status <> 'closed'
    where s.token_hash = ${hash} and s.kind = 'full' and s.revoked_at is null
      and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}`.execute(system)
  const row = result.rows[0]
  if (!row) return undefined
  const { orgId, country, timezone, status, ...member } = row
  return { ...member, org: { id: orgId, country, timezone, status } }
}
