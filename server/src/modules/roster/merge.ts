import type { ContactMerge, mergeContacts } from '@crewline/contract/roster'
import type { Contact } from '@crewline/contract/contacts'
import type { BodyOf } from '@crewline/contract/endpoint'
import { MERGE_UNDO_MS } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import { makeLocalLimit } from '../../kernel/http/limits.ts'
import type { Scope } from '../../kernel/scope.ts'
import { contactsByIds, foldContact, groundOf, headsOf, unfoldContact } from '../contacts/index.ts'
import { maySeeSensitive } from '../fields/index.ts'
import { foldGroups, unfoldGroups } from '../groups/index.ts'
import { foldOwn, unfoldOwn } from '../inbox/index.ts'
import { foldThread, unfoldThread } from '../messages/index.ts'
import { foldCalls, unfoldCalls } from '../voicemail/index.ts'
import { addMerge, holdMerge, noteUndone } from './store/merges.ts'
import { personOf } from './views/members.ts'
import { mergesSince } from './views/merges.ts'

/** Each may move thousands of messages. */
const perMember = makeLocalLimit(60, 60)

/**
 * Makes two contacts one: messages, groups, calls and drafts go to the kept one, whose facts stay but for those taken. The
 * other one is archived, and its number leads to the kept one. Permission to text belongs to numbers and does not change.
 */
export async function merge(
  scope: Scope,
  body: BodyOf<typeof mergeContacts>,
): Promise<{ contact: Contact; mergeId: string; undoUntil: string }> {
  const personId = personOf(scope)
  await perMember.take(personId)
  const keepId = body.keepId.toLowerCase()
  const otherId = body.otherId.toLowerCase()
  const id = scope.world.id()
  const take = [...new Set(body.take)]
  const at = await once(() =>
    scope.tx(async (tx) => {
      const facts = await foldContact(tx, { keepId, otherId }, take, await groundOf(tx, scope))
      const now = await tx.unscoped(async () => {
        const { threads, messageIds } = await foldThread(tx, otherId, keepId)
        const calls = await foldCalls(tx, otherId, keepId)
        const own = await foldOwn(tx, otherId, keepId)
        const groups = await foldGroups(tx, otherId, keepId)
        const now = tx.world.now()
        const undo = { facts, threads, groups, calls, own }
        await addMerge(tx, { id, keepId, otherId, at: now, messageIds, undo }, personId)
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
 * The merges into a worker that can still be undone, the newest first; `not_found` for who is out of sight. Who sees some
 * groups only is told of their own: of these they have seen both.
 */
export async function undoable(scope: Scope, contactId: string): Promise<{ merges: ContactMerge[] }> {
  const id = contactId.toLowerCase()
  const since = new Date(scope.world.now().getTime() - MERGE_UNDO_MS)
  const [heads, found] = await Promise.all([
    headsOf(scope.db, scope.org.country, [id]),
    mergesSince(scope.db, { contactId: id, since, by: seesAll(scope) ? null : personOf(scope) }),
  ])
  if (heads.length === 0) fail('not_found')
  return {
    merges: found.map(({ at, ...merge }) => ({
      ...merge,
      at: at.toISOString(),
      undoUntil: new Date(at.getTime() + MERGE_UNDO_MS).toISOString(),
    })),
  }
}

/** Makes two contacts of one again, as they were; what came since stays with the kept one. Refused in words when it is too late. */
export async function undo(scope: Scope, id: string): Promise<{ contact: Contact; other: Contact }> {
  await perMember.take(personOf(scope))
  const { keepId, otherId } = await once(() =>
    scope.tx(async (tx) => {
      const held = (await holdMerge(tx, id)) ?? fail('not_found')
      const { undo: before, messageIds, at } = held
      if (!before || tx.world.now().getTime() - at.getTime() > MERGE_UNDO_MS) return fail('merge_over')
      await unfoldContact(tx, held, before.facts, await groundOf(tx, scope))
      const two = { fromId: held.otherId, toId: held.keepId }
      await tx.unscoped(async () => {
        await unfoldThread(tx, two, { threads: before.threads, messageIds, at })
        await unfoldCalls(tx, two, before.calls)
        await unfoldOwn(tx, held.keepId, before.own)
        await unfoldGroups(tx, two, before.groups)
        await noteUndone(tx, id)
      })
      // Who would not see the other one afterwards leaves it to somebody who does.
      if ((await headsOf(tx.db, tx.org.country, [held.otherId])).length === 0) fail('not_found')
      tx.audit('contact.merge-undone', held.keepId, { otherId: held.otherId, merge: id })
      return held
    }),
  )
  return { contact: await read(scope, keepId), other: await read(scope, otherId) }
}

function seesAll({ actor }: Scope): boolean {
  return actor.kind !== 'member' || actor.scope === 'all'
}

async function read(scope: Scope, id: string): Promise<Contact> {
  const [contact] = await contactsByIds(scope.db, scope.org.country, [id], maySeeSensitive(scope))
  return contact ?? fail('not_found')
}

/** Somebody may take a number in this very moment: the database has the last word. */
async function once<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return fail('phone_taken')
  }
}
