import { sql } from 'kysely'
import type { Tx } from '../../../kernel/scope.ts'
import type { Row } from '../../../kernel/db/row.ts'

/** A contact to erase: all its ids and numbers. */
export interface ContactToErase {
  ids: string[]
  phones: string[]
  /** Numbers owned only by this contact, which become free. */
  owned: string[]
}

/** Locks a contact and all contacts merged into it. Returns undefined when there is none to erase. */
export async function lockContact(tx: Tx, id: string): Promise<ContactToErase | undefined> {
  const result = await sql<Row<'contact', 'id' | 'phone'> & { owns: boolean; removed: boolean }>`
    select id, phone, archived_at is null and not shares_phone as owns, erased_at is not null or (id = ${id} and merged_into is not null) as removed
    from contact where org_id = ${tx.orgId} and (id = ${id} or merged_into = ${id}) order by id for update`.execute(
    tx.db,
  )
  const target = result.rows.find((row) => row.id === id)
  if (!target || target.removed) return undefined
  const phones = result.rows.flatMap((row) => row.phone ?? [])
  return {
    ids: result.rows.map((row) => row.id),
    phones: [...new Set(phones)],
    owned: result.rows.flatMap((row) => (row.owns && row.phone !== null ? [row.phone] : [])),
  }
}

/** Removes all personal data from these contact rows. */
export async function blank(tx: Tx, ids: string[]): Promise<void> {
  const now = tx.world.now()
  await sql`
    update contact set firstname = '', lastname = '', sort_name = '', preferred_name = '', phone = null, phone_kind = 'unknown',
      phone_state = 'ok', shares_phone = false, suspect_since = null, unreachable_at = null, email = '', employee_id = '', language = 'en',
      job_title = '', department = '', location = '', timezone = null, hire_date = null, birthday = null, work = 'active', custom = '{}',
      locked = '{}', archived_at = coalesce(archived_at, ${now}), erased_at = ${now}, updated_at = ${now}
    where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db)
}
