import type { HeldKind } from '@crewline/contract/holdings'
import type { MemberRole } from '@crewline/contract/permissions'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import { heldCount } from '../../kernel/member-holdings.ts'
import type { Outcome } from './store/handovers.ts'

/** A member or a former one. */
export interface Leaver {
  id: string
  userId: string
  name: string
  email: string
  status: 'active' | 'deactivated'
  leftAt: Date | null
}

const LEAVER = sql`m.id, m.user_id as "userId", btrim(p.firstname || ' ' || p.lastname) as name, p.email, m.status, (
    select max(h.at) from handover h
    where h.org_id = m.org_id and h.user_id = m.user_id and h.kind = 'membership' and m.status = 'deactivated') as "leftAt"`

/** Returns a member or a former one by id. */
export async function leaverById(db: Db, memberId: string): Promise<Leaver | undefined> {
  const found = await sql<Leaver>`
    select ${LEAVER} from member m join user_account p on p.id = m.user_id
    where m.id = ${memberId} and m.status in ('active', 'deactivated')`.execute(db)
  return found.rows[0]
}

/** Lists up to 200 former members by name, with how many things each still holds. */
export async function listFormer(db: Db, orgId: string): Promise<(Leaver & { held: number })[]> {
  const found = await sql<Leaver & { held: number }>`
    select ${LEAVER}, ${heldCount(orgId, sql`m.user_id`)} as held from member m join user_account p on p.id = m.user_id
    where m.status = 'deactivated' order by lower(p.firstname), lower(p.lastname), m.id limit 200`.execute(db)
  return found.rows
}

/** What became of something that a former member held. */
export interface Handover {
  id: string
  kind: HeldKind | 'membership' | 'conversations' | 'waitingTexts' | 'drafts'
  name: string | null
  count: number
  outcome: Outcome
  to: string | null
  by: string | null
  at: Date
}

/** Lists what became of what a user held, newest first, up to 200 lines. */
export async function listHandovers(db: Db, userId: string): Promise<Handover[]> {
  const found = await sql<Handover>`
    select h.id, h.kind, h.name, h.count, h.outcome, h.at, btrim(t.firstname || ' ' || t.lastname) as to,
      btrim(b.firstname || ' ' || b.lastname) as by
    from handover h left join user_account t on t.id = h.to_user_id left join user_account b on b.id = h.by_user_id
    where h.user_id = ${userId} order by h.at desc, h.id desc limit 200`.execute(db)
  return found.rows
}

/** What a member may do and see. */
export interface Reach {
  role: MemberRole
  permissions: readonly string[] | null
  scope: 'all' | 'groups'
}

/** Locks the membership of an active user until the transaction ends; undefined for anyone else. */
export async function lockSuccessor(db: Db, userId: string): Promise<Reach | undefined> {
  const found = await sql<Reach>`
    select m.role, m.permissions, m.scope from member m where m.user_id = ${userId} and m.status = 'active' for share`.execute(
    db,
  )
  return found.rows[0]
}

/** Returns what an active user may do and see, with the groups they are limited to; undefined for anyone else. */
export async function activeReach(db: Db, userId: string): Promise<(Reach & { groupIds: string[] }) | undefined> {
  const found = await sql<Reach & { groupIds: string[] }>`
    select m.role, m.permissions, m.scope, array(
      select v.group_id from member_group v where v.org_id = m.org_id and v.member_id = m.id) as "groupIds"
    from member m where m.user_id = ${userId} and m.status = 'active'`.execute(db)
  return found.rows[0]
}

/** Returns what a user may do and see as a member, or what they could; undefined for anyone else. */
export async function reachOf(db: Db, userId: string): Promise<Reach | undefined> {
  const found = await sql<Reach>`
    select m.role, m.permissions, m.scope from member m where m.user_id = ${userId}`.execute(db)
  return found.rows[0]
}
