import type { CustomValue } from '@crewline/contract/contacts'
import type { HrSettings } from '@crewline/contract/hr'
import type { HrFileColumns } from '@crewline/contract/hr-files'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { checkCustom, fieldsForWriting, fieldsOf, findUniqueConflicts, type FieldRule } from '../fields/index.ts'
import { readDate } from '../imports/index.ts'
import { customName, type CustomEntry } from './custom-rules.ts'
import { lineFrom } from './employee-rules.ts'
import type { Employee } from './provider.ts'

/** What reading values of custom fields leans on. */
interface CustomGround {
  settings: Pick<HrSettings, 'custom'>
  fields: readonly FieldRule[]
  country: string
  /** How dates such as 03/04/2026 are meant. */
  dates: HrFileColumns['dates']
  year: number
}

/** Reads the values that the source has for custom fields, and says of one that does not fit its field why not. */
export function customOf(
  employee: Employee,
  { settings, fields, country, dates, year }: CustomGround,
): { entries: CustomEntry[]; problem: LocalizedText | null } {
  const entries: CustomEntry[] = []
  let problem: LocalizedText | null = null
  for (const { key, from, authority } of settings.custom) {
    const field = fields.find((candidate) => candidate.key === key)
    const text = employee.extra?.[from] ?? ''
    if (!field || text === '') continue
    const given = field.type === 'date' ? (readDate(text, dates, year) ?? text) : text
    const { values, errors } = checkCustom([field], { [key]: given }, { country, partial: true })
    const value = values[key]
    if (value !== undefined && value !== null) entries.push({ key, authority, value })
    const reason = errors[customName(key)]
    if (reason) problem ??= misfit(field, text, reason)
  }
  return { entries, problem }
}

/** Says why a value does not fit. Not everyone who sees syncs may see what a sensitive field holds. */
function misfit({ name, sensitive }: FieldRule, value: string, reason: LocalizedText): LocalizedText {
  if (sensitive) return msg({ message: "{field}: the value doesn't fit. The rest is used.", values: { field: name } })
  return msg({
    message: "{field}: “{text}” doesn't fit. {reason} The rest is used.",
    values: { field: name, text: lineFrom(value, 40), reason },
  })
}

/** What is written of a person. */
interface Written {
  draft: Record<string, unknown>
  contactId: string | null
}

const customIn = ({ draft }: Written) => draft['custom'] as Record<string, CustomValue> | undefined

/**
 * Returns, for each of these people, the custom fields whose value must be unique and belongs to another contact, or to an
 * earlier one of them. Locks the other values until the transaction ends.
 */
export async function takenFields(
  tx: Tx,
  fields: readonly FieldRule[],
  people: readonly Written[],
): Promise<{ person: number; keys: Set<string> }[]> {
  const unique = fields.filter((field) => field.unique)
  const given = new Set<string>()
  const taken: { person: number; keys: Set<string> }[] = []
  for (const [person, written] of people.entries()) {
    const custom = customIn(written)
    const own = unique.filter(({ key }) => custom && Object.hasOwn(custom, key))
    if (!custom || own.length === 0) continue
    const values = Object.fromEntries(own.map(({ key }) => [key, custom[key] ?? null]))
    const errors = await findUniqueConflicts(tx, own, { values, exceptId: written.contactId })
    const keys = new Set(
      own.map(({ key }) => key).filter((key) => customName(key) in errors || given.has(nameOf(key, values))),
    )
    for (const { key } of own) given.add(nameOf(key, values))
    if (keys.size > 0) taken.push({ person, keys })
  }
  return taken
}

function nameOf(key: string, values: Record<string, CustomValue | null>): string {
  return `${key}|${String(values[key]).toLowerCase()}`
}

/** Leaves out values whose field was deleted or changed since the people were compared, and those that are taken by now. */
export async function leaveOutUnfit(
  tx: Tx,
  people: readonly (Written & { locked: Record<string, string>; seen: Record<string, string> })[],
): Promise<void> {
  const filled = people.filter((person) => customIn(person))
  if (filled.length === 0) return
  const fields = await fieldsForWriting(tx)
  const known = new Set(fields.map(({ key }) => key))
  const leaveOut = (person: (typeof filled)[number] | undefined, keys: Iterable<string>) => {
    const custom = person && customIn(person)
    if (!custom) return
    for (const key of keys) {
      delete custom[key]
      delete person.locked[customName(key)]
      delete person.seen[customName(key)]
    }
    if (Object.keys(custom).length === 0) delete person.draft['custom']
  }
  for (const person of filled) {
    const custom = customIn(person) ?? {}
    const { errors } = checkCustom(fields, custom, { country: tx.org.country, partial: true })
    leaveOut(
      person,
      Object.keys(custom).filter((key) => !known.has(key) || customName(key) in errors),
    )
  }
  for (const { person, keys } of await takenFields(tx, fields, filled)) leaveOut(filled[person], keys)
}

/**
 * Returns settings without custom fields that were deleted since they were saved. Fails with `invalid` for settings that fill
 * a custom field which the organization never had.
 */
export async function withKnownFields(
  { db, orgId }: Pick<Scope, 'db' | 'orgId'>,
  settings: HrSettings,
  before: Pick<HrSettings, 'custom'>,
): Promise<HrSettings> {
  if (settings.custom.length === 0) return settings
  const known = new Set((await fieldsOf(db, orgId)).map(({ key }) => key))
  const custom = settings.custom.filter(({ key }) => known.has(key) || !before.custom.some((one) => one.key === key))
  if (custom.some(({ key }) => !known.has(key)))
    fail('invalid', { fieldErrors: { 'settings.custom': msg({ message: "This field doesn't exist." }) } })
  return { ...settings, custom }
}
