import type { BodyOf } from '@crewline/contract/endpoint'
import { TRANSFERS_PER_DAY } from '@crewline/contract/transfer-limits'
import { msg } from '@crewline/contract/localized-text'
import type { Transfer, transferContact } from '@crewline/contract/transfers'
import { fail } from '../../kernel/failure.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { moving, summariesOf } from '../contacts/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { refuseKept } from './refuse.ts'
import { nameOf, ownScopeThere, requireMover, requireTarget } from './access.ts'
import { move } from './move.ts'
import type { FamilyMember } from './relatives-views.ts'
import { reportOffer } from './offer-mail.ts'
import { addTransfer, hasOfferedSince, lockFamily, lockLatestOf, lockTransfer, type StoredTransfer } from './store.ts'
import { isArchived, transferById } from './views.ts'

/** At most one email in this time says that people are offered, in ms. */
const MAIL_EVERY_MS = 3_600_000

type Request = BodyOf<typeof transferContact>

/**
 * Transfers a contact to a relative at once where the member may edit contacts there too, or offers it to those who may. The
 * same request again returns the same transfer; of two at once for one person, the second sees the first.
 */
export async function transfer(scope: Scope, kernel: Kernel, request: Request): Promise<{ transfer: Transfer }> {
  const actor = requireMover(scope)
  const target = await requireTarget(kernel, scope.orgId, request.toId)
  const there = await ownScopeThere(kernel, scope, target)
  if (request.joinExisting && !there)
    fail('invalid', {
      fieldErrors: {
        joinExisting: msg({ message: 'Who accepts the person there decides whether to join two contacts.' }),
      },
    })
  await makeLimit(kernel, 'transfers', TRANSFERS_PER_DAY, 24 * 3600).take(scope.orgId)
  const { id, isOffered } = await once(() =>
    scope.tx(async (tx) => {
      await lockFamily(tx, target)
      // Read again under the lock: a sync that was turned off, or an organization that left, counts from then on.
      await requireTarget(kernel, scope.orgId, target.id)
      const isFirst = !(await hasOfferedSince(tx, target.id, new Date(tx.world.now().getTime() - MAIL_EVERY_MS)))
      const stored = await openTransfer(tx, { request, target, userId: actor.userId, isDirect: there !== undefined })
      if (there && stored.state === 'offered')
        await move(tx, { source: scope, target: there }, stored, {
          joinExisting: request.joinExisting,
          by: nameOf(actor),
        })
      return { id: stored.id, isOffered: isFirst && !there && stored.state === 'offered' }
    }),
  )
  if (isOffered) {
    const { organization } = await organizationOf(scope.db, scope.orgId)
    await reportOffer(kernel, { fromName: organization.name, toId: target.id, by: nameOf(actor) })
  }
  return { transfer: await transferById(scope, id) }
}

/** Returns the transfer that this request is about, made now or before. */
async function openTransfer(
  tx: Tx,
  { request, target, userId, isDirect }: { request: Request; target: FamilyMember; userId: string; isDirect: boolean },
): Promise<StoredTransfer> {
  const contactId = request.contactId.toLowerCase()
  await lockHolds(tx)
  await moving.lockIdentities(tx, [contactId])
  const latest = await lockLatestOf(tx, contactId)
  if (latest?.state === 'offered') {
    if (latest.toId === target.id) return latest
    return fail('outdated', {
      text: msg({ message: 'This contact is offered to another organization already. Withdraw that offer first.' }),
    })
  }
  const isGone = latest?.toId === target.id && (await isArchived(tx, contactId))
  if (latest && isGone) return latest
  if (isDirect) {
    // The move itself locks and checks the contact, after what must be locked before it.
    if ((await summariesOf(tx.db, tx.org.country, [contactId])).length === 0) return fail('not_found')
  } else {
    await moving.lockDeparting(tx, contactId)
    await refuseKept(tx, contactId)
  }
  const id = tx.world.id()
  await addTransfer(tx, { id, contactId, to: target, withMessages: request.withMessages, userId })
  if (!isDirect) tx.audit('contact.transfer-offered', contactId, { organization: target.name, transfer: id })
  return (await lockTransfer(tx, id)) ?? fail('not_found')
}

/** The number may be taken at the same moment, so the database constraint decides. */
export async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return fail('phone_taken')
  }
}
