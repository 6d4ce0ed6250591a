import type { TransferOffer } from '@crewline/contract/transfers'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { moving } from '../contacts/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { nameOf, requireMover, requireRelative, requireTarget, scopeThere } from './access.ts'
import { move } from './move.ts'
import { contactsOfTransfer, lockFamily, lockTransfer, saveEnded, type StoredTransfer } from './store.ts'
import { once } from './transfer.ts'
import { offersTo, type OpenOffer } from './views.ts'

const WHY = 'people are offered to another organization of the family'

/** Lists the people whom relatives offer to this organization. */
export async function listOffers(scope: Scope, kernel: Kernel): Promise<{ offers: TransferOffer[] }> {
  requireMover(scope)
  const offers = await offersTo(kernel.database.asSystem(WHY), scope)
  return { offers: offers.map(({ fromId: _from, ...offer }) => offer) }
}

/** Accepts an offer: the person moves now. Fails with `outdated` when it was withdrawn, or the person can no longer leave. */
export async function accept(
  scope: Scope,
  kernel: Kernel,
  { id, joinExisting }: { id: string; joinExisting: boolean },
): Promise<{ contactId: string }> {
  const actor = requireMover(scope)
  const offer = await requireOffer(scope, kernel, id)
  const source = await requireRelative(kernel, scope.orgId, offer.fromId)
  const contactId = await once(() =>
    scope.tx(async (tx) => {
      await lockFamily(tx, source)
      await requireTarget(kernel, source.id, scope.orgId)
      const sides = { source: scopeThere(kernel, source), target: scope }
      const stored = await tx.elsewhere(sides.source, (from) => lockOffer(from, id))
      return move(tx, sides, stored, { joinExisting, by: nameOf(actor) })
    }),
  )
  return { contactId }
}

/** Declines an offer; the person stays where they are. */
export async function decline(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  const actor = requireMover(scope)
  const offer = await requireOffer(scope, kernel, id)
  const source = await requireRelative(kernel, scope.orgId, offer.fromId)
  await scope.tx(async (tx) => {
    await lockFamily(tx, source)
    const here = (await organizationOf(tx.db, scope.orgId)).organization.name
    await tx.elsewhere(scopeThere(kernel, source), async (from) => {
      const { contactId } = await lockOffer(from, id)
      await saveEnded(from, id, 'declined')
      from.audit('contact.transfer-declined', contactId, {
        transfer: id,
        organization: here,
        by: nameOf(actor),
      })
    })
    tx.audit('contact.transfer-declined', null, { transfer: id, organization: offer.from })
  })
  return {}
}

async function requireOffer(scope: Scope, kernel: Kernel, id: string): Promise<OpenOffer> {
  const offers = await offersTo(kernel.database.asSystem(WHY), scope)
  return offers.find((offer) => offer.id === id.toLowerCase()) ?? fail('not_found')
}

async function lockOffer(tx: Tx, id: string): Promise<StoredTransfer> {
  await lockHolds(tx)
  await moving.lockIdentities(tx, await contactsOfTransfer(tx, id))
  const stored = await lockTransfer(tx, id)
  return stored?.state === 'offered' ? stored : fail('outdated')
}
