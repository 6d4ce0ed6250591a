import type { ConsentEvent } from '@crewline/contract/consent'
import type { Tx } from '../../kernel/scope.ts'
import { describeConsentEntry } from './evidence-rules.ts'
import { attestUnlessOptedOut, optOutNumbers } from './on-behalf.ts'

/** What another organization recorded about a number. */
export interface CarriedConsent {
  /** The name of that organization. */
  from: string
  optedOut: boolean
  /** Newest first. */
  events: readonly ConsentEvent[]
}

/** The longest wording of an entry made here, in characters; the entries themselves come along whole. */
const WORDING_MAX = 1000

/**
 * Records in the history of a number what another organization of the family knew: an opt-out stays one, whatever is known
 * here; consent is recorded unless the number is opted out here.
 */
export async function carryConsentOver(tx: Tx, phone: string, consent: CarriedConsent): Promise<void> {
  const { optedOut, events } = consent
  if (optedOut) {
    const wording = wordingOf(
      consent,
      events.find(({ action }) => action === 'opt_out'),
    )
    await optOutNumbers(tx, [phone], { method: 'transfer', wording })
    return
  }
  const given = events.find(({ action }) => action === 'opt_in' || action === 'attest')
  if (given) await attestUnlessOptedOut(tx, [phone], { method: 'transfer', wording: wordingOf(consent, given) })
}

function wordingOf({ from }: CarriedConsent, event: ConsentEvent | undefined): string {
  if (!event) return `Recorded at ${from}.`
  const words = event.wording === '' ? '' : `: “${event.wording}”`
  const text = `Recorded at ${from} on ${event.at.slice(0, 10)}: ${describeConsentEntry(event.action, event.method, 'en')}${words}`
  return text.slice(0, WORDING_MAX).toWellFormed()
}
