import type { CustomField, createCustomField, customFieldPage, Use } from '@crewline/contract/fields'
import type { BodyOf, QueryOf } from '@crewline/contract/endpoint'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addField, FIELDS_MAX } from './add-field.ts'
import { one, refuseManaged, wordsOfUses } from './edit-field.ts'
import { FieldChanged } from './facts.ts'
import { usesOf } from './plugs.ts'
import { plain } from './rules.ts'
import { allFields, isNameTaken, lockFields, markDeleted, orderFields } from './store.ts'
import { DELETED_KEPT_MS, fieldsOf, shownFields } from './views.ts'

/** Changes of fields of one organization in an hour. */
const CHANGES_PER_HOUR = 600

/** Takes one of the changes an organization may make in an hour, or refuses. */
export async function takeChange(scope: Scope, kernel: Kernel): Promise<void> {
  await makeLimit(kernel, 'custom-fields', CHANGES_PER_HOUR, 3600).take(scope.orgId)
}

/** Adds a field. */
export async function create(
  scope: Scope,
  kernel: Kernel,
  ask: BodyOf<typeof createCustomField>,
): Promise<{ customField: CustomField }> {
  const { id } = await scope.tx((tx) => addField(tx, ask))
  return one(scope, kernel, id)
}

/** A page of the fields whose name or key holds the words searched for. */
export async function page(
  scope: Scope,
  kernel: Kernel,
  { page: number, pageSize, cursor, search, sort, order }: QueryOf<typeof customFieldPage>,
): Promise<{ data: CustomField[]; page: number; pageSize: number; total: number }> {
  if (cursor !== undefined)
    fail('invalid', {
      fieldErrors: { cursor: { en: 'This list has pages only.', es: 'Esta lista solo tiene páginas.' } },
    })
  const wanted = plain(search)
  // There are a hundred at most: they are sorted where every letter of every language is.
  const found = (await shownFields(scope, kernel)).filter(
    (field) => plain(field.name).includes(wanted) || field.key.includes(wanted),
  )
  const compare = (a: CustomField, b: CustomField): number =>
    (sort === 'position' ? a.position - b.position : a[sort].localeCompare(b[sort], 'en')) || (a.id < b.id ? -1 : 1)
  const sorted = found.toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)))
  const from = (number - 1) * pageSize
  return { data: sorted.slice(from, from + pageSize), page: number, pageSize, total: found.length }
}

/** What uses a live field; it can be deleted where nothing does and no organization above manages it. */
export async function removable(scope: Scope, id: string): Promise<{ removable: boolean; usedBy: Use[] }> {
  const field = (await fieldsOf(scope.db)).find((live) => live.id === id) ?? fail('not_found')
  const usedBy = await usesOf(scope.db, field)
  return { removable: usedBy.length === 0 && field.managedBy === null, usedBy }
}

/** Deletes a field nothing uses; its values are kept for 30 days. */
export async function remove(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    await lockFields(tx)
    const live = (await allFields(tx)).filter((field) => field.deletedAt === null)
    const field = live.find((candidate) => candidate.id === id) ?? fail('not_found')
    await refuseManaged(kernel, field)
    const uses = await usesOf(tx.db, field)
    if (uses.length > 0) fail('field_in_use', { words: wordsOfUses(uses) })
    await markDeleted(tx, id, tx.world.now())
    await orderFields(
      tx,
      live.map((other) => other.id).filter((other) => other !== id),
    )
    tx.publish(FieldChanged, { fieldId: id })
    tx.audit('custom-field.deleted', id, { name: field.name, key: field.key })
  })
  return {}
}

/** Brings a deleted field back as the last one, with its values. */
export async function restore(scope: Scope, kernel: Kernel, id: string): Promise<{ customField: CustomField }> {
  await scope.tx(async (tx) => {
    await lockFields(tx)
    const all = await allFields(tx)
    const live = all.filter((field) => field.deletedAt === null).map((field) => field.id)
    const field = all.find((candidate) => candidate.id === id)
    const since = tx.world.now().getTime() - DELETED_KEPT_MS
    if (!field?.deletedAt || field.deletedAt.getTime() < since) return fail('not_found')
    await refuseManaged(kernel, field)
    if (live.length >= FIELDS_MAX) fail('too_many')
    if (await isNameTaken(tx, field.name, id))
      fail('cannot_restore', {
        words: {
          en: `Another field is called “${field.name}” now. Rename it first.`,
          es: `Otro campo se llama ahora «${field.name}». Cámbiale el nombre primero.`,
        },
      })
    await markDeleted(tx, id, null)
    await orderFields(tx, [...live, id])
    tx.audit('custom-field.restored', id, { name: field.name, key: field.key })
  })
  return one(scope, kernel, id)
}
