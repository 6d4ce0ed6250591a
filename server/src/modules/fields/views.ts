import type { CustomField, Use } from '@crewline/contract/fields'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/pool.ts'
import type { Row } from '../../kernel/db/row.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { fieldUsesOfModules, type SoughtField } from '../../kernel/uses.ts'
import { fieldValues } from './ports.ts'
import type { FieldRule } from './rules.ts'
import type { StoredField } from './store.ts'

/** How long a deleted field and its values are kept, in ms. */
export const DELETED_RETENTION_MS = 30 * 24 * 3_600_000

/** Returns the active fields of the organization in order. With a system handle, pass the organization. */
export async function fieldsOf(db: Db, orgId: string | null = null): Promise<FieldRule[]> {
  const result = await sql<FieldRule>`
    select id, key, name, type, options, required, is_unique as "unique", sensitive, fallback, managed_by as "managedBy", position
    from custom_field where deleted_at is null and (${orgId}::uuid is null or org_id = ${orgId}::uuid) order by position, id`.execute(
    db,
  )
  return result.rows
}

/** Returns whether the actor may see sensitive values; the system actor may not. */
export function maySeeSensitive(scope: Pick<Scope, 'can'>): boolean {
  return scope.can('contacts.sensitive')
}

/** Which fields to show, and with what data. */
export interface Showing {
  /** Deleted fields that can still be restored, newest first, instead of active ones. */
  deleted?: boolean
  /** Include uses and the number of contacts with a value. */
  uses?: boolean
  /** One field only. */
  id?: string
}

/**
 * Returns fields for display, in order. Counts values only for the field settings, because counting reads every
 * contact.
 */
export async function fieldsForDisplay(
  scope: Scope,
  kernel: Kernel,
  { deleted = false, uses = false, id }: Showing = {},
): Promise<CustomField[]> {
  const since = new Date(scope.world.now().getTime() - DELETED_RETENTION_MS)
  const result = await sql<StoredField>`
    select id, key, name, type, options, required, is_unique as "unique", sensitive, fallback, source, managed_by as "managedBy",
      show_in_list as "showInList", portal, position, created_at as "createdAt", deleted_at as "deletedAt"
    from custom_field where case when ${deleted} then deleted_at >= ${since} else deleted_at is null end
      and (${id ?? null}::uuid is null or id = ${id ?? null}::uuid)
    order by deleted_at desc nulls last, position, id`.execute(scope.db)
  const counted = uses || deleted || id !== undefined ? result.rows.map((row) => row.key) : []
  const [counts, managers, usedBy] = await Promise.all([
    counted.length > 0 ? fieldValues.get().count(scope.db, counted) : undefined,
    namesOfManagers(kernel, result.rows),
    uses ? fieldUsesOfModules(scope.db, scope.orgId, result.rows) : undefined,
  ])
  return result.rows.map((row) => ({
    ...row,
    managedBy: row.managedBy && (managers.get(row.managedBy) ?? 'another organization'),
    ...(usedBy && { usedBy: usedBy.get(row.id) ?? [] }),
    ...(counts && { valueCount: counts.get(row.key) ?? 0 }),
    createdAt: row.createdAt.toISOString(),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }))
}

/** Returns what uses a field. */
export async function usesOf({ db, orgId }: Pick<Scope, 'db' | 'orgId'>, field: SoughtField): Promise<Use[]> {
  return (await fieldUsesOfModules(db, orgId, [field])).get(field.id) ?? []
}

/** Returns the names of the organizations that manage these fields, by id. */
export async function namesOfManagers(
  kernel: Kernel,
  fields: readonly { managedBy: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(fields.flatMap(({ managedBy }) => managedBy ?? []))]
  if (ids.length === 0) return new Map()
  const system = kernel.database.asSystem('a field names the parent organization that manages it')
  const result = await sql<Row<'organization', 'id' | 'name'>>`
    select id, name from organization where id = any(${ids}::uuid[])`.execute(system)
  return new Map(result.rows.map((row) => [row.id, row.name]))
}

/** Returns the organizations with fields deleted before a moment. Needs a database handle for all organizations. */
export async function organizationsWithOverdue(system: Db, before: Date): Promise<string[]> {
  const result = await sql<Row<'custom_field', 'org_id'>>`
    select distinct org_id from custom_field where deleted_at < ${before} order by org_id`.execute(system)
  return result.rows.map((row) => row.org_id)
}

/** Returns the keys of the organization's fields that were deleted before a moment. */
export async function overdueKeys(db: Db, before: Date): Promise<string[]> {
  const result = await sql<Row<'custom_field', 'key'>>`
    select key from custom_field where deleted_at < ${before} order by key`.execute(db)
  return result.rows.map((row) => row.key)
}
