import type { eraseContact } from '@crewline/contract/privacy'
import type { BodyOf } from '@crewline/contract/endpoint'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { allowLong } from '../../kernel/db/timeout.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { lockConsentRows } from '../consent/index.ts'
import { eraseAttributes, moving, summariesOf } from '../contacts/index.ts'
import { lockHolds, refuseHeld } from '../legal-holds/index.ts'
import { eraseEverywhere, finishErasureEverywhere } from './every-module.ts'
import { addErasure, heldByOthers, noteErased, openErasures } from './store/erasures.ts'

/** 20 erasures a minute are more than a person does by hand. */
const perMember = makeLocalLimit(20, 60)

/** The number of erasures finished in one transaction. */
const AT_ONCE = 10

/**
 * Permanently erases a contact and every contact merged into it: fields, texts, files, groups, and what imports and
 * members stored. Rows without personal data and the opt-out of a number remain. File contents, and rows that only the
 * system role may delete, are deleted right after the commit, or by a cron job if that fails. Refused during a legal hold.
 */
export async function erase(
  scope: Scope,
  { contactId, reason }: BodyOf<typeof eraseContact>,
  kernel: Kernel,
): Promise<{ erasedAt: string }> {
  const userId = requireUserId(scope)
  await perMember.take(userId)
  const id = contactId.toLowerCase()
  const { erasedAt, removeBytes } = await scope.tx(async (tx) => {
    await allowLong(tx.db, 'erases a contact with all messages')
    await lockHolds(tx)
    await moving.lockIdentities(tx, [id])
    return { erasedAt: tx.world.now(), removeBytes: await eraseOne(tx, id, { userId, reason }, kernel) }
  })
  // A cron job retries what fails here; the contact is already erased.
  const results = await Promise.allSettled([removeBytes(), finishErasures(kernel)])
  for (const result of results)
    if (result.status === 'rejected')
      scope.log.warn({ err: result.reason as unknown }, 'privacy: an erasure will continue later')
  return { erasedAt: erasedAt.toISOString() }
}

/** Erases contacts whose period is over, in the caller's transaction. What is left is deleted by cron jobs. */
export async function eraseFormer(tx: Tx, ids: string[], kernel: Kernel): Promise<void> {
  await moving.lockIdentities(tx, ids)
  for (const id of ids) await eraseOne(tx, id, { userId: null, reason: 'retention' }, kernel)
}

/** The caller has called `lockHolds` and `lockIdentities`. Returns what to run after the commit. */
async function eraseOne(
  tx: Tx,
  id: string,
  by: { userId: string | null; reason: string },
  kernel: Kernel,
): Promise<() => Promise<void>> {
  // A text that opts out, and the transfer of someone who shares the number, lock consent before the contact, and so does this.
  const [contact] = await summariesOf(tx.db, tx.org.country, [id])
  await lockConsentRows(tx, contact?.phone ? [contact.phone] : [])
  const { ids, phones } = await eraseAttributes(tx, id)
  await refuseHeld(tx, ids)
  const afterCommit = await tx.unscoped(async () => {
    const erased = await eraseEverywhere(tx, { contactIds: ids, phones }, kernel)
    await addErasure(tx, { orgId: tx.orgId, contactId: id, contactIds: ids, phones }, by)
    return erased
  })
  tx.audit('contact.erased', id, { merged: ids.length - 1, ...(by.userId === null && { reason: by.reason }) })
  return afterCommit
}

/** Deletes what is left of erased contacts and only the system role may delete. Returns the number of erasures. */
export async function finishErasures(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('erasures of every organization are completed')
  return system.transaction().execute(async (db) => {
    const open = await openErasures(db, AT_ONCE)
    for (const erasure of open) {
      await finishErasureEverywhere(db, { ...erasure, sharedPhones: await heldByOthers(db, erasure) }, kernel)
      await noteErased(db, erasure, kernel.world.now())
    }
    return open.length
  })
}
