import type { ContactMerge, mergeContacts } from '@crewline/contract/privacy'
import type { Contact } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MERGE_UNDO_MS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import { requireUserId, type Scope } from '../../kernel/scope.ts'
import {
  contactsByIds,
  mergeContactData,
  groundOf,
  moving,
  summariesOf,
  unmergeContactData,
} from '../contacts/index.ts'
import { maySeeSensitive } from '../fields/index.ts'
import { lockHolds, refuseHeld } from '../legal-holds/index.ts'
import { mergeEverywhere, unmergeEverywhere } from './every-module.ts'
import { addMerge, contactsOfMerge, lockMerge, noteUndone } from './store/merges.ts'
import { mergesSince } from './views/merges.ts'

/** Each merge may move thousands of messages. */
const perMember = makeLocalLimit(60, 60)

/**
 * Merges two contacts: messages, groups, calls and drafts move to the kept one, which keeps its own fields except those
 * taken from the other. The other contact is archived and its number leads to the kept one. Consent belongs to numbers
 * and does not change. The contacts come first: that checks who may merge them.
 */
export async function merge(
  scope: Scope,
  body: BodyOf<typeof mergeContacts>,
): Promise<{ contact: Contact; mergeId: string; undoUntil: string }> {
  const userId = requireUserId(scope)
  await perMember.take(userId)
  const keepId = body.keepId.toLowerCase()
  const otherId = body.otherId.toLowerCase()
  const id = scope.world.id()
  const take = [...new Set(body.take)]
  const at = await once(() =>
    scope.tx(async (tx) => {
      await lockHolds(tx)
      await moving.lockIdentities(tx, [keepId, otherId])
      const attributes = await mergeContactData(tx, { keepId, otherId }, take, await groundOf(tx, scope))
      // Afterward no one could say whose messages were whose, and a hold by name would lose those that move.
      await refuseHeld(tx, [keepId, otherId])
      const now = await tx.unscoped(async () => {
        const moved = await mergeEverywhere(tx, { fromId: otherId, toId: keepId })
        const now = tx.world.now()
        await addMerge(tx, { id, keepId, otherId, at: now, undo: { attributes, moved } }, userId)
        return now
      })
      tx.audit('contact.merged', keepId, { otherId, fields: take, merge: id })
      return now
    }),
  )
  const contact = await read(scope, keepId)
  return { contact, mergeId: id, undoUntil: new Date(at.getTime() + MERGE_UNDO_MS).toISOString() }
}

/**
 * Returns the merges into a contact that can still be undone, newest first. Fails with `not_found` when the actor
 * cannot see the contact. A member of some groups gets only their own merges, because they have seen both contacts of
 * those.
 */
export async function undoable(scope: Scope, contactId: string): Promise<{ merges: ContactMerge[] }> {
  const id = contactId.toLowerCase()
  const since = new Date(scope.world.now().getTime() - MERGE_UNDO_MS)
  const [summaries, merges] = await Promise.all([
    summariesOf(scope.db, scope.org.country, [id]),
    mergesSince(scope.db, { contactId: id, since, by: canSeeAll(scope) ? null : requireUserId(scope) }),
  ])
  if (summaries.length === 0) fail('not_found')
  return {
    merges: merges.map(({ at, ...merge }) => ({
      ...merge,
      at: at.toISOString(),
      undoUntil: new Date(at.getTime() + MERGE_UNDO_MS).toISOString(),
    })),
  }
}

/**
 * Splits a merge into the two original contacts. Changes made since stay with the kept one. Fails with `merge_over`
 * after the time limit.
 */
export async function undo(scope: Scope, id: string): Promise<{ contact: Contact; other: Contact }> {
  await perMember.take(requireUserId(scope))
  const { keepId, otherId } = await once(() =>
    scope.tx(async (tx) => {
      await lockHolds(tx)
      await moving.lockIdentities(tx, await contactsOfMerge(tx, id))
      const held = (await lockMerge(tx, id)) ?? fail('not_found')
      const { undo: before, at } = held
      if (!before || tx.world.now().getTime() - at.getTime() > MERGE_UNDO_MS) return fail('merge_over')
      await unmergeContactData(tx, held, before.attributes, await groundOf(tx, scope))
      await refuseHeld(tx, [held.keepId, held.otherId])
      const two = { fromId: held.otherId, toId: held.keepId }
      await tx.unscoped(async () => {
        await unmergeEverywhere(tx, two, before.moved, at)
        await noteUndone(tx, id)
      })
      // A member who would not see the other contact afterward may not undo the merge.
      if ((await summariesOf(tx.db, tx.org.country, [held.otherId])).length === 0) fail('not_found')
      tx.audit('contact.merge-undone', held.keepId, { otherId: held.otherId, merge: id })
      return held
    }),
  )
  return { contact: await read(scope, keepId), other: await read(scope, otherId) }
}

function canSeeAll({ actor }: Scope): boolean {
  return actor.kind !== 'member' || actor.scope === 'all'
}

async function read(scope: Scope, id: string): Promise<Contact> {
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id], maySeeSensitive(scope))
  return contact ?? fail('not_found')
}

/** The number may be taken concurrently, so the database constraint decides. */
async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return fail('phone_taken')
  }
}
