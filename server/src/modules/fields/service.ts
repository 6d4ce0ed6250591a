import { msg } from '@crewline/contract/localized-text'
import type { CustomField, createCustomField, customFieldPage, Use } from '@crewline/contract/fields'
import type { BodyOf, QueryOf } from '@crewline/contract/endpoint'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import type { Scope } from '../../kernel/scope.ts'
import { describeUses, usesInTheWay } from '../../kernel/uses.ts'
import { addField, FIELDS_MAX } from './add-field.ts'
import { readField, refuseManaged } from './edit-field.ts'
import { FieldChanged } from './events.ts'
import { plain } from './rules.ts'
import { allFields, isNameTaken, lockFields, markDeleted, orderFields } from './store.ts'
import { DELETED_RETENTION_MS, fieldsOf, fieldsForDisplay, usesOf } from './views.ts'

/** Maximum field changes of an organization per hour. */
const CHANGES_PER_HOUR = 600

/** Consumes one of the organization's hourly changes, or fails at the limit. */
export async function takeChange(scope: Scope, kernel: Kernel): Promise<void> {
  await makeLimit(kernel, 'custom-fields', CHANGES_PER_HOUR, 3600).take(scope.orgId)
}

/** Adds a field. */
export async function create(
  scope: Scope,
  kernel: Kernel,
  draft: BodyOf<typeof createCustomField>,
): Promise<{ customField: CustomField }> {
  const { id } = await scope.tx((tx) => addField(tx, draft))
  return readField(scope, kernel, id)
}

/** Returns a page of the fields whose name or key contains the search text. */
export async function page(
  scope: Scope,
  kernel: Kernel,
  { page: number, pageSize, cursor, search, sort, order }: QueryOf<typeof customFieldPage>,
): Promise<{ data: CustomField[]; page: number; pageSize: number; total: number }> {
  if (cursor !== undefined)
    fail('invalid', {
      fieldErrors: { cursor: msg({ message: 'This list has pages only.' }) },
    })
  const term = plain(search)
  // There are at most a hundred, so sort here, where every language's letters are handled.
  const matches = (await fieldsForDisplay(scope, kernel)).filter(
    (field) => plain(field.name).includes(term) || field.key.includes(term),
  )
  const compare = (a: CustomField, b: CustomField): number =>
    (sort === 'position' ? a.position - b.position : a[sort].localeCompare(b[sort], 'en')) || (a.id < b.id ? -1 : 1)
  const sorted = matches.toSorted((a, b) => (order === 'asc' ? compare(a, b) : compare(b, a)))
  const from = (number - 1) * pageSize
  return { data: sorted.slice(from, from + pageSize), page: number, pageSize, total: matches.length }
}

/** Returns the uses of an active field. It can be deleted when there are none and no parent organization manages it. */
export async function removable(scope: Scope, id: string): Promise<{ removable: boolean; usedBy: Use[] }> {
  const field = (await fieldsOf(scope.db)).find((live) => live.id === id) ?? fail('not_found')
  const usedBy = await usesOf(scope, field)
  return { removable: usedBy.length === 0 && field.managedBy === null, usedBy }
}

/** Deletes an unused field. Its values are kept for 30 days. */
export async function remove(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    await lockFields(tx)
    const live = (await allFields(tx)).filter((field) => field.deletedAt === null)
    const field = live.find((candidate) => candidate.id === id) ?? fail('not_found')
    await refuseManaged(kernel, field)
    const uses = await usesInTheWay(tx, () => usesOf(tx, field))
    if (uses.all.length > 0) fail('field_in_use', { text: describeUses(uses) })
    await markDeleted(tx, id, tx.world.now())
    await orderFields(
      tx,
      live.map((liveField) => liveField.id).filter((otherId) => otherId !== id),
    )
    tx.publish(FieldChanged, { fieldId: id })
    tx.audit('custom-field.deleted', id, { name: field.name, key: field.key })
  })
  forgetPages(kernel, scope.orgId)
  return {}
}

/** Restores a deleted field in last position, with its values. */
export async function restore(scope: Scope, kernel: Kernel, id: string): Promise<{ customField: CustomField }> {
  await scope.tx(async (tx) => {
    await lockFields(tx)
    const all = await allFields(tx)
    const live = all.filter((field) => field.deletedAt === null).map((field) => field.id)
    const field = all.find((candidate) => candidate.id === id)
    const since = tx.world.now().getTime() - DELETED_RETENTION_MS
    if (!field?.deletedAt || field.deletedAt.getTime() < since) return fail('not_found')
    await refuseManaged(kernel, field)
    if (live.length >= FIELDS_MAX) fail('too_many')
    if (await isNameTaken(tx, field.name, id))
      fail('cannot_restore', {
        text: msg({
          message: 'Another field is called “{field}” now. Rename it first.',
          values: { field: field.name },
        }),
      })
    await markDeleted(tx, id, null)
    await orderFields(tx, [...live, id])
    tx.audit('custom-field.restored', id, { name: field.name, key: field.key })
  })
  forgetPages(kernel, scope.orgId)
  return readField(scope, kernel, id)
}
