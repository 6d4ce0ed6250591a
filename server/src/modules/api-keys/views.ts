import { API_KEY_LISTED_DAYS } from '@crewline/contract/api-key-limits'
import type { ApiKey } from '@crewline/contract/api-keys'
import type { AppKey } from '@crewline/contract/app-keys'
import type { Features } from '@crewline/contract/features'
import type { OrgStatus } from '@crewline/contract/organizations'
import type { Permission } from '@crewline/contract/permissions'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { SessionInfo } from '../../kernel/http/session-gate.ts'
import type { Scope } from '../../kernel/scope.ts'

type ListedKey = Omit<ApiKey, 'state' | 'createdAt' | 'expiresAt' | 'lastUsedAt' | 'revokedAt'> &
  Record<'createdAt', Date> &
  Record<'expiresAt' | 'lastUsedAt' | 'revokedAt', Date | null>

/** Lists the keys: those that work first, newest first; ended ones for 90 days. Or only the one with this id. */
export async function listKeys(scope: Scope, id?: string): Promise<ApiKey[]> {
  const now = scope.world.now()
  const oldest = new Date(now.getTime() - API_KEY_LISTED_DAYS * 86_400_000)
  const result = await sql<ListedKey>`
    select k.id, k.name, k.start, k.permissions, k.created_at as "createdAt", k.expires_at as "expiresAt",
      k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt",
      case when m.scope = 'groups' then (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name), '[]')
        from member_group v join contact_group g on g.org_id = v.org_id and g.id = v.group_id
        where v.org_id = k.org_id and v.member_id = k.member_id) end as groups,
      json_build_object('userId', p.id, 'name', trim(p.firstname || ' ' || p.lastname), 'isMember', exists (
        select from member c where c.org_id = k.org_id and c.user_id = p.id and c.status = 'active')) as "createdBy"
    from api_key k join member m on m.org_id = k.org_id and m.id = k.member_id join user_account p on p.id = k.created_by
    where k.org_id = ${scope.orgId} and (${id ?? null}::uuid is null or k.id = ${id ?? null})
      and coalesce(least(k.revoked_at, k.expires_at), 'infinity') > ${oldest}
    order by (k.revoked_at is not null or k.expires_at <= ${now}), k.created_at desc, k.id`.execute(scope.db)
  return result.rows.map(({ createdAt, expiresAt, lastUsedAt, revokedAt, ...key }) => ({
    ...key,
    state: revokedAt ? 'revoked' : expiresAt && expiresAt <= now ? 'expired' : 'active',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }))
}

/** Returns the names of groups that still exist, by id. */
export async function keyGroupNames(
  { db, orgId }: { db: Db; orgId: string },
  ids: string[],
): Promise<Map<string, string>> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from contact_group where org_id = ${orgId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

type KeyActor = Omit<SessionInfo, 'org'>

interface KeyRow extends Omit<KeyActor, 'permissions' | 'needsSecondStep'> {
  orgId: string
  country: string
  timezone: string
  status: OrgStatus
  features: Partial<Features>
  appsNotInPlan: AppKey[]
  needsPlan: boolean
  permissions: Permission[]
  lastUsedAt: Date | null
}

/** Returns the key with this hash while it and its organization are valid, with one indexed lookup. */
export async function keyByHash(
  system: Db,
  hash: Buffer,
  now: Date,
): Promise<(SessionInfo & { lastUsedAt: Date | null }) | undefined> {
  const row = await validKey(
    system,
    now,
    sql`(k.key_hash = ${hash} or k.previous_hash = ${hash} and k.previous_until > ${now})`,
  )
  if (!row) return undefined
  const { orgId, country, timezone, status, features, appsNotInPlan, needsPlan, permissions, ...actor } = row
  return {
    ...actor,
    permissions: null,
    needsSecondStep: false,
    apiKey: { permissions },
    org: { id: orgId, country, timezone, status, features, appsNotInPlan, needsPlan },
  }
}

/** Returns the valid key that acts as this user. */
export async function keyByUser(
  system: Db,
  { orgId, userId }: { orgId: string; userId: string },
  now: Date,
): Promise<(KeyActor & { apiKey: { permissions: Permission[] } }) | undefined> {
  const row = await validKey(system, now, sql`k.org_id = ${orgId} and k.user_id = ${userId}`)
  if (!row) return undefined
  const { sessionId, memberId, role, scope, firstname, lastname, locale, permissions } = row
  return {
    sessionId,
    userId,
    memberId,
    role,
    permissions: null,
    needsSecondStep: false,
    scope,
    firstname,
    lastname,
    locale,
    apiKey: { permissions },
  }
}

async function validKey(system: Db, now: Date, condition: RawBuilder<unknown>): Promise<KeyRow | undefined> {
  const result = await sql<KeyRow>`
    select k.id as "sessionId", k.user_id as "userId", k.member_id as "memberId", k.permissions,
      k.last_used_at as "lastUsedAt", m.role, m.scope, p.firstname, p.lastname, p.locale,
      o.id as "orgId", o.country, o.timezone, o.status, o.features, o.apps_not_in_plan as "appsNotInPlan", o.need_billing as "needsPlan"
    from api_key k join member m on m.org_id = k.org_id and m.id = k.member_id
    join user_account p on p.id = k.user_id join organization o on o.id = k.org_id and o.status <> 'closed'
    where ${condition} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`.execute(system)
  return result.rows[0]
}
