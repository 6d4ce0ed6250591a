import { msg } from '@crewline/contract/localized-text'
import type { CustomField, FieldOption, FieldType } from '@crewline/contract/fields'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { isReserved, keyNumber, keyOf } from './keys.ts'
import { refuseMisfits, type FieldRule } from './rules.ts'
import { allFields, insertField, isNameTaken, lockFields, type StoredField } from './store.ts'

/** Maximum number of fields per organization. */
export const FIELDS_MAX = 100
/** Maximum number of fields including recently deleted ones, to limit repeated adding and deleting. */
const FIELDS_WITH_DELETED_MAX = 300

/** Parts of a new field; absent parts are off or empty. */
export interface FieldDraft {
  name: string
  type: FieldType
  /** Derived from the name when absent. */
  key?: string | undefined
  options?: FieldOption[] | undefined
  required?: boolean | undefined
  unique?: boolean | undefined
  sensitive?: boolean | undefined
  fallback?: string | undefined
  showInList?: boolean | undefined
  portal?: CustomField['portal'] | undefined
}

/**
 * Adds a field in last position and records it in the audit log. Fails with an explanation for a taken name or key, or
 * at the limit.
 */
export async function addField(tx: Tx, draft: FieldDraft): Promise<FieldRule> {
  await lockFields(tx)
  const all = await allFields(tx)
  const live = all.filter((storedField) => storedField.deletedAt === null)
  if (live.length >= FIELDS_MAX || all.length >= FIELDS_WITH_DELETED_MAX) fail('too_many')
  await refuseDuplicateName(tx, draft.name, null)
  const field = {
    id: tx.world.id(),
    name: draft.name,
    key: draft.key === undefined ? freeKey(all, draft.name) : requireFreeKey(all, draft.key),
    type: draft.type,
    options: draft.options ?? [],
    required: draft.required ?? false,
    unique: draft.unique ?? false,
    sensitive: draft.sensitive ?? false,
    fallback: draft.fallback ?? '',
    source: 'user' as const,
    showInList: draft.showInList ?? false,
    portal: draft.portal ?? ('hidden' as const),
    position: live.length,
    managedBy: null,
  }
  refuseMisfits(field)
  await insertField(tx, field)
  tx.audit('custom-field.created', field.id, { name: field.name, key: field.key, type: field.type })
  return field
}

/** Fails when another active field has this name in any case. */
export async function refuseDuplicateName(tx: Tx, name: string, exceptId: string | null): Promise<void> {
  if (await isNameTaken(tx, name, exceptId)) {
    const text = msg({ message: 'There is a field “{name}” already. Choose another name.', values: { name } })
    fail('name_taken', { text, fieldErrors: { name: text } })
  }
}

function freeKey(all: readonly StoredField[], name: string): string {
  const key = keyOf(name)
  if (isReserved(key)) {
    const text = msg({ message: 'Every contact has “{name}” already. Choose another name.', values: { name } })
    fail('name_taken', { text, fieldErrors: { name: text } })
  }
  const usedKeys = new Set(all.map((field) => field.key))
  for (let nth = 1; ; nth++) {
    const candidate = keyNumber(key, nth)
    if (!usedKeys.has(candidate) && !isReserved(candidate)) return candidate
  }
}

function requireFreeKey(all: readonly StoredField[], key: string): string {
  if (isReserved(key) || all.some((field) => field.key === key)) {
    const text = msg({ message: "The tag '{'{key}'}' stands for something else. Choose another.", values: { key } })
    fail('name_taken', { text, fieldErrors: { key: text } })
  }
  return key
}
