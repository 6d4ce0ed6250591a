import type { eraseContact } from '@crewline/contract/privacy'
import type { BodyOf } from '@crewline/contract/endpoint'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import { eraseNumbers } from '../consent/index.ts'
import { deleteDismissedPairs, eraseAttributes } from '../contacts/index.ts'
import { eraseSpooled } from '../delivery/index.ts'
import { eraseFiles } from '../files/index.ts'
import { allowLong, eraseMemberships, deleteGroupHistory } from '../groups/index.ts'
import { eraseRows } from '../imports/index.ts'
import { deleteUserData } from '../inbox/index.ts'
import { eraseThreads } from '../messages/index.ts'
import { deleteUpdatesAbout } from '../notifications/index.ts'
import { dropMembers } from '../search/index.ts'
import { eraseCalls } from '../voicemail/index.ts'
import { addErasure, heldByOthers, noteErased, openErasures } from './store/erasures.ts'
import { deleteUndoOf } from './store/merges.ts'
import { deleteUndoSnapshots } from '../contact-lists/index.ts'

/** 20 erasures a minute are more than a person does by hand. */
const perMember = makeLocalLimit(20, 60)

/** The number of erasures finished in one transaction. */
const AT_ONCE = 10

/**
 * Permanently erases a contact and every contact merged into it: fields, texts, files, groups, and what imports and
 * members stored. Rows without personal data and the opt-out of a number remain. File contents, and rows that only the
 * system role may delete, are deleted right after the commit, or by a cron job if that fails.
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
    await allowLong(tx.db)
    const { ids, phones } = await eraseAttributes(tx, id)
    const remove = await tx.unscoped(async () => {
      const { messageIds, fileIds } = await eraseThreads(tx, ids, phones)
      const recordings = await eraseCalls(tx, ids)
      for (const erasedId of ids) await deleteUserData(tx, erasedId)
      await eraseMemberships(tx, ids)
      await eraseRows(tx, ids, phones)
      await deleteDismissedPairs(tx, ids)
      await deleteUndoOf(tx, ids)
      await deleteUndoSnapshots(tx, ids)
      await addErasure(tx, { orgId: tx.orgId, contactId: id, contactIds: ids, phones }, { userId, reason })
      return eraseFiles(tx, kernel, { fileIds: [...fileIds, ...recordings], messageIds })
    })
    tx.audit('contact.erased', id, { merged: ids.length - 1 })
    return { erasedAt: tx.world.now(), removeBytes: remove }
  })
  // A cron job retries what fails here; the contact is already erased.
  const results = await Promise.allSettled([removeBytes(), finishErasures(kernel)])
  for (const result of results)
    if (result.status === 'rejected')
      scope.log.warn({ err: result.reason as unknown }, 'privacy: an erasure will continue later')
  return { erasedAt: erasedAt.toISOString() }
}

/** Deletes what is left of erased contacts and only the system role may delete. Returns the number of erasures. */
export async function finishErasures(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('erasures of every organization are completed')
  return system.transaction().execute(async (db) => {
    const open = await openErasures(db, AT_ONCE)
    for (const erasure of open) {
      await dropMembers(db, erasure.orgId, erasure.contactIds)
      await deleteGroupHistory(db, erasure.orgId, erasure.contactIds)
      await deleteUpdatesAbout(db, erasure.orgId, erasure.contactIds)
      await eraseSpooled(kernel, db, erasure)
      await eraseNumbers(db, kernel.encryption, { ...erasure, held: await heldByOthers(db, erasure) })
      await noteErased(db, erasure, kernel.world.now())
    }
    return open.length
  })
}
