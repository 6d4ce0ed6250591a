import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { addField, refuseDuplicateName } from './add-field.ts'
import { convert, refuseUnfit } from './edit-field.ts'
import { widens, type FieldParts } from './rules.ts'
import { allFields, lockFields, markDeleted, saveField, setManager, type StoredField } from './store.ts'

/** Returns an organization's own active field for sharing, or `undefined`. */
export async function fieldToHandDown(tx: Tx, id: string): Promise<FieldParts | undefined> {
  const field = (await allFields(tx)).find((candidate) => candidate.id === id)
  return field && field.deletedAt === null && field.managedBy === null ? field : undefined
}

/**
 * Creates or updates the local copy of a parent's field: the existing copy, a local field with the same key, or a new
 * one. Returns its id. Fails with an explanation when local values or fields conflict.
 */
export async function keepManagedField(tx: Tx, above: FieldParts, from: { managedBy: string }): Promise<string> {
  await lockFields(tx)
  const existing = (await allFields(tx)).find((field) => field.key === above.key)
  if (!existing) {
    const added = await addField(tx, above)
    await setManager(tx, added.id, from.managedBy)
    return added.id
  }
  if (existing.managedBy !== null && existing.managedBy !== from.managedBy) fail('managed_elsewhere')
  if (existing.managedBy === from.managedBy && existing.deletedAt === null && isSame(existing, above))
    return existing.id
  if (!widens(existing.type, above.type))
    fail('invalid', {
      text: msg({ message: 'The field “{name}” holds another type of value there.', values: { name: existing.name } }),
    })
  await refuseDuplicateName(tx, above.name, existing.id)
  if (existing.deletedAt) await markDeleted(tx, existing.id, null)
  await follow(tx, existing, above)
  await setManager(tx, existing.id, from.managedBy)
  return existing.id
}

async function follow(tx: Tx, existing: StoredField, above: FieldParts): Promise<void> {
  await saveField(tx, existing.id, above)
  if (existing.type !== above.type) await convert(tx, existing, above)
  await refuseUnfit(tx, existing, above)
  tx.audit('custom-field.handed-down', existing.id, { key: existing.key })
}

/** Releases a managed field to its organization, which keeps it with all values. */
export async function releaseField(tx: Tx, id: string): Promise<void> {
  await setManager(tx, id, null)
  tx.audit('custom-field.released', id)
}

function isSame(existing: FieldParts, above: FieldParts): boolean {
  const partsOf = (field: FieldParts) => {
    const { name, type, options, required, unique, sensitive, fallback, showInList, portal } = field
    return JSON.stringify([name, type, options, required, unique, sensitive, fallback, showInList, portal])
  }
  return partsOf(existing) === partsOf(above)
}
