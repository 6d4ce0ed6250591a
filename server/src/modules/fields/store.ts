import { sql } from 'kysely'
import type { Tx } from '../../kernel/scope.ts'
import type { FieldParts, FieldRule } from './rules.ts'

/** A field as its row stands. */
export interface StoredField extends FieldRule, FieldParts {
  createdAt: Date
  deletedAt: Date | null
}

const columns = sql`id, key, name, type, options, required, is_unique as "unique", sensitive, fallback, source, managed_by as "managedBy",
  show_in_list as "showInList", portal, position, created_at as "createdAt", deleted_at as "deletedAt"`

/** Lets one change of the organization's fields happen at a time. */
export async function lockFields(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom_field|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Keeps the fields as they are until the transaction ends; many writers of values may ask for this at once. */
export async function holdFields(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${`custom_field|${tx.orgId}`}, 0))`.execute(tx.db)
}

/** Every field in order, deleted ones too; under the lock. */
export async function allFields(tx: Tx): Promise<StoredField[]> {
  const found = await sql<StoredField>`
    select ${columns} from custom_field where org_id = ${tx.orgId} order by position, id`.execute(tx.db)
  return found.rows
}

/** Whether another live field has this name, whatever its case. */
export async function isNameTaken(tx: Tx, name: string, exceptId: string | null): Promise<boolean> {
  const found = await sql`
    select from custom_field where org_id = ${tx.orgId} and deleted_at is null and lower(name) = lower(${name})
      and id is distinct from ${exceptId}::uuid`.execute(tx.db)
  return found.rows.length > 0
}

/** Adds a field. Key and name are free: the caller looked under the lock. */
export async function insertField(tx: Tx, field: FieldParts & { id: string; position: number }): Promise<void> {
  await sql`
    insert into custom_field (org_id, id, name, key, type, options, required, is_unique, sensitive, fallback, source, show_in_list, portal, position, created_at)
    values (${tx.orgId}, ${field.id}, ${field.name}, ${field.key}, ${field.type}, ${JSON.stringify(field.options)}::jsonb, ${field.required},
      ${field.unique}, ${field.sensitive}, ${field.fallback}, ${field.source}, ${field.showInList}, ${field.portal}, ${field.position}, ${tx.world.now()})`.execute(
    tx.db,
  )
}

/** Writes what may change of a field; its key never does. */
export async function saveField(tx: Tx, id: string, field: Omit<FieldParts, 'key' | 'source'>): Promise<void> {
  await sql`
    update custom_field set name = ${field.name}, type = ${field.type}, options = ${JSON.stringify(field.options)}::jsonb,
      required = ${field.required}, is_unique = ${field.unique}, sensitive = ${field.sensitive}, fallback = ${field.fallback},
      show_in_list = ${field.showInList}, portal = ${field.portal}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Notes which organization manages a field; null gives it to its own. */
export async function setManager(tx: Tx, id: string, managedBy: string | null): Promise<void> {
  await sql`
    update custom_field set managed_by = ${managedBy}, source = ${managedBy === null ? 'user' : 'parent'}
    where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Puts fields into this order. */
export async function orderFields(tx: Tx, ids: string[]): Promise<void> {
  await sql`
    update custom_field f set position = o.n - 1 from unnest(${ids}::uuid[]) with ordinality o(id, n)
    where f.org_id = ${tx.orgId} and f.id = o.id and f.position <> o.n - 1`.execute(tx.db)
}

/** Marks a field as deleted at a moment, or as alive with null. */
export async function markDeleted(tx: Tx, id: string, at: Date | null): Promise<void> {
  await sql`update custom_field set deleted_at = ${at} where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db)
}

/** Forgets the fields deleted before a moment for good; answers their keys, which are free again. */
export async function forgetDeleted(tx: Tx, before: Date): Promise<string[]> {
  const gone = await sql<{ key: string }>`
    delete from custom_field where org_id = ${tx.orgId} and deleted_at < ${before} returning key`.execute(tx.db)
  return gone.rows.map((row) => row.key)
}

/** Keeps everybody else from writing this value of a field until the transaction ends. */
export async function lockValue(tx: Tx, key: string, value: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`custom value|${tx.orgId}|${key}|${value}`}, 0))`.execute(
    tx.db,
  )
}
