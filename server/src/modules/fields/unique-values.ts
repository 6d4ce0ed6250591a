import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import type { Tx } from '../../kernel/scope.ts'
import { fieldValues } from './ports.ts'
import type { FieldRule } from './rules.ts'
import { lockFieldsShared, lockValue } from './store.ts'
import { fieldsOf } from './views.ts'

/**
 * Returns the active fields for a transaction that writes values, and locks them: no type change and no new unique
 * constraint until it ends. A transaction that also adds fields must add them first.
 */
export async function fieldsForWriting(tx: Tx): Promise<FieldRule[]> {
  await lockFieldsShared(tx)
  return fieldsOf(tx.db, tx.orgId)
}

/**
 * Returns errors by `custom.<key>` for unique values that another contact has. Locks every checked value until the
 * transaction ends, so that two writers cannot both find it free.
 */
export async function findUniqueConflicts(
  tx: Tx,
  fields: readonly FieldRule[],
  { values, exceptId }: { values: Readonly<Record<string, CustomValue | null>>; exceptId: string | null },
): Promise<Record<string, LocalizedText>> {
  const uniqueFields = fields
    .filter((field) => field.unique && (values[field.key] ?? null) !== null)
    // Fixed order, so that two writers cannot deadlock.
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const errors: Record<string, LocalizedText> = {}
  for (const field of uniqueFields) {
    const value = values[field.key] as CustomValue
    await lockValue(tx, field.key, String(value).toLowerCase())
    const find = () => fieldValues.get().owner(tx, field.key, { is: value, exceptId })
    if (!(await tx.unscoped(find))) continue
    // The name is included only if the other contact is visible to the member.
    const name = (await find())?.name
    errors[`custom.${field.key}`] = msg({
      message: '{field} {value} belongs to {name}.',
      values: {
        field: field.name,
        value: String(value),
        name: name ?? msg({ message: 'someone else', context: 'owner of a value' }),
      },
    })
  }
  return errors
}
