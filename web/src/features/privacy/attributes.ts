import type { CONTACT_ATTRIBUTES } from '@crewline/contract/contact-columns'
import type { Contact, CustomValue } from '@crewline/contract/contacts'

/** A standard field whose value a merge can take from the other contact; custom fields come in addition. */
export type MergedAttribute = (typeof CONTACT_ATTRIBUTES)[number]

/**
 * Returns the value of a field of a contact, named as a standard field or as `custom.` plus a key; null when it is
 * empty.
 */
export function attributeValueOf(contact: Contact, name: string): CustomValue | null {
  if (name.startsWith('custom.')) return contact.customFields[name.slice(7)] ?? null
  const value = (contact as unknown as Record<string, CustomValue | null>)[name] ?? null
  return value === '' ? null : value
}

/** Returns the fields whose values differ between two contacts. */
export function differing(keep: Contact, otherContact: Contact, names: readonly string[]): string[] {
  return names.filter(
    (name) => JSON.stringify(attributeValueOf(keep, name)) !== JSON.stringify(attributeValueOf(otherContact, name)),
  )
}

/** Returns the differing fields taken by default: those missing in the kept contact. */
export function takenByDefault(keep: Contact, otherContact: Contact, names: readonly string[]): string[] {
  return differing(keep, otherContact, names).filter(
    (name) =>
      attributeValueOf(keep, name) === null && attributeValueOf(otherContact, name) !== null && !(name in keep.locked),
  )
}
