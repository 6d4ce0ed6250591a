import type { Words } from '@crewline/contract/words'
import type { CustomValue } from '@crewline/contract/contacts'
import type { Tx } from '../../kernel/scope.ts'
import { fieldValues } from './plugs.ts'
import type { FieldRule } from './rules.ts'
import { holdFields, lockValue } from './store.ts'
import { fieldsOf } from './views.ts'

/**
 * The live fields for a transaction that writes values: nobody changes a type or makes a field unique until it ends. A
 * transaction that also adds fields adds them first.
 */
export async function fieldsForWriting(tx: Tx): Promise<FieldRule[]> {
  await holdFields(tx)
  return fieldsOf(tx.db, tx.orgId)
}

/**
 * Words, by `custom.<key>`, for those of these values that another worker has and that only one may have. Holds every
 * value asked about until the transaction ends, so that two writers cannot both find it free.
 */
export async function takenUnique(
  tx: Tx,
  fields: readonly FieldRule[],
  { values, exceptId }: { values: Readonly<Record<string, CustomValue | null>>; exceptId: string | null },
): Promise<Record<string, Words>> {
  const asked = fields
    .filter((field) => field.unique && (values[field.key] ?? null) !== null)
    // One order for everybody, so that two writers never wait for each other.
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const errors: Record<string, Words> = {}
  for (const field of asked) {
    const value = values[field.key] as CustomValue
    await lockValue(tx, field.key, String(value).toLowerCase())
    const find = () => fieldValues.get().owner(tx, field.key, { is: value, exceptId })
    if (!(await tx.unscoped(find))) continue
    // Only who sees the other worker learns their name.
    const name = (await find())?.name
    errors[`custom.${field.key}`] = {
      en: `${field.name} ${String(value)} belongs to ${name ?? 'someone else'}.`,
      es: `${field.name} ${String(value)} es de ${name ?? 'otra persona'}.`,
    }
  }
  return errors
}
