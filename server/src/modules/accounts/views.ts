import type { User } from '@crewline/contract/accounts'
import { SESSION_IDLE_MS } from '@crewline/contract/limits'
import type { Standing } from '@crewline/contract/organizations'
import { permissionsOf, type Role } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { SessionFacts } from '../../kernel/http/session-gate.ts'
import { backupCodesLeft } from './store/codes.ts'
import type { Person } from './store/people.ts'

/** A person as the client's session knows them, in one of their roles. */
export async function userOf(system: Db, person: Person, here: { role: Role; scope: 'all' | 'groups' }): Promise<User> {
  return {
    id: person.id,
    email: person.email,
    pendingEmail: person.pendingEmail,
    firstname: person.firstname,
    lastname: person.lastname,
    phone: person.phone,
    phoneVerified: person.phoneVerifiedAt !== null,
    role: here.role,
    permissions: permissionsOf(here.role),
    scope: here.scope,
    locale: person.locale,
    timezone: person.timezone,
    colorScheme: person.colorScheme,
    muteNotifications: person.muteNotifications,
    emailNotices: person.noticesOffAt === null,
    pinnedApps: person.pinnedApps,
    mfa: {
      method: person.mfaMethod,
      backupCodesLeft: person.mfaMethod === 'none' ? 0 : await backupCodesLeft(system, person.id),
    },
  }
}

interface SessionRow extends Omit<SessionFacts, 'org'> {
  orgId: string
  country: string
  timezone: string
  standing: Standing
  lastSeenAt: Date
  /** The session left behind for this one, until this one is used. */
  beforeId: string | null
}

/** The session of a token, while everything it stands on lives; one indexed look-up. */
export async function sessionByToken(
  system: Db,
  hash: Buffer,
  now: Date,
): Promise<(SessionFacts & { lastSeenAt: Date; beforeId: string | null }) | undefined> {
  const found = await sql<SessionRow>`
    select s.id as "sessionId", p.id as "personId", p.firstname, p.lastname, p.locale, m.id as "memberId", m.role, m.scope,
           o.id as "orgId", o.country, o.timezone, o.standing, s.last_seen_at as "lastSeenAt", s.before_id as "beforeId"
    from session s
    join person p on p.id = s.person_id and p.deactivated_at is null
    join member m on m.org_id = s.organization_id and m.person_id = p.id and m.status = 'active'
    join organization o on o.id = s.organization_id and o.standing <> 'closed'
    where s.token_hash = ${hash} and s.kind = 'full' and s.revoked_at is null
      and s.expires_at > ${now} and s.last_seen_at > ${new Date(now.getTime() - SESSION_IDLE_MS)}`.execute(system)
  const row = found.rows[0]
  if (!row) return undefined
  const { orgId, country, timezone, standing, ...member } = row
  return { ...member, org: { id: orgId, country, timezone, standing } }
}
