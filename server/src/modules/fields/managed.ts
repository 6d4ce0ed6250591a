import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { addField, refuseTakenName } from './add-field.ts'
import { convert, refuseUnfit } from './edit-field.ts'
import { widens, type FieldParts } from './rules.ts'
import { allFields, lockFields, markDeleted, saveField, setManager, type StoredField } from './store.ts'

/** A live field of its own that an organization may hand down; `undefined` where there is none. */
export async function fieldToHandDown(tx: Tx, id: string): Promise<FieldParts | undefined> {
  const field = (await allFields(tx)).find((one) => one.id === id)
  return field && field.deletedAt === null && field.managedBy === null ? field : undefined
}

/**
 * Keeps a field here as the organization above has it: the copy there is, one's own field of the same key, or a new one.
 * Answers its id; refuses in words what the values or the other fields here do not allow.
 */
export async function keepManagedField(tx: Tx, above: FieldParts, from: { managedBy: string }): Promise<string> {
  await lockFields(tx)
  const known = (await allFields(tx)).find((one) => one.key === above.key)
  if (!known) {
    const added = await addField(tx, above)
    await setManager(tx, added.id, from.managedBy)
    return added.id
  }
  if (known.managedBy !== null && known.managedBy !== from.managedBy) fail('managed_elsewhere')
  if (known.managedBy === from.managedBy && known.deletedAt === null && isSame(known, above)) return known.id
  if (!widens(known.type, above.type))
    fail('invalid', {
      words: {
        en: `The field “${known.name}” holds another type of value there.`,
        es: `El campo «${known.name}» guarda allí otro tipo de valor.`,
      },
    })
  await refuseTakenName(tx, above.name, known.id)
  if (known.deletedAt) await markDeleted(tx, known.id, null)
  await follow(tx, known, above)
  await setManager(tx, known.id, from.managedBy)
  return known.id
}

async function follow(tx: Tx, known: StoredField, above: FieldParts): Promise<void> {
  await saveField(tx, known.id, above)
  if (known.type !== above.type) await convert(tx, known, above)
  await refuseUnfit(tx, known, above)
  tx.audit('custom-field.handed-down', known.id, { key: known.key })
}

/** Gives a managed field to its own organization, which keeps it with all values. */
export async function releaseField(tx: Tx, id: string): Promise<void> {
  await setManager(tx, id, null)
  tx.audit('custom-field.released', id)
}

function isSame(known: FieldParts, above: FieldParts): boolean {
  const partsOf = (field: FieldParts) => {
    const { name, type, options, required, unique, sensitive, fallback, showInList, portal } = field
    return JSON.stringify([name, type, options, required, unique, sensitive, fallback, showInList, portal])
  }
  return partsOf(known) === partsOf(above)
}
