import type { CustomField } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { fieldUses, fieldValues } from './plugs.ts'
import type { FieldRule } from './rules.ts'
import type { StoredField } from './store.ts'

/** A deleted field and its values are kept this long, in ms. */
export const DELETED_KEPT_MS = 30 * 24 * 3_600_000

/** The live fields of the organization in order. With the system's eyes name the organization. */
export async function fieldsOf(db: Db, orgId: string | null = null): Promise<FieldRule[]> {
  const found = await sql<FieldRule>`
    select id, key, name, type, options, required, is_unique as "unique", sensitive, fallback, managed_by as "managedBy", position
    from custom_field where deleted_at is null and (${orgId}::uuid is null or org_id = ${orgId}::uuid) order by position, id`.execute(
    db,
  )
  return found.rows
}

/** Whether the actor may see values of sensitive fields; the product itself may not. */
export function maySeeSensitive(scope: Pick<Scope, 'can'>): boolean {
  return scope.can('contacts.sensitive')
}

/** Which fields are shown, and with what. */
export interface Showing {
  /** Those that can still be brought back, newest first, instead of the live ones. */
  deleted?: boolean
  /** With what works with them, and how many workers have a value. */
  uses?: boolean
  /** One field only. */
  id?: string
}

/**
 * Fields as people see them, in order. Values are counted for a screen about fields only: to count is to read every worker.
 */
export async function shownFields(
  scope: Scope,
  kernel: Kernel,
  { deleted = false, uses = false, id }: Showing = {},
): Promise<CustomField[]> {
  const since = new Date(scope.world.now().getTime() - DELETED_KEPT_MS)
  const found = await sql<StoredField>`
    select id, key, name, type, options, required, is_unique as "unique", sensitive, fallback, source, managed_by as "managedBy",
      show_in_list as "showInList", portal, position, created_at as "createdAt", deleted_at as "deletedAt"
    from custom_field where case when ${deleted} then deleted_at >= ${since} else deleted_at is null end
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by deleted_at desc nulls last, position, id`.execute(scope.db)
  const counted = uses || deleted || id !== undefined ? found.rows.map((row) => row.key) : []
  const [counts, managers, usedBy] = await Promise.all([
    counted.length > 0 ? fieldValues.get().count(scope.db, counted) : undefined,
    namesOfManagers(kernel, found.rows),
    uses ? fieldUses.get()(scope.db, found.rows) : undefined,
  ])
  return found.rows.map((row) => ({
    ...row,
    managedBy: row.managedBy && (managers.get(row.managedBy) ?? 'another organization'),
    ...(usedBy && { usedBy: usedBy.get(row.id) ?? [] }),
    ...(counts && { valueCount: counts.get(row.key) ?? 0 }),
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }))
}

/** The names of the organizations that manage these fields, by id. */
export async function namesOfManagers(
  kernel: Kernel,
  fields: readonly { managedBy: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(fields.flatMap(({ managedBy }) => managedBy ?? []))]
  if (ids.length === 0) return new Map()
  const system = kernel.database.asSystem('a field names the organization above that manages it')
  const found = await sql<{ id: string; name: string }>`
    select id, name from organization where id = any(${ids}::uuid[])`.execute(system)
  return new Map(found.rows.map((row) => [row.id, row.name]))
}

/** The organizations with fields that were deleted before a moment; needs a handle across organizations. */
export async function organizationsWithOverdue(system: Db, before: Date): Promise<string[]> {
  const found = await sql<{ org_id: string }>`
    select distinct org_id from custom_field where deleted_at < ${before} order by org_id`.execute(system)
  return found.rows.map((row) => row.org_id)
}
