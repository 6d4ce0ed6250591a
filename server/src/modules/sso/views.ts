import { SSO_ATTEMPTS_LISTED } from '@crewline/contract/sso-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { SsoProblem } from './rules.ts'
import type { StoredDomain } from './store.ts'

/** Lists the domains of an organization by name. */
export async function listDomains(db: Db, orgId: string): Promise<StoredDomain[]> {
  const found = await sql<StoredDomain>`
    select domain, token, verified_at as "verifiedAt" from sso_domain where org_id = ${orgId} order by domain`.execute(
    db,
  )
  return found.rows
}

/** Returns whether an organization proved that it holds a domain. */
export async function isVerifiedDomain(db: Db, orgId: string, domain: string): Promise<boolean> {
  const found = await sql`
    select from sso_domain where org_id = ${orgId} and domain = ${domain} and verified_at is not null`.execute(db)
  return found.rows.length > 0
}

/** The most organizations that are offered for one domain. */
const OFFERED_MAX = 10

/** Returns the organizations with this verified domain whose single sign-on is on, by slug. */
export async function slugsOfDomain(system: Db, domain: string): Promise<string[]> {
  const found = await sql<{ slug: string }>`
    select o.slug from sso_domain d join organization o on o.id = d.org_id and o.status <> 'closed'
      join sso_connection c on c.org_id = d.org_id and c.state <> 'off' and c.protocol is not null
    where d.domain = ${domain} and d.verified_at is not null order by o.slug limit ${OFFERED_MAX}`.execute(system)
  return found.rows.map(({ slug }) => slug)
}

/** A log-in that got its response. */
export interface ListedAttempt {
  id: string
  at: Date
  purpose: 'login' | 'test'
  email: string
  groups: string[]
  problem: SsoProblem | null
}

/** Lists the latest log-ins, newest first. */
export async function listAttempts(db: Db, orgId: string): Promise<ListedAttempt[]> {
  const found = await sql<ListedAttempt>`
    select id, answered_at as at, purpose, email, groups, problem from sso_attempt
    where org_id = ${orgId} and answered_at is not null
    order by answered_at desc, id desc limit ${SSO_ATTEMPTS_LISTED}`.execute(db)
  return found.rows
}

/** An owner, and whether they can log in when the identity provider does not work. */
export interface Owner {
  userId: string
  name: string
  email: string
  canBreakGlass: boolean
}

/** Lists the owners by name. Needs a handle across organizations: members do not see who has a password. */
export async function listOwners(system: Db, orgId: string): Promise<Owner[]> {
  const found = await sql<Owner>`
    select p.id as "userId", trim(p.firstname || ' ' || p.lastname) as name, p.email,
      p.password_hash is not null and p.mfa_method <> 'none' as "canBreakGlass"
    from member m join user_account p on p.id = m.user_id
    where m.org_id = ${orgId} and m.role = 'owner' and m.status = 'active' order by name, p.id`.execute(system)
  return found.rows
}

/** Returns the slug of an organization, as it stands in addresses. */
export async function slugOfOrg(db: Db, orgId: string): Promise<string> {
  const found = await sql<{ slug: string }>`select slug from organization where id = ${orgId}`.execute(db)
  return found.rows[0]?.slug ?? ''
}

/** The parent of an organization. */
export interface Parent {
  id: string
  name: string
  hasSso: boolean
}

/** Returns the parent of an organization; undefined when it has none. */
export async function parentOf(system: Db, orgId: string): Promise<Parent | undefined> {
  const found = await sql<Parent>`
    select p.id, p.name, coalesce(c.state <> 'off' and c.protocol is not null, false) as "hasSso"
    from organization o join organization p on p.id = o.parent_id left join sso_connection c on c.org_id = p.id
    where o.id = ${orgId}`.execute(system)
  return found.rows[0]
}

/**
 * Returns the organization itself, the children that trust its identity provider, and those where its teammates act by a
 * grant.
 */
export async function organizationsUnderRulesOf(system: Db, orgId: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select o.id from organization o left join sso_connection c on c.org_id = o.id
    where o.id = ${orgId} or o.parent_id = ${orgId} and (c.trusts_parent or exists (
      select from member m where m.org_id = o.id and m.via_parent_id = ${orgId} and m.status = 'active'))`.execute(
    system,
  )
  return found.rows.map(({ id }) => id)
}

/** A link ends when its member is removed and added again: the subject may have become someone else's. */
const isLinked = sql<boolean>`not exists (
  select from member m where m.org_id = i.org_id and m.user_id = i.user_id and m.rejoined_at > i.created_at)`

/** Returns the user of a subject of the identity provider. */
export async function userOfSubject(db: Db, connectionId: string, subject: string): Promise<string | undefined> {
  const found = await sql<{ userId: string }>`
    select i.user_id as "userId" from sso_identity i
    where i.connection_id = ${connectionId} and i.subject = ${subject} and ${isLinked}`.execute(db)
  return found.rows[0]?.userId
}

/** Returns whether a subject of the identity provider is linked to a user. */
export async function hasSubject(db: Db, connectionId: string, userId: string): Promise<boolean> {
  const found = await sql`
    select from sso_identity i
    where i.connection_id = ${connectionId} and i.user_id = ${userId} and ${isLinked}`.execute(db)
  return found.rows.length > 0
}

/**
 * Returns the status of a user's membership; undefined when they never were a member, or only by a grant of the parent that
 * has ended.
 */
export async function membershipStatus(db: Db, userId: string): Promise<string | undefined> {
  const found = await sql<{ status: string }>`
    select status from member
    where user_id = ${userId} and not (status = 'deactivated' and via_parent_id is not null)`.execute(db)
  return found.rows[0]?.status
}
