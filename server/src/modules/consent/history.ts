import type { ContactHead } from '@crewline/contract/contacts'
import { CONSENT_HISTORY_SHOWN } from '@crewline/contract/limits'
import { parsePhone } from '@crewline/contract/phone'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { verifyChain } from './chain-views.ts'
import { agreedAt, historyOf, type HistoryEntry } from './history-views.ts'
import { markOf } from './mark-rules.ts'
import { numberHolders } from './plugs.ts'
import { standingOf } from './store/standing.ts'

/** What is known about a number. */
export interface Ledger {
  /** Who has it; null where it was asked for by itself and nobody in sight has it now. */
  contact: ContactHead | null
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
  return { contact, ...(await saidAbout(scope, phone, most)) }
}

/**
 * What stands for a number as it was typed, also where its person was erased; for members who see everybody. `not_found` where
 * nothing was ever noted about it.
 */
export async function ledgerOfNumber(scope: Scope, typed: string, most: number): Promise<Ledger> {
  if (scope.isNarrow)
    fail('not_permitted', {
      words: {
        en: 'You see some groups only. Ask an owner or admin for evidence about a number.',
        es: 'Solo ves algunos grupos. Pide a un propietario o administrador las pruebas de un número.',
      },
    })
  const { country } = scope.org
  const phone = parsePhone(typed, country)?.e164 ?? fail('phone_invalid')
  const ledger = await saidAbout(scope, phone, most)
  if (ledger.entries.length === 0 && !ledger.optedOut)
    fail('not_found', {
      words: { en: 'Nothing was noted about this number.', es: 'No se anotó nada sobre este número.' },
    })
  return { contact: (await numberHolders.get().byPhones(scope.db, country, [phone])).get(phone) ?? null, ...ledger }
}

async function saidAbout(scope: Scope, phone: string, most: number): Promise<Omit<Ledger, 'contact'>> {
  const mark = markOf(scope, scope.orgId, phone)
  const [standing, agreed, isSound, entries] = await Promise.all([
    standingOf(scope.db, [phone, mark]),
    agreedAt(scope.db, { phone, mark }),
    verifyChain(scope.db, phone, mark),
    historyOf(scope.db, { phone, mark }, most),
  ])
  // Once the number came back its mark says nothing any more.
  const { optedOut = false, since = null } = standing.get(phone) ?? standing.get(mark) ?? {}
  return { phone, optedOut, since: optedOut ? since : agreed, isSound, entries }
}

/** The history of a worker's number as a screen shows it. */
export async function showHistory(scope: Scope, contactId: string) {
  const { phone, optedOut, since, isSound, entries } = await ledgerOf(scope, contactId, CONSENT_HISTORY_SHOWN)
  const events = entries.map((entry) => entry.event)
  return { phone, optedOut, since: since?.toISOString() ?? null, isSound, events }
}
