import type { Words } from '@crewline/contract/words'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { CustomField, editCustomField, Use } from '@crewline/contract/fields'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { refuseTakenName } from './add-field.ts'
import { FieldChanged } from './facts.ts'
import { fieldValues, usesOf } from './plugs.ts'
import { hasOptions, refuseMisfits, widens, type FieldParts } from './rules.ts'
import { allFields, lockFields, orderFields, saveField, type StoredField } from './store.ts'
import { LONGTEXT_MAX, TEXT_MAX } from './value-rules.ts'
import { namesOfManagers, shownFields } from './views.ts'

type Changes = BodyOf<typeof editCustomField>

/** Changes a field and, where its type widens, every value of it. Refuses in words what its values do not allow. */
export async function edit(
  scope: Scope,
  kernel: Kernel,
  { id, changes }: { id: string; changes: Changes },
): Promise<{ customField: CustomField }> {
  await scope.tx(async (tx) => {
    await lockFields(tx)
    const live = (await allFields(tx)).filter((one) => one.deletedAt === null)
    const before = live.find((one) => one.id === id) ?? fail('not_found')
    await refuseManaged(kernel, before)
    const after = changed(before, changes)
    if (changes.name !== undefined) await refuseTakenName(tx, after.name, id)
    await refuseBroken(tx, before, after)
    await saveField(tx, id, after)
    if (after.type !== before.type) await convert(tx, before, after)
    await refuseUnfit(tx, before, after)
    if (changes.position !== undefined) await orderFields(tx, moved(live, id, changes.position))
    tx.publish(FieldChanged, { fieldId: id })
    tx.audit('custom-field.changed', id, { key: before.key, fields: Object.keys(changes) })
  })
  return one(scope, kernel, id)
}

/** One live field as people see it, or `not_found`. */
export async function one(scope: Scope, kernel: Kernel, id: string): Promise<{ customField: CustomField }> {
  const [found] = await shownFields(scope, kernel, { id })
  return { customField: found ?? fail('not_found') }
}

/** Refuses to touch what an organization above manages. */
export async function refuseManaged(kernel: Kernel, field: StoredField): Promise<void> {
  if (field.managedBy === null) return
  const name = (await namesOfManagers(kernel, [field])).get(field.managedBy) ?? ''
  fail(
    'managed_elsewhere',
    name === ''
      ? {}
      : {
          words: { en: `This is managed by ${name}. Change it there.`, es: `Esto lo gestiona ${name}. Cámbialo allí.` },
        },
  )
}

/** Where a field is used, for people: “Used in “Nights” and 2 more. Remove it there first.” */
export function wordsOfUses(uses: readonly Use[]): Words {
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
  if (!widens(before.type, type)) fail('invalid', { fieldErrors: { type: narrowWords(before.type) } })
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

function narrowWords(from: FieldParts['type']): Words {
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

/** What others built on the field must go on working. */
async function refuseBroken(tx: Tx, before: StoredField, after: FieldParts): Promise<void> {
  if (hasOptions(after.type)) {
    const chosen = await tx.unscoped(() => fieldValues.get().chosen(tx.db, before.key))
    const kept = new Set(after.options.map((option) => option.id))
    const lost = before.options.find((option) => !kept.has(option.id) && chosen.has(option.id))
    if (lost)
      fail('invalid', {
        fieldErrors: {
          options: {
            en: `Somebody has “${lost.label}”. Archive it instead.`,
            es: `Alguien tiene «${lost.label}». Archívala en su lugar.`,
          },
        },
      })
  }
  const hides = after.sensitive && !before.sensitive
  if (after.type === before.type && !hides) return
  const uses = await usesOf(tx.db, before)
  // Filters compare by type; a tag in a text would show everybody what few may see.
  const broken = uses.filter((use) => (use.type === 'reply' ? hides : after.type !== before.type))
  if (broken.length > 0) fail('field_in_use', { words: wordsOfUses(broken) })
}

/** Writes every value anew for another type; refuses one that cannot hold them. */
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

/** What is asked of values from now on must be true of those there are. */
export async function refuseUnfit(tx: Tx, before: StoredField, after: FieldParts): Promise<void> {
  const values = fieldValues.get()
  const fieldErrors: Record<string, Words> = {}
  if (after.required && !before.required) {
    const missing = await tx.unscoped(() => values.missing(tx.db, before.key))
    if (missing > 0)
      fieldErrors.required = {
        en: `${people(missing, 'has', 'have')} no value yet. Fill in theirs first.`,
        es: `${personas(missing)} sin valor. Complétalo primero.`,
      }
  }
  if (after.unique && !before.unique) {
    const conflicts = await tx.unscoped(() => values.conflicts(tx.db, before.key))
    if (conflicts > 0)
      fieldErrors.unique = {
        en: `${people(conflicts, 'has', 'have')} a value somebody else has too. Change theirs first.`,
        es: `${personas(conflicts)} con un valor que también tiene otra persona. Cámbialo primero.`,
      }
  }
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

function people(count: number, has: string, have: string): string {
  return count === 1 ? `1 contact ${has}` : `${count} contacts ${have}`
}

function personas(count: number): string {
  return count === 1 ? 'Hay 1 contacto' : `Hay ${count} contactos`
}

function moved(live: readonly StoredField[], id: string, position: number): string[] {
  const others = live.map((one) => one.id).filter((other) => other !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}
