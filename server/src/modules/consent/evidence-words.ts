import type { LocalizedText } from '@crewline/contract/words'
import { msg } from '@crewline/contract/localized-text'

/** The fixed texts of the evidence file. The contact's own words are not translated. */
export const EVIDENCE_TEXTS = {
  file: msg({ message: 'consent-evidence', comment: 'The name of a file.' }),
  title: msg({ message: 'Consent evidence' }),
  organization: msg({ message: 'Organization' }),
  number: msg({ message: 'Number' }),
  contact: msg({ message: 'Current contact', context: 'evidence' }),
  status: msg({ message: 'Status', context: 'evidence' }),
  optedOut: msg({ message: 'Opted out: must not be texted. Only the contact can end this, by texting START.' }),
  agreed: msg({ message: 'May be texted: the contact agreed.' }),
  noOptOut: msg({ message: 'May be texted: no opt-out is recorded.' }),
  since: msg({ message: 'Since' }),
  nothing: msg({ message: 'Nothing was recorded' }),
  entries: msg({ message: 'Entries' }),
  history: msg({ message: 'History' }),
  sound: msg({
    message:
      'Unchanged since it was recorded. Each entry contains the hash of the previous entry (SHA-256). All hashes match, and no entry is missing.',
  }),
  broken: msg({ message: 'CHANGED after it was recorded: an entry was modified or is missing.' }),
  zone: msg({ message: 'Time zone' }),
  madeBy: msg({ message: 'Created by' }),
  time: msg({ message: 'Time' }),
  wording: msg({ message: 'Exact text', context: 'evidence' }),
  none: msg({ message: '(none)', context: 'evidence' }),
  removed: msg({ message: 'Removed when the contact was erased' }),
  noOne: msg({ message: 'No one' }),
  notedBy: msg({ message: 'Recorded by' }),
  carrier: msg({ message: 'The carrier' }),
  worker: msg({ message: 'The contact, directly' }),
  message: msg({ message: 'Message' }),
  entry: msg({ message: 'Entry' }),
  hash: msg({ message: 'Hash' }),
  beforeChain: msg({ message: 'Recorded before the hash chain began' }),
  hashBefore: msg({ message: 'Previous hash' }),
  first: msg({ message: 'None: the first entry of its chain', context: 'evidence' }),
}

/** The title of the evidence about a number. */
export function evidenceTitle(phone: string): LocalizedText {
  return msg({ message: 'Consent evidence for {phone}', values: { phone } })
}

/** The footer of each page of the evidence about a number. */
export function evidenceFooter(phone: string, at: string): LocalizedText {
  return msg({ message: 'Consent evidence for {phone}, created {at}', values: { phone, at } })
}
