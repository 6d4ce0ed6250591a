import type { Contact, ContactSummary } from '@crewline/contract/contacts'
import type { ContactStatusKind } from './ContactStatus.tsx'

const statusByReach: Record<ContactSummary['reach'], ContactStatusKind> = {
  can_text: 'canText',
  opted_out: 'optedOut',
  no_mobile: 'noMobile',
  landline: 'landline',
  not_in_use: 'notInUse',
}

/** Returns the status of a contact; archived takes precedence over reachability, and that over a missing consent. */
export function contactStatusOf({
  reach,
  archived,
  lacksConsent,
}: Pick<Contact, 'reach' | 'archived' | 'lacksConsent'>): ContactStatusKind {
  if (archived) return 'archived'
  return reach === 'can_text' && lacksConsent ? 'noConsent' : statusByReach[reach]
}
