import { msg } from '@crewline/contract/localized-text'
import type { ConsentAction, ConsentMethod } from '@crewline/contract/consent'
import type { MessageState, ThreadEvent } from '@crewline/contract/messages'
import type { ContactEvent } from '@crewline/contract/privacy'
import { verbatim, type LocalizedText } from '@crewline/contract/words'

type Cause = 'hand' | 'rules' | 'import' | 'copy' | 'merge' | 'sync'
type CodeTexts<Code extends string> = Readonly<Record<Code, LocalizedText>>

const HOW: CodeTexts<Cause | ConsentMethod> = {
  hand: msg({ message: 'manually' }),
  rules: msg({ message: 'by the rules' }),
  import: msg({ message: 'by an import' }),
  copy: msg({ message: 'copied from another group' }),
  merge: msg({ message: 'by a merge' }),
  sync: msg({ message: 'with the HR system' }),
  keyword: msg({ message: 'by a keyword' }),
  natural_language: msg({ message: 'in their own words' }),
  web: msg({ message: 'on a web page' }),
  qr: msg({ message: 'by a QR code' }),
  kiosk: msg({ message: 'at a kiosk' }),
  paper: msg({ message: 'on paper' }),
  verbal: msg({ message: 'by voice' }),
  email: msg({ message: 'by email' }),
  voicemail: msg({ message: 'in a voicemail' }),
  import_attestation: msg({ message: 'with an import' }),
  hris_attestation: msg({ message: 'with the HR system' }),
  member: msg({ message: 'through a teammate' }),
  carrier: msg({ message: 'reported by the carrier' }),
  transfer: msg({ message: 'in another organization, before a transfer' }),
}

const ACTION: CodeTexts<ConsentAction> = {
  opt_in: msg({ message: 'opted in' }),
  opt_out: msg({ message: 'opted out' }),
  attest: msg({ message: 'agreed to texts' }),
  help: msg({ message: 'asked for help' }),
  possible_opt_out: msg({ message: 'may have asked to stop texts' }),
  not_opt_out: msg({ message: 'marked as not an opt-out' }),
  wrong_number: msg({ message: 'wrong number' }),
  opt_out_undone: msg({ message: 'opt-out undone' }),
}

const KIND: CodeTexts<ContactEvent['kind']> = {
  created: msg({ message: 'added' }),
  changed: msg({ message: 'changed' }),
  archived: msg({ message: 'archived' }),
  restored: msg({ message: 'restored' }),
  merged: msg({ message: 'merged' }),
  imported: msg({ message: 'imported' }),
  joined: msg({ message: 'joined a group' }),
  left: msg({ message: 'left a group' }),
  opt_out: ACTION.opt_out,
  opt_in: ACTION.opt_in,
  opt_out_undone: ACTION.opt_out_undone,
  voicemail: msg({ message: 'left a voicemail' }),
  erased: msg({ message: 'erased' }),
  transfer_offered: msg({ message: 'offered to another organization' }),
  transfer_declined: msg({ message: 'declined by another organization' }),
  transfer_withdrawn: msg({ message: 'offer to another organization withdrawn' }),
  transferred_out: msg({ message: 'transferred to another organization' }),
  transferred_in: msg({ message: 'transferred from another organization' }),
  transfer_undone: msg({ message: 'transfer taken back' }),
}

const STATE: CodeTexts<MessageState> = {
  held: msg({ message: 'waiting to be sent' }),
  scheduled: msg({ message: 'scheduled' }),
  queued: msg({ message: 'queued' }),
  submitting: msg({ message: 'sending' }),
  unknown: msg({ message: 'not known whether it was sent' }),
  submitted: msg({ message: 'handed to the carrier' }),
  sent: msg({ message: 'sent' }),
  delivered: msg({ message: 'delivered' }),
  undelivered: msg({ message: 'not delivered' }),
  failed: msg({ message: 'not sent' }),
  cancelled: msg({ message: 'cancelled' }),
  suppressed: msg({ message: 'held back after an opt-out' }),
  expired: msg({ message: 'too late to send' }),
  quarantined: msg({ message: 'set apart' }),
  received: msg({ message: 'received' }),
  noted: msg({ message: 'noted' }),
}

const EVENT: CodeTexts<ThreadEvent['what']> = {
  archived: msg({ message: 'Conversation archived' }),
  reopened: msg({ message: 'Conversation reopened' }),
  assigned: msg({ message: 'Conversation assigned' }),
  unassigned: msg({ message: 'Conversation unassigned' }),
  snoozed: msg({ message: 'Conversation snoozed' }),
  woke: msg({ message: 'Conversation no longer snoozed' }),
  opted_out: msg({ message: 'Opted out' }),
  opted_in: msg({ message: 'Opted in' }),
  number_changed: msg({ message: 'Number changed' }),
  wrong_number: msg({ message: 'Wrong number' }),
  not_opt_out: msg({ message: 'Marked as not an opt-out' }),
  opt_out_undone: msg({ message: 'Opt-out undone' }),
}

const CODES: Readonly<Record<string, CodeTexts<string>>> = {
  how: HOW,
  action: ACTION,
  kind: KIND,
  change: { joined: msg({ message: 'joined' }), left: msg({ message: 'left' }) },
  state: STATE,
  what: EVENT,
}
const YES: LocalizedText = msg({ message: 'yes' })
const NO: LocalizedText = msg({ message: 'no' })

/** Returns the label of a code in a row. An unknown code or other value is returned as it is. */
export function codeText(name: string, value: string | boolean): LocalizedText {
  if (typeof value === 'boolean') return value ? YES : NO
  const texts = Object.hasOwn(CODES, name) ? CODES[name] : undefined
  return texts && Object.hasOwn(texts, value) ? (texts[value] ?? verbatim(value)) : verbatim(value)
}
