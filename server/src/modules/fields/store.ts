import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import type { FieldParts, FieldRule } from './rules.ts'
import type { Row } from '../../kernel/db/row.ts'

/** The stored row of a field. */
export interface StoredField extends FieldRule, FieldParts {
  createdAt: Date
  deletedAt: Date | null
}

const columns = sql`id, key, name, type, options, required, is_unique as "unique", sensitive, fallback, source, managed_by as "managedBy",
  show_in_list as "showInList", portal, position, created_at as "createdAt", deleted_at as "deletedAt"`

/** Serializes changes to the organization's fields. */
export async function lockFields(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom_field|${tx.orgId}`}, 0))`.execute(tx.db)
}

/**
 * Prevents field changes until the transaction ends. A shared lock: many transactions that write values may hold it.
 */
export async function lockFieldsShared(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`custom_field|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Returns every field in order, including deleted ones. Call it under the lock. */
export async function allFields(tx: Tx): Promise<StoredField[]> {
  const result = await sql<StoredField>`
    select ${columns} from custom_field where org_id = ${tx.orgId} order by position, id`.execute(tx.db)
  return result.rows
}

/** Returns whether another active field has this name in any case. */
export async function isNameTaken(tx: Tx, name: string, exceptId: string | null): Promise<boolean> {
  const result = await sql`
    select from custom_field where org_id = ${tx.orgId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::uuid`.execute(tx.db)
  return result.rows.length > 0
}

/** Inserts a field. The caller must have checked under the lock that key and name are free. */
export async function insertField(tx: Tx, field: FieldParts & { id: string; position: number }): Promise<void> {
  await sql`
    insert into custom_field (org_id, id, name, key, type, options, required, is_unique, sensitive, fallback, source, show_in_list, portal, position, created_at)
    values (${tx.orgId}, ${field.id}, ${field.name}, ${field.key}, ${field.type}, ${JSON.stringify(field.options)}::jsonb, ${field.required},
      ${field.unique}, ${field.sensitive}, ${field.fallback}, ${field.source}, ${field.showInList}, ${field.portal}, ${field.position}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Updates the editable parts of a field; its key never changes. */
export async function saveField(tx: Tx, id: string, field: Omit<FieldParts, 'key' | 'source'>): Promise<void> {
  await sql`
    update custom_field set name = ${field.name}, type = ${field.type}, options = ${JSON.stringify(field.options)}::jsonb,
      required = ${field.required}, is_unique = ${field.unique}, sensitive = ${field.sensitive}, fallback = ${field.fallback},
      show_in_list = ${field.showInList}, portal = ${field.portal}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Sets which organization manages a field; null means its own. */
export async function setManager(tx: Tx, id: string, managedBy: string | null): Promise<void> {
  await sql`
    update custom_field set managed_by = ${managedBy}, source = ${managedBy === null ? 'user' : 'parent'}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Sets the order of fields. */
export async function orderFields(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update custom_field f set position = o.n - 1 from unnest(${ids}::uuid[]) with ordinality o(id, n)
    where f.org_id = ${tx.orgId} and f.id = o.id and f.position <> o.n - 1`.execute(tx.db)
}

/** Marks a field as deleted at a moment, or as active with null. */
export async function markDeleted(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update custom_field set deleted_at = ${at} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Permanently deletes those of these fields that were deleted before a moment. Returns their keys, which are free again. */
export async function purgeDeletedFields(tx: Tx, before: Date, keys: string[]): Promise<string[]> {
  const result = await sql<Row<'custom_field', 'key'>>`
    delete from custom_field where org_id = ${tx.orgId} and deleted_at < ${before}
      and key = any(${keys}::text[]) returning key`.execute(tx.db)
  return result.rows.map((row) => row.key)
}

/** Locks a value of a field against other writers until the transaction ends. */
export async function lockValue(tx: Tx, key: string, value: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom value|${tx.orgId}|${key}|${value}`}, 0))`.execute(
    tx.db,
  )
}
