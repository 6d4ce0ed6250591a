import { isDeepStrictEqual } from 'node:util'
import type { CustomValue } from '@crewline/contract/contacts'
import type { HrSettings } from '@crewline/contract/hr'
import type { Employee } from './provider.ts'

/** A value that the source has for a custom field. */
export interface CustomEntry {
  key: string
  authority: HrSettings['custom'][number]['authority']
  value: CustomValue
}

/** The name of a custom field in locks, audit entries and lists of changes. */
export function customName(key: string): `custom.${string}` {
  return `custom.${key}`
}

/** Leaves only those further values of a person that fill custom fields: nothing else is stored. */
export function onlyChosen(employee: Employee | null, { custom }: Pick<HrSettings, 'custom'>): Employee | null {
  if (!employee) return null
  const { extra = {}, ...rest } = employee
  const kept = custom.flatMap(({ from }) => (Object.hasOwn(extra, from) ? [[from, extra[from] ?? ''] as const] : []))
  return kept.length > 0 ? { ...rest, extra: Object.fromEntries(kept) } : rest
}

/** A value as it is remembered, to see whether it is another one at the source. */
function seenText(value: CustomValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the values that a sync writes to a contact with these values; `seen` is what was read of the person before. */
export function changedCustom(
  entries: readonly CustomEntry[],
  before: Readonly<Record<string, CustomValue>>,
  seen: Readonly<Partial<Record<`custom.${string}`, string>>>,
): CustomEntry[] {
  return entries.filter(({ key, authority, value }) => {
    const [former, read] = [before[key], seen[customName(key)]]
    if (isDeepStrictEqual(former, value)) return false
    const isEmpty = former === undefined || former === null
    return authority === 'hr' || isEmpty || (authority === 'newest' && read !== undefined && read !== seenText(value))
  })
}

/** The values by key. */
export function valuesByKey(entries: readonly CustomEntry[]): Record<string, CustomValue> {
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]))
}

/** The locks of those whose value counts at the source. */
export function customLocks(entries: readonly CustomEntry[], system: string): Record<string, string> {
  const locked = entries.filter(({ authority }) => authority === 'hr')
  return Object.fromEntries(locked.map(({ key }) => [customName(key), system]))
}

/** What is remembered of the values. */
export function seenCustom(entries: readonly CustomEntry[]): Record<string, string> {
  return Object.fromEntries(entries.map(({ key, value }) => [customName(key), seenText(value)]))
}
