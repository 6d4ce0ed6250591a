import { sql } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import { contactsWithConsent } from '../../audience/index.ts'
import { summaryColumns, type SummaryRow } from '../../contacts/index.ts'
import { PEOPLE } from './result-conditions.ts'

/** A recipient who replied, with the last reply. */
export type ReplyRow = SummaryRow & { replied_at: Date; body: string | null; at: Date | null; waits: boolean }

/** The last reply that was listed: whether its contact waits, and when the contact first replied. */
export interface ReplyPlace {
  waits: boolean
  at: Date
  id: string
}

/**
 * Returns a page of the recipients who replied to a run, those who wait for an answer first, the latest first, and how
 * many they are.
 */
export async function repliesPage(
  scope: Scope,
  runId: string,
  {
    onlyWaiting,
    after,
    offset,
    most,
  }: { onlyWaiting: boolean; after: ReplyPlace | undefined; offset: number; most: number },
): Promise<{ rows: ReplyRow[]; total: number; waiting: number }> {
  const waits = sql`(v.waiting_since is not null)`
  const from = sql`
    from ${contactsWithConsent} join broadcast_recipient p on p.org_id = c.org_id and p.contact_id = c.id
    left join conversation v on v.org_id = c.org_id and v.contact_id = c.id
    where p.org_id = ${scope.orgId} and p.run_id = ${runId} and ${PEOPLE.replied}`
  const [page, count] = await Promise.all([
    sql<ReplyRow>`
      select r.*, m.body, m.at from (
        select ${summaryColumns}, p.org_id, p.replied_at, ${waits} as waits ${from} ${onlyWaiting ? sql`and ${waits}` : sql``}
          ${after ? sql`and (${waits}, p.replied_at, c.id) < (${after.waits}, ${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
        order by waits desc, p.replied_at desc, c.id desc limit ${most} offset ${offset}
      ) r left join lateral (
        select m.body, m.at from message m where m.org_id = r.org_id and m.contact_id = r.contact_id and m.direction = 'in'
          and m.batch_id = ${runId} and (case when m.sort_id is null then m.id else m.sort_id end) >= uuid_floor(r.replied_at - interval '1 day')
        order by (case when m.sort_id is null then m.id else m.sort_id end) desc limit 1
      ) m on true
      order by r.waits desc, r.replied_at desc, r.contact_id desc`.execute(scope.db),
    sql<{ total: number; waiting: number }>`
      select count(*)::int as total, count(*) filter (where ${waits})::int as waiting ${from}`.execute(scope.db),
  ])
  const { total = 0, waiting = 0 } = count.rows[0] ?? {}
  return { rows: page.rows, total: onlyWaiting ? waiting : total, waiting }
}
