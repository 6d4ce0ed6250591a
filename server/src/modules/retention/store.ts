import type { RetentionClass } from '@crewline/contract/retention'
import { sql } from 'kysely'
import type { CamelRow } from '../../kernel/db/row.ts'
import type { Tx } from '../../kernel/scope.ts'
import { EMPTY_DIGEST, type Setting } from './rules.ts'

const lockName = (tx: Tx) => `retention|${tx.orgId}`

/** Waits for a change of the settings, and keeps others from changing them until the transaction ends. */
export async function shareSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName(tx)}, 0))`.execute(tx.db)
}

/** Locks the settings until the transaction ends, and returns one. Works before there is a row. */
export async function lockSetting(tx: Tx, name: RetentionClass): Promise<Setting | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName(tx)}, 0))`.execute(tx.db)
  const result = await sql<CamelRow<'retention_setting', 'months' | 'previous_months' | 'applies_at'>>`
    select months, previous_months as "previousMonths", applies_at as "appliesAt" from retention_setting
    where org_id = ${tx.orgId} and class = ${name}`.execute(tx.db)
  return result.rows[0]
}

/** Writes the period of a class. */
export async function saveSetting(tx: Tx, name: RetentionClass, setting: Setting, userId: string): Promise<void> {
  const { months, previousMonths, appliesAt } = setting
  await sql`
    insert into retention_setting (org_id, class, months, previous_months, applies_at, changed_by, changed_at)
    values (${tx.orgId}, ${name}, ${months}, ${previousMonths}, ${appliesAt}, ${userId}, ${tx.world.now()})
    on conflict (org_id, class) do update set months = excluded.months, previous_months = excluded.previous_months,
      applies_at = excluded.applies_at, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    tx.db,
  )
}

/** A purge as stored. */
export interface StoredRun {
  id: string
  state: 'running' | 'done' | 'failed'
  before: Partial<Record<RetentionClass, string>>
  counts: Partial<Record<RetentionClass, number>>
  held: Partial<Record<RetentionClass, number>>
  digest: string
}

/** Adds a purge. Returns false while another one runs. */
export async function addRun(tx: Tx, id: string, before: StoredRun['before']): Promise<boolean> {
  const added = await sql`
    insert into retention_run (org_id, id, before, digest, started_at)
    values (${tx.orgId}, ${id}, ${JSON.stringify(before)}::jsonb, ${EMPTY_DIGEST}, ${tx.world.now()})
    on conflict (org_id) where state = 'running' do nothing returning id`.execute(tx.db)
  return added.rows.length > 0
}

/** Locks a purge until the transaction ends. */
export async function lockRun(tx: Tx, id: string): Promise<StoredRun | undefined> {
  const result = await sql<StoredRun>`
    select id, state, before, counts, held, digest from retention_run
    where org_id = ${tx.orgId} and id = ${id} for update`.execute(tx.db)
  return result.rows[0]
}

/** Saves what a locked purge has done so far, and when it ended. */
export async function saveRun(tx: Tx, { id, state, counts, held, digest }: StoredRun): Promise<void> {
  await sql`
    update retention_run set state = ${state}, counts = ${JSON.stringify(counts)}::jsonb, held = ${JSON.stringify(held)}::jsonb,
      digest = ${digest}, finished_at = case when ${state} <> 'running' then ${tx.world.now()}::timestamptz end
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}
