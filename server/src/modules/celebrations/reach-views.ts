// Counts whom a celebration does not reach: people without the date, and people whom a changed time leaves out.
import { CELEBRATION_WITHOUT_DATE_MAX } from '@crewline/contract/celebration-limits'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Chosen } from '../broadcasts/index.ts'
import { datedContacts, dateOf, isChosen, isNear, obstacle, type Where } from './people-views.ts'

/** Counts the people of these times who can be texted and for whom nothing is recorded. `chosen`: among `DATED`. */
export async function countUnsent(db: Db, where: Where, chosen: Chosen): Promise<number> {
  if (where.times.length === 0) return 0
  const found = await sql<{ n: number }>`
    with dated as materialized ${datedContacts(where)}
    select count(*)::int as n from dated d join ${chosen} h on h.id = d.contact_id and ${isChosen}
    where ${obstacle} is null and not ${isNear(where)} and not exists (
      select from celebration_send s where s.org_id = ${where.orgId} and s.celebration_id = ${where.celebrationId}
        and s.contact_id = d.contact_id and s.year = d.year)`.execute(db)
  return found.rows[0]?.n ?? 0
}

/** The contacts without the date among whom an audience is counted. */
export const UNDATED = sql`select contact_id from undated`

/**
 * Counts who can be texted and has no date, and says whether anyone has it. Looks at a limited number of contacts without the
 * date, found by index where the field is not one of the organization's own. `memberIds`: of the groups that are chosen;
 * undefined for everyone. `chosen`: among `UNDATED`.
 */
export async function countWithoutDate(
  db: Db,
  { content, orgId }: Pick<Where, 'content' | 'orgId'>,
  { chosen, memberIds }: { chosen: Chosen; memberIds: string[] | undefined },
): Promise<{ hasDates: boolean; withoutDate: number; hasMore: boolean }> {
  const { isKnown } = dateOf(content)
  const isMember = memberIds ? sql<SqlBool>`c.id = any(${memberIds}::uuid[])` : sql<SqlBool>`true`
  const found = await sql<{ hasDates: boolean; withoutDate: number; looked: number }>`
    with undated as materialized (
      select c.id as contact_id from contact c
      where c.org_id = ${orgId} and c.archived_at is null and not ${isKnown} and ${isMember}
      limit ${CELEBRATION_WITHOUT_DATE_MAX})
    select exists (select from contact c where c.org_id = ${orgId} and c.archived_at is null and ${isKnown}) as "hasDates",
      (select count(*)::int from undated) as looked,
      (select count(*)::int from ${chosen} h where ${obstacle} is null and ${isChosen}) as "withoutDate"`.execute(db)
  const { hasDates = false, withoutDate = 0, looked = 0 } = found.rows[0] ?? {}
  return { hasDates, withoutDate, hasMore: looked === CELEBRATION_WITHOUT_DATE_MAX }
}
