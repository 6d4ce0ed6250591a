import { TRANSFER_UNDO_MS } from '@crewline/contract/transfer-limits'
import { CONSENT_HISTORY_MAX } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { carryConsentOver, consentLedger } from '../consent/index.ts'
import { moving, summariesOf } from '../contacts/index.ts'
import { lockHolds, refuseHeld } from '../legal-holds/index.ts'
import { pendingTexts } from '../messages/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { inside, nameOf, requireMover, requireRelative, scopeThere } from './access.ts'
import { byOf, lockConsentOf, type Sides } from './move.ts'
import {
  contactsOfTransfer,
  lockArrival,
  lockFamily,
  lockLatestOf,
  lockTransfer,
  saveEnded,
  saveSentBack,
  type StoredArrival,
  type StoredTransfer,
} from './store.ts'
import { otherSideOf } from './views.ts'

/**
 * Withdraws an offer or takes a transfer back, as the organization that the contact left; sends the contact back, as the one
 * that it came to. Returns the contact in the caller's organization. An opt-out that was made meanwhile goes back along.
 */
export async function undo(scope: Scope, kernel: Kernel, rawId: string): Promise<{ contactId: string }> {
  const by = nameOf(requireMover(scope))
  const id = rawId.toLowerCase()
  const other = (await otherSideOf(scope.db, id)) ?? fail('not_found')
  // An offer is withdrawn also when its target is none any more.
  const relative = await requireRelative(kernel, scope.orgId, other.orgId).catch((error: unknown) => {
    if (other.isOffer) return undefined
    throw error
  })
  const contactId = await scope.tx(async (tx) => {
    if (!relative) {
      await lockAlone(tx, id)
      return withdraw(tx, id)
    }
    await lockFamily(tx, relative)
    const there = scopeThere(kernel, relative)
    const sides = other.isSource ? { source: scope, target: there } : { source: there, target: scope }
    const stored = (await inside(tx, sides.source, (from) => lockAlone(from, id))) ?? fail('not_found')
    if (stored.state === 'offered' && other.isSource) return withdraw(tx, id)
    const late = stored.doneAt === null || tx.world.now().getTime() - stored.doneAt.getTime() > TRANSFER_UNDO_MS
    if (stored.state !== 'done' || late) return fail('undo_over')
    const arrivedId = await sendBack(tx, sides, { stored, by })
    return other.isSource ? stored.contactId : arrivedId
  })
  return { contactId }
}

/** Locks a transfer after what must be locked before it. */
async function lockAlone(tx: Tx, id: string): Promise<StoredTransfer | undefined> {
  await lockHolds(tx)
  await moving.lockIdentities(tx, await contactsOfTransfer(tx, id))
  return lockTransfer(tx, id)
}

async function withdraw(tx: Tx, id: string): Promise<string> {
  const stored = await lockTransfer(tx, id)
  if (stored?.state !== 'offered') return fail('undo_over')
  await saveEnded(tx, id, 'withdrawn')
  tx.audit('contact.transfer-withdrawn', stored.contactId, { transfer: id })
  return stored.contactId
}

async function sendBack(tx: Tx, sides: Sides, { stored, by }: { stored: StoredTransfer; by: string }): Promise<string> {
  const { source, target } = sides
  const here = await inside(tx, source, async (from) => {
    await lockHolds(from)
    const [contact] = await summariesOf(from.db, from.org.country, [stored.contactId])
    const { name } = (await organizationOf(from.db, source.orgId)).organization
    return { name, phone: contact?.phone ?? null }
  })
  const back = await inside(tx, target, (to) => dismiss(to, target, { stored, by, source: here }))
  await inside(tx, source, async (from) => {
    const phone = await moving.readmitDeparted(from, stored.contactId, stored.heirs)
    if (phone !== null && back.optedOut)
      await carryConsentOver(from, phone, { from: back.name, optedOut: true, events: back.events })
    await saveEnded(from, stored.id, 'undone')
    from.audit('contact.transfer-undone', stored.contactId, {
      organization: back.name,
      transfer: stored.id,
      ...byOf(from, { by }),
    })
  })
  return back.contactId
}

interface Dismissing {
  stored: StoredTransfer
  by: string
  /** The organization that the contact left, and the number it has there. */
  source: { name: string; phone: string | null }
}

async function dismiss(tx: Tx, scope: Scope, { stored, by, source }: Dismissing) {
  const { id } = stored
  await lockHolds(tx)
  await moving.lockIdentities(tx, await contactsOfTransfer(tx, id))
  const arrival = await lockArrival(tx, id)
  if (!arrival || arrival.undoneAt) return fail('undo_over')
  const { contactId, how } = arrival
  await refuseMovedOn(tx, stored, arrival)
  await refuseHeld(tx, [contactId])
  // The contact that was joined stays, and so do its texts.
  if (how !== 'joined') await pendingTexts.cancelWaitingFor(tx, [contactId], 'transfer')
  // The number may have changed here, so an opt-out of either number goes back.
  const optedOut = (await lockConsentOf(tx, contactId, source.phone === null ? [] : [source.phone])).size > 0
  if (how !== 'joined') await moving.dismissArrival(tx, contactId)
  const { entries } = await consentLedger({ ...scope, db: tx.db }, contactId, CONSENT_HISTORY_MAX)
  await saveSentBack(tx, id)
  const { name } = (await organizationOf(tx.db, scope.orgId)).organization
  tx.audit('contact.transfer-undone', contactId, { organization: source.name, transfer: id, ...byOf(tx, { by }) })
  return { contactId, name, optedOut, events: entries.map(({ event }) => event) }
}

/** Fails when who arrived was merged into another contact or went on to a third organization; ends an offer to one. */
async function refuseMovedOn(
  tx: Tx,
  { becameId }: StoredTransfer,
  { contactId, how, at }: StoredArrival,
): Promise<void> {
  if (how !== 'joined' && contactId !== becameId) return fail('undo_over')
  const onward = await lockLatestOf(tx, contactId)
  if (onward?.state === 'done' && onward.doneAt !== null && onward.doneAt >= at) return fail('undo_over')
  if (onward?.state === 'offered' && how !== 'joined') await withdraw(tx, onward.id)
}
