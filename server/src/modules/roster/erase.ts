import type { eraseContact } from '@crewline/contract/roster'
import type { BodyOf } from '@crewline/contract/endpoint'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { forgetNumbers } from '../consent/index.ts'
import { eraseFacts } from '../contacts/index.ts'
import { forgetSpooled } from '../delivery/index.ts'
import { eraseFiles } from '../files/index.ts'
import { allowLong, eraseMemberships, forgetHistory } from '../groups/index.ts'
import { eraseRows } from '../imports/index.ts'
import { dropOwn } from '../inbox/index.ts'
import { eraseThreads } from '../messages/index.ts'
import { forgetUpdatesAbout } from '../notifications/index.ts'
import { dropPeople } from '../search/index.ts'
import { eraseCalls } from '../voicemail/index.ts'
import { addErasure, forgetPairs, heldByOthers, noteErased, openErasures } from './store/erasures.ts'
import { forgetTraces } from './store/traces.ts'
import { personOf } from './views/members.ts'

/** Nobody erases many people in a minute by hand. */
const perMember = makeLocalLimit(20, 60)

/** Erasures finished in one transaction. */
const AT_ONCE = 10

/**
 * Erases a person for good, with everybody merged into them: facts, words, files, groups, what imports and members kept. What
 * stays are rows that tell of nobody, and the opt-out of a number. Bytes and what only the product may delete go right after
 * the commit, or by the clock where that fails.
 */
export async function erase(
  scope: Scope,
  { contactId, reason }: BodyOf<typeof eraseContact>,
  kernel: Kernel,
): Promise<{ erasedAt: string }> {
  const personId = personOf(scope)
  await perMember.take(personId)
  const id = contactId.toLowerCase()
  const { erasedAt, removeBytes } = await scope.tx(async (tx) => {
    await allowLong(tx.db)
    const { ids, phones } = await eraseFacts(tx, id)
    const remove = await tx.unscoped(async () => {
      const { messageIds, fileIds } = await eraseThreads(tx, ids, phones)
      const recordings = await eraseCalls(tx, ids)
      for (const one of ids) await dropOwn(tx, one)
      await eraseMemberships(tx, ids)
      await eraseRows(tx, ids, phones)
      await forgetPairs(tx, ids)
      await forgetTraces(tx, ids)
      await addErasure(tx, { orgId: tx.orgId, contactId: id, contactIds: ids, phones }, { personId, reason })
      return eraseFiles(tx, kernel, { fileIds: [...fileIds, ...recordings], messageIds })
    })
    tx.audit('contact.erased', id, { merged: ids.length - 1 })
    return { erasedAt: tx.world.now(), removeBytes: remove }
  })
  // What fails here is done by the clock; the person is erased already.
  const rest = await Promise.allSettled([removeBytes(), finishErasures(kernel)])
  for (const one of rest)
    if (one.status === 'rejected') scope.log.warn({ err: one.reason as unknown }, 'roster: an erasure goes on later')
  return { erasedAt: erasedAt.toISOString() }
}

/** Takes away what is left of erased people where only the product itself may delete; answers of how many. */
export async function finishErasures(kernel: Kernel): Promise<number> {
  const system = kernel.database.asSystem('what is left of erased people goes in every organization')
  return system.transaction().execute(async (db) => {
    const open = await openErasures(db, AT_ONCE)
    for (const one of open) {
      await dropPeople(db, one.orgId, one.contactIds)
      await forgetHistory(db, one.orgId, one.contactIds)
      await forgetUpdatesAbout(db, one.orgId, one.contactIds)
      await forgetSpooled(kernel, db, one)
      await forgetNumbers(db, kernel.seal, { ...one, held: await heldByOthers(db, one) })
      await noteErased(db, one, kernel.world.now())
    }
    return open.length
  })
}
