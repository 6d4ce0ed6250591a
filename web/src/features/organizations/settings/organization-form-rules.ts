import type { Address, Organization, OrganizationProfile } from '@crewline/contract/organizations'

/** The fields of the organization form. */
export type OrganizationFields = Pick<Organization, 'name' | 'timezone'> & OrganizationProfile

/** A part of the fields; parts of the address may be missing too. */
export type OrganizationDraft = Partial<Omit<OrganizationFields, 'address'>> & { address?: Partial<Address> }

/** Returns the saved fields with the draft over them. */
export function merged(saved: OrganizationFields, draft: OrganizationDraft): OrganizationFields {
  return { ...saved, ...draft, address: { ...saved.address, ...draft.address } }
}

/** Returns the part of the draft that differs from what is saved. */
export function changesOf(saved: OrganizationFields, draft: OrganizationDraft): OrganizationDraft {
  const { address = {}, ...plain } = draft
  const parts = differing(saved.address, address)
  return { ...differing(saved, plain), ...(Object.keys(parts).length > 0 ? { address: parts } : {}) }
}

function differing<T extends object>(saved: T, draft: Partial<T>): Partial<T> {
  return Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T])),
  ) as Partial<T>
}
