import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'

/** What is known of somebody who is to be erased: all ids they are kept under, and their numbers. */
export interface Known {
  ids: string[]
  phones: string[]
  /** Numbers that are theirs alone and go free. */
  owned: string[]
}

/** A worker with everybody merged into them, locked; undefined where there is none who could be erased. */
export async function holdPerson(tx: Tx, id: string): Promise<Known | undefined> {
  const found = await sql<{ id: string; phone: string | null; owns: boolean; gone: boolean }>`
    select id, phone, archived_at is null and not shares_phone as owns, erased_at is not null or (id = ${id} and merged_into is not null) as gone
    from contact where org_id = ${tx.orgId} and (id = ${id} or merged_into = ${id}) order by id for update`.execute(
    tx.db,
  )
  const one = found.rows.find((row) => row.id === id)
  if (!one || one.gone) return undefined
  const phones = found.rows.flatMap((row) => row.phone ?? [])
  return {
    ids: found.rows.map((row) => row.id),
    phones: [...new Set(phones)],
    owned: found.rows.flatMap((row) => (row.owns && row.phone !== null ? [row.phone] : [])),
  }
}

/** Leaves of these workers a row that tells of nobody. */
export async function blank(tx: Tx, ids: string[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update contact set firstname = '', lastname = '', sort_name = '', preferred_name = '', phone = null, phone_kind = 'unknown',
      phone_state = 'ok', shares_phone = false, suspect_since = null, unreachable_at = null, email = '', employee_id = '', language = 'en',
      job_title = '', department = '', location = '', timezone = null, hire_date = null, birthday = null, work = 'active', custom = '{}',
      locked = '{}', archived_at = coalesce(archived_at, ${now}), erased_at = ${now}, updated_at = ${now}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db)
}
