import type { LocalizedText } from '@crewline/contract/words'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { CustomField, editCustomField, Use } from '@crewline/contract/fields'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { refuseDuplicateName } from './add-field.ts'
import { FieldChanged } from './events.ts'
import { fieldValues, usesOf } from './ports.ts'
import { hasOptions, refuseMisfits, widens, type FieldParts } from './rules.ts'
import { allFields, lockFields, orderFields, saveField, type StoredField } from './store.ts'
import { LONGTEXT_MAX, TEXT_MAX } from './value-rules.ts'
import { namesOfManagers, fieldsForDisplay } from './views.ts'

type Changes = BodyOf<typeof editCustomField>

/**
 * Changes a field and, when its type widens, converts every value. Fails with an explanation when its values do not
 * allow the change.
 */
export async function edit(
  scope: Scope,
  kernel: Kernel,
  { id, changes }: { id: string; changes: Changes },
): Promise<{ customField: CustomField }> {
  await scope.tx(async (tx) => {
    await lockFields(tx)
    const live = (await allFields(tx)).filter((field) => field.deletedAt === null)
    const before = live.find((field) => field.id === id) ?? fail('not_found')
    await refuseManaged(kernel, before)
    const after = changed(before, changes)
    if (changes.name !== undefined) await refuseDuplicateName(tx, after.name, id)
    await refuseBroken(tx, before, after)
    await saveField(tx, id, after)
    if (after.type !== before.type) await convert(tx, before, after)
    await refuseUnfit(tx, before, after)
    if (changes.position !== undefined) await orderFields(tx, moved(live, id, changes.position))
    tx.publish(FieldChanged, { fieldId: id })
    tx.audit('custom-field.changed', id, { key: before.key, fields: Object.keys(changes) })
  })
  return readField(scope, kernel, id)
}

/** Returns an active field as shown to members. Fails with `not_found` when there is none. */
export async function readField(scope: Scope, kernel: Kernel, id: string): Promise<{ customField: CustomField }> {
  const [field] = await fieldsForDisplay(scope, kernel, { id })
  return { customField: field ?? fail('not_found') }
}

/** Fails for a field that a parent organization manages. */
export async function refuseManaged(kernel: Kernel, field: StoredField): Promise<void> {
  if (field.managedBy === null) return
  const name = (await namesOfManagers(kernel, [field])).get(field.managedBy) ?? ''
  fail(
    'managed_elsewhere',
    name === ''
      ? {}
      : {
          text: { en: `This is managed by ${name}. Change it there.`, es: `Esto lo gestiona ${name}. Cámbialo allí.` },
        },
  )
}

/** Returns the message that names the uses of a field: “Used in “Nights” and 2 more. Remove it there first.” */
export function describeUses(uses: readonly Use[]): LocalizedText {
  const named = uses.slice(0, 3)
  const more = uses.length - named.length
  const inEnglish = listed(
    named.map((use) => `“${use.name}”`),
    more > 0 ? `${more} more` : '',
    'and',
  )
  const inSpanish = listed(
    named.map((use) => `«${use.name}»`),
    more > 0 ? `${more} más` : '',
    'y',
  )
  return {
    en: `Used in ${inEnglish}. Remove it there first.`,
    es: `Se usa en ${inSpanish}. Primero quítalo de allí.`,
  }
}

function listed(names: string[], more: string, and: string): string {
  const parts = more === '' ? names : [...names, more]
  const last = parts.at(-1) ?? ''
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${and} ${last}` : last
}

function changed(before: StoredField, changes: Changes): FieldParts {
  const type = changes.type ?? before.type
  if (!widens(before.type, type)) fail('invalid', { fieldErrors: { type: narrowingError(before.type) } })
  const options = hasOptions(type) ? (changes.options ?? before.options) : (changes.options ?? [])
  const after: FieldParts = {
    name: changes.name ?? before.name,
    key: before.key,
    type,
    options,
    required: changes.required ?? before.required,
    unique: changes.unique ?? before.unique,
    sensitive: changes.sensitive ?? before.sensitive,
    fallback: changes.fallback ?? before.fallback,
    source: before.source,
    showInList: changes.showInList ?? before.showInList,
    portal: changes.portal ?? before.portal,
  }
  refuseMisfits(after)
  return after
}

function narrowingError(from: FieldParts['type']): LocalizedText {
  if (from === 'longtext')
    return {
      en: 'Long text stays long text: no other type holds as much.',
      es: 'Un texto largo sigue siendo texto largo: ningún otro tipo admite tanto.',
    }
  if (from === 'select')
    return {
      en: 'One choice can become several choices or text.',
      es: 'Una opción puede pasar a ser varias opciones o texto.',
    }
  return {
    en: 'A type can only become text, so that no value is lost.',
    es: 'Un tipo solo puede pasar a ser texto, para no perder ningún valor.',
  }
}

/** Refuses a change that would break something that uses the field. */
async function refuseBroken(tx: Tx, before: StoredField, after: FieldParts): Promise<void> {
  if (hasOptions(after.type)) {
    const chosen = await tx.unscoped(() => fieldValues.get().chosen(tx.db, before.key))
    const remainingIds = new Set(after.options.map((option) => option.id))
    const lost = before.options.find((option) => !remainingIds.has(option.id) && chosen.has(option.id))
    if (lost)
      fail('invalid', {
        fieldErrors: {
          options: {
            en: `At least one contact has “${lost.label}”. Archive it instead.`,
            es: `Alguien tiene «${lost.label}». Archívala en su lugar.`,
          },
        },
      })
  }
  const hides = after.sensitive && !before.sensitive
  if (after.type === before.type && !hides) return
  const uses = await usesOf(tx.db, before)
  // Filters compare by type; a merge tag would show a sensitive value to everyone.
  const broken = uses.filter((use) => (use.type === 'reply' ? hides : after.type !== before.type))
  if (broken.length > 0) fail('field_in_use', { text: describeUses(broken) })
}

/** Converts every value to another type. Fails when a value does not fit. */
export async function convert(tx: Tx, from: StoredField, to: FieldParts): Promise<void> {
  const longest = await tx.unscoped(() => fieldValues.get().convert(tx, from.key, { from, to }))
  if (to.type === 'text' && longest > TEXT_MAX)
    fail('invalid', {
      fieldErrors: {
        type: {
          en: 'Some values are longer than one line. Choose long text.',
          es: 'Algunos valores ocupan más de una línea. Elige texto largo.',
        },
      },
    })
  if (to.type === 'longtext' && longest > LONGTEXT_MAX)
    fail('invalid', {
      fieldErrors: {
        type: {
          en: 'Some values are longer than long text can be.',
          es: 'Algunos valores son más largos que lo que cabe en un texto largo.',
        },
      },
    })
}

/** Refuses new constraints that existing values violate. */
export async function refuseUnfit(tx: Tx, before: StoredField, after: FieldParts): Promise<void> {
  const values = fieldValues.get()
  const fieldErrors: Record<string, LocalizedText> = {}
  if (after.required && !before.required) {
    const missing = await tx.unscoped(() => values.missing(tx.db, before.key))
    if (missing > 0)
      fieldErrors.required = {
        en: `${contactsWith(missing, 'has', 'have')} no value yet. Fill in theirs first.`,
        es: `${personas(missing)} sin valor. Complétalo primero.`,
      }
  }
  if (after.unique && !before.unique) {
    const conflicts = await tx.unscoped(() => values.conflicts(tx.db, before.key))
    if (conflicts > 0)
      fieldErrors.unique = {
        en: `${contactsWith(conflicts, 'has', 'have')} a value another contact also has. Change it first.`,
        es: `${personas(conflicts)} con un valor que también tiene otra persona. Cámbialo primero.`,
      }
  }
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

function contactsWith(count: number, has: string, have: string): string {
  return count === 1 ? `1 contact ${has}` : `${count} contacts ${have}`
}

function personas(count: number): string {
  return count === 1 ? 'Hay 1 contacto' : `Hay ${count} contactos`
}

function moved(live: readonly StoredField[], id: string, position: number): string[] {
  const others = live.map((field) => field.id).filter((otherId) => otherId !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}
