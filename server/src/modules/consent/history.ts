import { msg } from '@crewline/contract/localized-text'
import type { ContactSummary } from '@crewline/contract/contacts'
import { CONSENT_HISTORY_MAX } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { verifyChain } from './chain-views.ts'
import { agreedAt, historyOf, type HistoryEntry } from './history-views.ts'
import { fingerprintOf } from './fingerprint-rules.ts'
import { contactLookup } from './ports.ts'
import { readConsentStatuses } from './store/consent-status.ts'

/** The consent state and history of a number. */
export interface Ledger {
  /** The contact with the number; null when the number was looked up directly and no visible contact has it. */
  contact: ContactSummary | null
  phone: string | null
  optedOut: boolean
  /** When the number opted out, or else when consent was last given; null without any entry. */
  since: Date | null
  isSound: boolean
  /** Newest first. */
  entries: HistoryEntry[]
}

/**
 * Returns the consent state of a contact's number and its newest entries. Fails with `not_found` for a contact that is
 * not visible.
 */
export async function ledgerOf(scope: Scope, contactId: string, most: number): Promise<Ledger> {
  const contact = (await contactLookup.get().byId(scope.db, scope.org.country, contactId)) ?? fail('not_found')
  const { phone } = contact
  if (phone === null) return { contact, phone, optedOut: false, since: null, isSound: true, entries: [] }
  return { contact, ...(await readLedger(scope, phone, most)) }
}

/**
 * Returns the consent state of a typed number, also after its contact was erased. Requires a member who sees all
 * contacts. Fails with `not_found` when nothing was recorded about it.
 */
export async function ledgerOfNumber(scope: Scope, typed: string, most: number): Promise<Ledger> {
  if (scope.isLimitedToGroups)
    fail('not_permitted', {
      text: msg({ message: 'You can only see some groups. Ask an owner or admin for evidence about a number.' }),
    })
  const { country } = scope.org
  const phone = parsePhone(typed, country)?.e164 ?? fail('phone_invalid')
  const ledger = await readLedger(scope, phone, most)
  if (ledger.entries.length === 0 && !ledger.optedOut)
    fail('not_found', {
      text: msg({ message: 'Nothing is recorded about this number.' }),
    })
  return { contact: (await contactLookup.get().byPhones(scope.db, country, [phone])).get(phone) ?? null, ...ledger }
}

async function readLedger(scope: Scope, phone: string, most: number): Promise<Omit<Ledger, 'contact'>> {
  const fingerprint = fingerprintOf(scope, scope.orgId, phone)
  const [states, agreed, isSound, entries] = await Promise.all([
    readConsentStatuses(scope.db, [phone, fingerprint]),
    agreedAt(scope.db, { phone, fingerprint }),
    verifyChain(scope.db, phone, fingerprint),
    historyOf(scope.db, { phone, fingerprint }, most),
  ])
  // Entries under the number itself take precedence over those under its phone fingerprint.
  const { optedOut = false, since = null } = states.get(phone) ?? states.get(fingerprint) ?? {}
  return { phone, optedOut, since: optedOut ? since : agreed, isSound, entries }
}

/** Returns the consent history of a contact's number for display. */
export async function showHistory(scope: Scope, contactId: string) {
  const { phone, optedOut, since, isSound, entries } = await ledgerOf(scope, contactId, CONSENT_HISTORY_MAX)
  const events = entries.map((entry) => entry.event)
  return { phone, optedOut, since: since?.toISOString() ?? null, isSound, events }
}
