import type { GroupRole, SsoState } from '@crewline/contract/sso'
import { SSO_DOMAINS_MAX } from '@crewline/contract/sso-limits'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'

/** The identity provider of an organization, and what its word is worth here. */
export interface Connection {
  orgId: string
  id: string
  protocol: 'oidc' | 'saml' | null
  issuer: string
  clientId: string
  /** Encrypted; null when there is none. */
  clientSecret: string | null
  entryPoint: string
  certificates: string[]
  groupsClaim: string
  state: SsoState
  breakGlass: string[]
  createsMembers: boolean
  defaultRole: string
  groupRoles: GroupRole[]
  trustsParent: boolean
  testedAt: Date | null
}

const columns = sql`org_id as "orgId", id, protocol, issuer, client_id as "clientId", client_secret as "clientSecret",
  entry_point as "entryPoint", certificates, groups_claim as "groupsClaim", state, break_glass as "breakGlass",
  creates_members as "createsMembers", default_role as "defaultRole", group_roles as "groupRoles",
  trusts_parent as "trustsParent", tested_at as "testedAt"`

/** Returns the connection of an organization as it is; undefined when nothing was ever set. */
export async function readConnection(db: Db, orgId: string): Promise<Connection | undefined> {
  const found = await sql<Connection>`select ${columns} from sso_connection where org_id = ${orgId}`.execute(db)
  return found.rows[0]
}

/** Locks the connection of the organization, and creates the row on first use. */
export async function lockConnection(tx: Tx): Promise<Connection> {
  const now = tx.world.now()
  await sql`
    insert into sso_connection (org_id, id, created_at, updated_at) values (${tx.orgId}, ${tx.world.id()}, ${now}, ${now})
    on conflict do nothing`.execute(tx.db)
  const found = await sql<Connection>`
    select ${columns} from sso_connection where org_id = ${tx.orgId} for update`.execute(tx.db)
  return found.rows[0] ?? fail('not_found')
}

/** Writes a locked connection. */
export async function saveConnection(tx: Tx, connection: Connection): Promise<void> {
  const { id, protocol, issuer, clientId, clientSecret, entryPoint, certificates, groupsClaim } = connection
  await sql`
    update sso_connection set id = ${id}, protocol = ${protocol}, issuer = ${issuer}, client_id = ${clientId},
      client_secret = ${clientSecret}, entry_point = ${entryPoint}, certificates = ${certificates}::text[],
      groups_claim = ${groupsClaim}, state = ${connection.state}, break_glass = ${connection.breakGlass}::uuid[],
      creates_members = ${connection.createsMembers}, default_role = ${connection.defaultRole},
      group_roles = ${JSON.stringify(connection.groupRoles)}::jsonb, trusts_parent = ${connection.trustsParent},
      tested_at = ${connection.testedAt}, updated_at = ${tx.world.now()}
    where org_id = ${tx.orgId}`.execute(tx.db)
}

/** Notes that a test log-in worked, unless the connection was replaced meanwhile. */
export async function noteTested(
  system: Db,
  { orgId, id }: Pick<Connection, 'orgId' | 'id'>,
  now: Date,
): Promise<void> {
  await sql`update sso_connection set tested_at = ${now} where org_id = ${orgId} and id = ${id}`.execute(system)
}

/** A domain and the proof that is asked for. */
export interface StoredDomain {
  domain: string
  token: string
  verifiedAt: Date | null
}

/** Adds a domain; fails with `name_taken` for one that is listed, and with `too_many` when there are enough. */
export async function addDomain(tx: Tx, { domain, token }: { domain: string; token: string }): Promise<void> {
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from sso_domain where org_id = ${tx.orgId}`.execute(tx.db)
  if ((counted.rows[0]?.n ?? 0) >= SSO_DOMAINS_MAX) fail('too_many')
  const added = await sql`
    insert into sso_domain (org_id, domain, token, created_at) values (${tx.orgId}, ${domain}, ${token}, ${tx.world.now()})
    on conflict do nothing returning domain`.execute(tx.db)
  if (added.rows.length === 0) fail('name_taken')
}

/** Marks a domain as proved. */
export async function markVerified(tx: Tx, domain: string): Promise<void> {
  await sql`
    update sso_domain set verified_at = ${tx.world.now()}, checked_at = ${tx.world.now()}
    where org_id = ${tx.orgId} and domain = ${domain}`.execute(tx.db)
}

/** Deletes a domain. Returns whether there was one. */
export async function deleteDomain(tx: Tx, domain: string): Promise<boolean> {
  const deleted = await sql`
    delete from sso_domain where org_id = ${tx.orgId} and domain = ${domain} returning domain`.execute(tx.db)
  return deleted.rows.length > 0
}

/**
 * Links a subject of the identity provider to a user. One subject has one user and one user has one subject: returns false
 * when either is linked otherwise. Links from before the member was removed and added again are dropped.
 */
export async function addIdentity(
  tx: Tx,
  { connectionId, subject, userId }: { connectionId: string; subject: string; userId: string },
): Promise<boolean> {
  await sql`
    delete from sso_identity i using member m
    where i.org_id = ${tx.orgId} and i.connection_id = ${connectionId} and (i.subject = ${subject} or i.user_id = ${userId})
      and m.org_id = i.org_id and m.user_id = i.user_id and i.created_at < m.rejoined_at`.execute(tx.db)
  await sql`
    insert into sso_identity (org_id, connection_id, subject, user_id, created_at)
    values (${tx.orgId}, ${connectionId}, ${subject}, ${userId}, ${tx.world.now()}) on conflict do nothing`.execute(
    tx.db,
  )
  const linked = await sql`
    select from sso_identity where org_id = ${tx.orgId} and connection_id = ${connectionId} and subject = ${subject}
      and user_id = ${userId}`.execute(tx.db)
  return linked.rows.length > 0
}

/** Forgets who the subjects of the identity providers before are. */
export async function deleteIdentities(tx: Tx): Promise<void> {
  await sql`delete from sso_identity where org_id = ${tx.orgId}`.execute(tx.db)
}
