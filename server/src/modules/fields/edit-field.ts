import { msg, type LocalizedText } from '@crewline/contract/localized-text'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { CustomField, editCustomField, Use } from '@crewline/contract/fields'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { describeUses, usesInTheWay } from '../../kernel/uses.ts'
import { refuseDuplicateName } from './add-field.ts'
import { FieldChanged } from './events.ts'
import { fieldValues } from './ports.ts'
import { hasOptions, refuseMisfits, widens, type FieldParts } from './rules.ts'
import { allFields, lockFields, orderFields, saveField, type StoredField } from './store.ts'
import { LONGTEXT_MAX, TEXT_MAX } from './value-rules.ts'
import { namesOfManagers, fieldsForDisplay, usesOf } from './views.ts'

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
    const position = { before: live.indexOf(before), after: changes.position ?? live.indexOf(before) }
    tx.audit('custom-field.changed', id, {
      key: before.key,
      ...changeOf(audited(before, position.before), audited(after, position.after), { without: ['colors'] }),
    })
  })
  forgetPages(kernel, scope.orgId)
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
          text: msg({ message: 'This is managed by {name}. Change it there.', values: { name } }),
        },
  )
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

/** A field as the audit log shows it. */
function audited({ key: _key, source: _source, options, ...others }: FieldParts, position: number) {
  const { name, type, required, unique, sensitive, fallback, showInList, portal } = others
  const labels = (archived: boolean) => options.filter((one) => one.archived === archived).map(({ label }) => label)
  const colors = options.map(({ id, color }) => [id, color])
  const plain = { name, type, required, unique, sensitive, fallback, showInList, portal }
  return { ...plain, options: labels(false), archivedOptions: labels(true), colors, position }
}

function narrowingError(from: FieldParts['type']): LocalizedText {
  if (from === 'longtext') return msg({ message: "Long text can't change type, because no other type holds as much." })
  if (from === 'select') return msg({ message: 'One choice can become several choices or text.' })
  return msg({ message: 'A type can only become text, so that no value is lost.' })
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
          options: msg({
            message: 'At least one contact has “{label}”. Archive it instead.',
            values: { label: lost.label },
          }),
        },
      })
  }
  const hides = after.sensitive && !before.sensitive
  if (after.type === before.type && !hides) return
  // Filters and what writes values depend on the type.
  const breaks = ({ type }: Use) => (hides && OPEN.has(type)) || (after.type !== before.type && type !== 'reply')
  const broken = await usesInTheWay(tx, async () => (await usesOf(tx, before)).filter(breaks))
  if (broken.all.length > 0) fail('field_in_use', { text: describeUses(broken) })
}

/** Uses that would show a sensitive value to everyone by a merge field, or ask for one on a public page. */
const OPEN = new Set<Use['type']>(['reply', 'broadcast', 'celebration', 'form', 'opt_in_page'])

/** Converts every value to another type. Fails when a value does not fit. */
export async function convert(tx: Tx, from: StoredField, to: FieldParts): Promise<void> {
  const longest = await tx.unscoped(() => fieldValues.get().convert(tx, from.key, { from, to }))
  if (to.type === 'text' && longest > TEXT_MAX)
    fail('invalid', {
      fieldErrors: {
        type: msg({ message: 'Some values are longer than one line. Choose long text.' }),
      },
    })
  if (to.type === 'longtext' && longest > LONGTEXT_MAX)
    fail('invalid', {
      fieldErrors: {
        type: msg({ message: 'Some values are too long, even for long text.' }),
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
      fieldErrors.required = msg({
        message: '{missing, plural, one {# contact has} other {# contacts have}} no value yet. Fill it in first.',
        values: { missing },
      })
  }
  if (after.unique && !before.unique) {
    const conflicts = await tx.unscoped(() => values.conflicts(tx.db, before.key))
    if (conflicts > 0)
      fieldErrors.unique = msg({
        message:
          '{conflicts, plural, one {# contact has} other {# contacts have}} a value another contact also has. Change it first.',
        values: { conflicts },
      })
  }
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

function moved(live: readonly StoredField[], id: string, position: number): string[] {
  const others = live.map((field) => field.id).filter((otherId) => otherId !== id)
  return others.toSpliced(Math.min(position, others.length), 0, id)
}
