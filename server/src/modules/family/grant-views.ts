import type { Grant } from '@crewline/contract/grants'
import type { RoleHolder } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Child } from './views.ts'

/** A grant that has not ended, with the child it belongs to. */
export interface OpenGrant extends Omit<Grant, 'createdAt' | 'acceptedAt'> {
  createdAt: Date
  acceptedAt: Date | null
}

/** Which grants: those of one organization, as their parent or their child. */
export type Side = { parentId: string } | { childId: string } | { orgId: string }

/** Lists open grants by child and name. Needs a database handle for all organizations. */
export async function openGrants(system: Db, side: Side): Promise<OpenGrant[]> {
  const which =
    'parentId' in side
      ? sql`g.parent_id = ${side.parentId}`
      : 'childId' in side
        ? sql`g.org_id = ${side.childId}`
        : sql`(g.org_id = ${side.orgId} or g.parent_id = ${side.orgId})`
  const found = await sql<OpenGrant>`
    select g.id, json_build_object('id', p.id, 'name', p.name) as parent, json_build_object('id', c.id, 'name', c.name) as child,
      g.user_id as "userId", trim(u.firstname || ' ' || u.lastname) as name, u.email, g.permissions, g.offered,
      g.created_at as "createdAt", g.accepted_at as "acceptedAt"
    from org_grant g join organization p on p.id = g.parent_id join organization c on c.id = g.org_id
    join user_account u on u.id = g.user_id
    where ${which} and g.ended_at is null order by lower(c.name), lower(u.firstname), lower(u.lastname), g.id`.execute(
    system,
  )
  return found.rows
}

/** Returns a grant as clients see it. */
export function shownGrant(grant: OpenGrant): Grant {
  return {
    ...grant,
    createdAt: grant.createdAt.toISOString(),
    acceptedAt: grant.acceptedAt?.toISOString() ?? null,
  }
}

/** Lists the organizations with open grants of their teammates. Needs a database handle for all organizations. */
export async function parentsWithGrants(system: Db): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select distinct parent_id as id from org_grant where ended_at is null order by 1`.execute(system)
  return found.rows.map((row) => row.id)
}

/** A teammate of the parent. */
export interface Grantee extends RoleHolder {
  userId: string
  name: string
  scope: 'all' | 'groups'
  isVia: boolean
}

/** Returns an active member of the handle's organization. */
export async function granteeById(db: Db, memberId: string): Promise<Grantee | undefined> {
  const found = await sql<Grantee>`
    select m.user_id as "userId", trim(u.firstname || ' ' || u.lastname) as name, m.role, m.permissions,
      case when m.role in ('owner', 'admin') then 'all' else m.scope end as scope, m.via_parent_id is not null as "isVia"
    from member m join user_account u on u.id = m.user_id where m.id = ${memberId} and m.status = 'active'`.execute(db)
  return found.rows[0]
}

/**
 * Returns what a user may do in the parent of a child, if a grant can be valid: the parent is one still and open, and the
 * user is a member in their own right who sees every contact. Needs a database handle for all organizations.
 */
export async function holderInParent(
  system: Db,
  { childId, parentId, userId }: { childId: string; parentId: string; userId: string },
): Promise<RoleHolder | undefined> {
  const found = await sql<RoleHolder>`
    select m.role, m.permissions from member m join organization p on p.id = m.org_id and p.status <> 'closed'
    join organization c on c.id = ${childId} and c.parent_id = p.id and c.status <> 'closed'
    where m.org_id = ${parentId} and m.user_id = ${userId} and m.status = 'active' and m.via_parent_id is null
      and (m.scope = 'all' or m.role in ('owner', 'admin'))`.execute(system)
  return found.rows[0]
}

/** How a user belongs to a child: by the grant of this parent, in their own right, or not at all. */
export async function belongsHow(db: Db, userId: string, parentId: string): Promise<'grant' | 'own' | null> {
  const found = await sql<{ how: 'grant' | 'own' }>`
    select case when via_parent_id = ${parentId} then 'grant' else 'own' end as how from member
    where user_id = ${userId} and status = 'active'`.execute(db)
  return found.rows[0]?.how ?? null
}

/** Returns one organization for a system scope, open or not. Needs a database handle for all organizations. */
export async function childById(system: Db, id: string): Promise<Child | undefined> {
  const found = await sql<Child>`
    select id, name, country, timezone, status, coalesce((features ->> 'sync')::boolean, false) as sync
    from organization where id = ${id}`.execute(system)
  return found.rows[0]
}
