import { sql } from 'kysely'
import type { Scope } from '../../../kernel/scope.ts'
import type { Result } from '../next-actions.ts'
import { causeOf, PEOPLE } from './result-conditions.ts'
import type { ResultRun } from './result-runs.ts'

/** Rows of each cut at most, those with the most recipients. */
const CUT_MAX = 100

/** Counts of recipients who have something in common. */
export interface CutRow {
  key: string
  label: string
  recipients: number
  delivered: number
  replied: number
  clicked: number
  answered: number
}

const cutCounts = sql`count(*)::int as recipients, count(*) filter (where ${PEOPLE.delivered})::int as delivered,
  count(*) filter (where ${PEOPLE.replied})::int as replied, count(*) filter (where ${PEOPLE.clicked})::int as clicked,
  count(*) filter (where ${PEOPLE.answered})::int as answered`

/** Returns the recipients of a run by group as of now, and by language, location and number as of then. */
export async function cutsOf(
  scope: Scope,
  run: ResultRun,
): Promise<Record<'byGroup' | 'byLanguage' | 'byLocation' | 'byLine', CutRow[]>> {
  const [groups, others] = await Promise.all([
    sql<CutRow>`
      select g.id as key, g.name as label, ${cutCounts} from broadcast_recipient p
        join group_member m on m.org_id = p.org_id and m.contact_id = p.contact_id
        join contact_group g on g.org_id = m.org_id and g.id = m.group_id and g.archived_at is null
      where p.org_id = ${scope.orgId} and p.run_id = ${run.id} and ${PEOPLE.recipients}
      group by g.id, g.name order by recipients desc, label limit ${CUT_MAX}`.execute(scope.db),
    sql<CutRow & { by: 'byLanguage' | 'byLocation' | 'byLine' }>`
      select n.*, coalesce(nullif(l.label, ''), l.phone, n.key) as label from (
        select case when grouping(p.language) = 0 then 'byLanguage' when grouping(p.location) = 0 then 'byLocation' else 'byLine' end as by,
          coalesce(p.language, p.location, p.line_id::text) as key, p.line_id, ${cutCounts}
        from broadcast_recipient p where p.org_id = ${scope.orgId} and p.run_id = ${run.id} and ${PEOPLE.recipients}
        group by grouping sets (p.language, p.location, p.line_id)
      ) n left join line l on l.org_id = ${scope.orgId} and l.id = n.line_id
      where n.key is not null order by n.recipients desc, label`.execute(scope.db),
  ])
  const cut = (by: 'byLanguage' | 'byLocation' | 'byLine'): CutRow[] =>
    others.rows.flatMap((row) => {
      const { key, label, recipients, delivered, replied, clicked, answered } = row
      return row.by === by ? [{ key, label, recipients, delivered, replied, clicked, answered }] : []
    })
  return {
    byGroup: groups.rows,
    byLanguage: cut('byLanguage').slice(0, CUT_MAX),
    byLocation: cut('byLocation').slice(0, CUT_MAX),
    byLine: cut('byLine').slice(0, CUT_MAX),
  }
}

/** Counts of one hour. */
export interface HourRow {
  at: Date
  sent: number
  delivered: number
  replied: number
  answered: number
}

/** Returns how many texts were sent, delivered, replied to and answered in each of the first 24 hours, up to now. */
export async function timelineOf(scope: Scope, run: ResultRun): Promise<HourRow[]> {
  if (!run.startedAt) return []
  const result = await sql<HourRow>`
    select ${run.startedAt}::timestamptz + make_interval(hours => h.nth) as at, coalesce(e.sent, 0) as sent,
      coalesce(e.delivered, 0) as delivered, coalesce(e.replied, 0) as replied, coalesce(e.answered, 0) as answered
    from generate_series(0, 23) h(nth) left join (
      select floor(extract(epoch from v.at - ${run.startedAt}::timestamptz) / 3600)::int as nth,
        count(*) filter (where v.what = 'sent')::int as sent, count(*) filter (where v.what = 'delivered')::int as delivered,
        count(*) filter (where v.what = 'replied')::int as replied,
        count(*) filter (where v.what = 'answered')::int as answered
      from broadcast_recipient p cross join lateral (values
        ('sent', p.sent_at), ('delivered', p.delivered_at), ('replied', p.replied_at),
        ('answered', p.answered_at)) v(what, at)
      where p.org_id = ${scope.orgId} and p.run_id = ${run.id} and v.at is not null group by 1
    ) e on e.nth = h.nth
    where ${run.startedAt}::timestamptz + make_interval(hours => h.nth) <= ${scope.world.now()} order by h.nth`.execute(
    scope.db,
  )
  return result.rows
}

/** People of a run with the same result. */
export interface ResultRow extends Result {
  count: number
  /** Segments that carriers accepted. */
  segments: number
}

/** Returns what became of the text, with how many people each result has. */
export async function resultsOf(scope: Scope, run: ResultRun): Promise<ResultRow[]> {
  const result = await sql<ResultRow>`
    select p.state, p.block_reason as "blockReason", ${causeOf} as cause, count(*)::int as count,
      coalesce(sum(p.segments) filter (where ${PEOPLE.handed_off}), 0)::int as segments
    from broadcast_recipient p where p.org_id = ${scope.orgId} and p.run_id = ${run.id} group by 1, 2, 3`.execute(
    scope.db,
  )
  return result.rows
}
