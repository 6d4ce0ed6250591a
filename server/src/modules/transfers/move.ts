import { CONSENT_HISTORY_MAX } from '@crewline/contract/limits'
import { TRANSFER_TEXTS_MAX } from '@crewline/contract/transfer-limits'
import { msg } from '@crewline/contract/localized-text'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { carryConsentOver, consentLedger, lockConsentRows, type Ledger } from '../consent/index.ts'
import { moving, summariesOf } from '../contacts/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { pendingTexts } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { refuseKept } from './refuse.ts'
import { inside } from './access.ts'
import { addArrival, departedAs, saveDone, type CopiedText, type StoredTransfer } from './store.ts'
import { countTexts, textsWith } from './texts-views.ts'

/** The two organizations of a transfer, each in the scope in which it is acted there. */
export interface Sides {
  source: Scope
  target: Scope
}

/** What is decided about a move, and who decided it. */
export interface Decided {
  joinExisting: boolean
  /** The name of the member who acts, for the organization that does not know them. */
  by: string
}

/**
 * Moves the person of a locked transfer, in the transaction of either organization: both change together or not at all.
 * Returns the contact in the target.
 */
export async function move(tx: Tx, sides: Sides, stored: StoredTransfer, decided: Decided): Promise<string> {
  const { source, target } = sides
  const names = await inside(
    tx,
    source,
    async (from) => (await organizationOf(from.db, source.orgId)).organization.name,
  )
  const there = await inside(tx, target, async (to) => (await organizationOf(to.db, target.orgId)).organization.name)
  const left = await inside(tx, source, (from) => leave(from, source, stored))
  const arrived = await inside(tx, target, (to) =>
    arrive(to, { stored, left, decided, from: { id: source.orgId, name: names } }),
  )
  await inside(tx, source, async (from) => {
    await saveDone(from, stored.id, { becameId: arrived.contactId, heirs: left.heirs })
    from.audit('contact.transferred-out', stored.contactId, {
      organization: there,
      transfer: stored.id,
      texts: left.texts.length,
      ...(left.canceled > 0 && { canceled: left.canceled }),
      ...byOf(from, decided),
    })
  })
  return arrived.contactId
}

/** Names the member in the entries of the organization where the product acts for them. */
export function byOf(tx: Tx, { by }: Pick<Decided, 'by'>): { by?: string } {
  return tx.actor.kind === 'member' ? {} : { by }
}

interface Left {
  fields: Awaited<ReturnType<typeof moving.departContact>>['fields']
  heirs: string[]
  ledger: Ledger
  texts: CopiedText[]
  canceled: number
}

async function leave(tx: Tx, scope: Scope, { contactId, withMessages }: StoredTransfer): Promise<Left> {
  await lockHolds(tx)
  // The sender locks texts before the rows of consent, and so does this.
  const canceled = await pendingTexts.cancelWaitingFor(tx, [contactId], 'transfer')
  // A text that opts out locks consent before the contact. It waits here, or is seen in the ledger below.
  await lockConsentOf(tx, contactId)
  const { fields, heirs } = await moving.departContact(tx, contactId)
  await refuseKept(tx, contactId)
  if (withMessages && (await countTexts(tx.db, contactId, TRANSFER_TEXTS_MAX + 1)) > TRANSFER_TEXTS_MAX)
    return fail('too_many', {
      text: msg({
        message: "More than {most, number} texts can't go along. Transfer the contact without them.",
        values: { most: TRANSFER_TEXTS_MAX },
      }),
    })
  const texts = withMessages ? await textsWith(tx.db, contactId, TRANSFER_TEXTS_MAX) : []
  const ledger = await consentLedger({ ...scope, db: tx.db }, contactId, CONSENT_HISTORY_MAX)
  return { fields, heirs, ledger, texts, canceled }
}

/** Keeps the consent of a contact's number as it is until the transaction ends. Returns which of the numbers are opted out. */
export async function lockConsentOf(tx: Tx, contactId: string, others: string[] = []): Promise<Set<string>> {
  const [contact] = await summariesOf(tx.db, tx.org.country, [contactId])
  const phones = [...new Set([...others, ...(contact?.phone ? [contact.phone] : [])])].toSorted()
  return lockConsentRows(tx, phones)
}

interface Arriving {
  stored: StoredTransfer
  left: Left
  decided: Decided
  from: { id: string; name: string }
}

async function arrive(tx: Tx, { stored, left, decided, from }: Arriving) {
  const { fields, ledger, texts } = left
  const returnTo = await departedAs(tx, { toId: from.id, becameId: stored.contactId })
  const arrived = await moving.admitContact(tx, fields, { joinExisting: decided.joinExisting, returnTo })
  const events = ledger.entries.map(({ event }) => event)
  if (fields.phone !== null)
    await carryConsentOver(tx, fields.phone, { from: from.name, optedOut: ledger.optedOut, events })
  await addArrival(tx, {
    id: stored.id,
    contactId: arrived.contactId,
    from,
    how: arrived.how,
    by: decided.by,
    consent: events.toReversed(),
    texts,
  })
  tx.audit('contact.transferred-in', arrived.contactId, {
    organization: from.name,
    transfer: stored.id,
    how: arrived.how,
    texts: texts.length,
    ...(arrived.left.length > 0 && { left: arrived.left }),
    ...byOf(tx, decided),
  })
  return arrived
}
