import type { Contact, ContactHead } from '@crewline/contract/contacts'
import type { ContactStanding } from './ContactStatus.tsx'

const standings: Record<ContactHead['reach'], ContactStanding> = {
  can_text: 'canText',
  opted_out: 'optedOut',
  no_mobile: 'noMobile',
  landline: 'landline',
  not_in_use: 'notInUse',
}

/** The one status word of a contact; archived goes before whether texts arrive. */
export function standingOf({ reach, archived }: Pick<Contact, 'reach' | 'archived'>): ContactStanding {
  return archived ? 'archived' : standings[reach]
}
