import type { CustomField, FieldOption, FieldType } from '@crewline/contract/fields'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import { isReserved, keyNumber, keyOf } from './keys.ts'
import { refuseMisfits, type FieldRule } from './rules.ts'
import { allFields, insertField, isNameTaken, lockFields, type StoredField } from './store.ts'

/** Most fields of an organization. */
export const FIELDS_MAX = 100
/** Most fields with those deleted lately, so that adding and deleting cannot go on for ever. */
const FIELDS_WITH_DELETED_MAX = 300

/** What a new field is made of; what is left out is off or empty. */
export interface FieldDraft {
  name: string
  type: FieldType
  /** Made of the name where it is not given. */
  key?: string | undefined
  options?: FieldOption[] | undefined
  required?: boolean | undefined
  unique?: boolean | undefined
  sensitive?: boolean | undefined
  fallback?: string | undefined
  showInList?: boolean | undefined
  portal?: CustomField['portal'] | undefined
}

/** Adds a field as the last one and notes it; refuses in words a name, key or limit that is taken. */
export async function addField(tx: Tx, draft: FieldDraft): Promise<FieldRule> {
  await lockFields(tx)
  const all = await allFields(tx)
  const live = all.filter((one) => one.deletedAt === null)
  if (live.length >= FIELDS_MAX || all.length >= FIELDS_WITH_DELETED_MAX) fail('too_many')
  await refuseTakenName(tx, draft.name, null)
  const field = {
    id: tx.world.id(),
    name: draft.name,
    key: draft.key === undefined ? freeKey(all, draft.name) : givenKey(all, draft.key),
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

/** Refuses a name another live field has, whatever its case. */
export async function refuseTakenName(tx: Tx, name: string, exceptId: string | null): Promise<void> {
  if (await isNameTaken(tx, name, exceptId)) {
    const words = {
      en: `There is a field “${name}” already. Choose another name.`,
      es: `Ya hay un campo «${name}». Elige otro nombre.`,
    }
    fail('name_taken', { words, fieldErrors: { name: words } })
  }
}

function freeKey(all: readonly StoredField[], name: string): string {
  const key = keyOf(name)
  if (isReserved(key)) {
    const words = {
      en: `Every contact has “${name}” already. Choose another name.`,
      es: `Todos los contactos ya tienen «${name}». Elige otro nombre.`,
    }
    fail('name_taken', { words, fieldErrors: { name: words } })
  }
  const taken = new Set(all.map((one) => one.key))
  for (let nth = 1; ; nth++) {
    const tried = keyNumber(key, nth)
    if (!taken.has(tried) && !isReserved(tried)) return tried
  }
}

function givenKey(all: readonly StoredField[], key: string): string {
  if (isReserved(key) || all.some((one) => one.key === key)) {
    const words = {
      en: `The tag {${key}} stands for something else. Choose another.`,
      es: `La etiqueta {${key}} ya significa otra cosa. Elige otra.`,
    }
    fail('name_taken', { words, fieldErrors: { key: words } })
  }
  return key
}
