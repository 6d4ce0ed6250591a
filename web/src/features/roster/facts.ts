import type { Contact, CustomValue } from '@crewline/contract/contacts'

/** The facts one contact can take from another, besides the organization's own fields. */
export const mergedFacts = [
  'firstname',
  'lastname',
  'preferredName',
  'phone',
  'email',
  'employeeId',
  'jobTitle',
  'department',
  'location',
  'language',
  'timezone',
  'work',
  'hireDate',
  'birthday',
] as const
export type MergedFact = (typeof mergedFacts)[number]

/** What a contact says about a fact, a standard one by name or an own one as `custom.` and its key; null for nothing. */
export function saidBy(contact: Contact, name: string): CustomValue | null {
  if (name.startsWith('custom.')) return contact.customFields[name.slice(7)] ?? null
  const value = (contact as unknown as Record<string, CustomValue | null>)[name] ?? null
  return value === '' ? null : value
}

/** The facts of which two contacts say different things. */
export function differing(keep: Contact, other: Contact, names: readonly string[]): string[] {
  return names.filter((name) => JSON.stringify(saidBy(keep, name)) !== JSON.stringify(saidBy(other, name)))
}

/** Of differing facts those that are taken unless somebody says otherwise: what the kept one does not know. */
export function taken(keep: Contact, other: Contact, names: readonly string[]): string[] {
  return differing(keep, other, names).filter(
    (name) => saidBy(keep, name) === null && saidBy(other, name) !== null && !(name in keep.locked),
  )
}
