import { RetentionClass, type RetentionPeriod, type RetentionRun } from '@crewline/contract/retention'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { CamelRow, Row } from '../../kernel/db/row.ts'
import type { Setting } from './rules.ts'
import type { StoredRun } from './store.ts'

/** The purges that are shown. */
const RUNS = 24

/** Returns the stored periods by class. */
export async function settingsOf(db: Db): Promise<Map<RetentionClass, Setting>> {
  const result = await sql<
    CamelRow<'retention_setting', 'class' | 'months' | 'previous_months' | 'applies_at', { class: RetentionClass }>
  >`select class, months, previous_months as "previousMonths", applies_at as "appliesAt" from retention_setting`.execute(
    db,
  )
  return new Map(result.rows.map(({ class: name, ...setting }) => [name, setting]))
}

/** Returns the period of every class; those never set are kept. */
export async function periodsOf(db: Db, now: Date): Promise<RetentionPeriod[]> {
  const result = await sql<Setting & { class: RetentionClass; changedAt: Date; changedBy: string }>`
    select s.class, s.months, s.previous_months as "previousMonths", s.applies_at as "appliesAt", s.changed_at as "changedAt",
      coalesce(trim(p.firstname || ' ' || p.lastname), '') as "changedBy"
    from retention_setting s left join user_account p on p.id = s.changed_by`.execute(db)
  return RetentionClass.options.map((name) => {
    const row = result.rows.find((candidate) => candidate.class === name)
    const isPending = row !== undefined && row.appliesAt > now
    return {
      class: name,
      months: row?.months ?? null,
      previousMonths: isPending ? row.previousMonths : null,
      appliesAt: isPending ? row.appliesAt.toISOString() : null,
      changedBy: row?.changedBy ?? '',
      changedAt: row?.changedAt.toISOString() ?? null,
    }
  })
}

/** Returns the last purges, newest first, or one of them. */
export async function runsOf(db: Db, id: string | null = null): Promise<RetentionRun[]> {
  const result = await sql<Omit<StoredRun, 'before'> & { startedAt: Date; finishedAt: Date | null }>`
    select id, state, counts, held, digest, started_at as "startedAt", finished_at as "finishedAt" from retention_run
    where ${id}::uuid is null or id = ${id}::uuid order by started_at desc, id desc limit ${RUNS}`.execute(db)
  return result.rows.map(({ counts, held, startedAt, finishedAt, ...run }) => ({
    ...run,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts: RetentionClass.options.flatMap((name) =>
      (counts[name] ?? 0) + (held[name] ?? 0) > 0
        ? [{ class: name, deleted: counts[name] ?? 0, held: held[name] ?? 0 }]
        : [],
    ),
  }))
}

/** Returns when a purge deletes what is older, by class. */
export async function cutoffsOf(db: Db, id: string): Promise<StoredRun['before']> {
  const result = await sql<Row<'retention_run', 'before', { before: StoredRun['before'] }>>`
    select before from retention_run where id = ${id}`.execute(db)
  return result.rows[0]?.before ?? {}
}

/** Returns the organizations with a period that applies. Needs a handle across organizations. */
export async function organizationsWithPeriods(system: Db, now: Date): Promise<string[]> {
  const result = await sql<Row<'retention_setting', 'org_id'>>`
    select distinct org_id from retention_setting
    where case when applies_at <= ${now} then months else previous_months end is not null order by org_id`.execute(
    system,
  )
  return result.rows.map((row) => row.org_id)
}
