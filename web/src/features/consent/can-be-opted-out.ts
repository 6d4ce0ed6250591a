import type { ContactSummary } from '@crewline/contract/contacts'

/** Returns whether an opt-out of this contact can be recorded: it is recorded for a mobile number, and once. */
export function canBeOptedOut({ reach }: Pick<ContactSummary, 'reach'>): boolean {
  return reach !== 'opted_out' && reach !== 'no_mobile'
}
