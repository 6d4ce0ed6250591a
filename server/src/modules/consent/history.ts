import type { ContactHead } from '@crewline/contract/contacts'
import { CONSENT_HISTORY_SHOWN } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { verifyChain } from './chain-views.ts'
import { agreedAt, historyOf, type HistoryEntry } from './history-views.ts'
import { numberHolders } from './plugs.ts'
import { standingOf } from './store/standing.ts'

/** What is known about a worker's number. */
export interface Ledger {
  contact: ContactHead
  phone: string | null
  optedOut: boolean
  /** When the number was opted out, else when it was last agreed to; null where nobody said anything. */
  since: Date | null
  isSound: boolean
  /** The newest first. */
  entries: HistoryEntry[]
}

/** What stands for a worker's number and the newest entries about it, or `not_found` for a worker out of sight. */
export async function ledgerOf(scope: Scope, contactId: string, most: number): Promise<Ledger> {
  const contact = (await numberHolders.get().byId(scope.db, scope.org.country, contactId)) ?? fail('not_found')
  const { phone } = contact
  if (phone === null) return { contact, phone, optedOut: false, since: null, isSound: true, entries: [] }
  const [standing, agreed, isSound, entries] = await Promise.all([
    standingOf(scope.db, [phone]),
    agreedAt(scope.db, phone),
    verifyChain(scope.db, phone),
    historyOf(scope.db, phone, most),
  ])
  const { optedOut = false, since = null } = standing.get(phone) ?? {}
  return { contact, phone, optedOut, since: optedOut ? since : agreed, isSound, entries }
}

/** The history of a worker's number as a screen shows it. */
export async function showHistory(scope: Scope, contactId: string) {
  const { phone, optedOut, since, isSound, entries } = await ledgerOf(scope, contactId, CONSENT_HISTORY_SHOWN)
  const events = entries.map((entry) => entry.event)
  return { phone, optedOut, since: since?.toISOString() ?? null, isSound, events }
}
