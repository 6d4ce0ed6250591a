import { msg } from '@crewline/contract/localized-text'
import { SAVED_REPLIES_MAX } from '@crewline/contract/limits'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createReply, editReply, SavedReply } from '@crewline/contract/replies'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { addReply, countReplies, countReplyUse, lockReply, removeReply, saveReply, type ReplyFields } from './store.ts'
import { repliesOf } from './views.ts'

const PRIVATE_PARTS = ['name', 'shortcut', 'body'] as const

/** Returns the acting member. Fails with `not_permitted` for other actors, which have no replies. */
export function requireUserId(scope: Scope): string {
  return scope.actor.kind === 'member' ? scope.actor.userId : fail('not_permitted')
}

/** Creates a saved reply. Sharing it needs the permission to manage replies. */
export async function create(scope: Scope, input: BodyOf<typeof createReply>): Promise<{ reply: SavedReply }> {
  const userId = requireUserId(scope)
  if (input.shared && !scope.can('replies.manage')) fail('not_permitted')
  const id = scope.world.id()
  await rejectDuplicate(() =>
    scope.tx(async (tx) => {
      await refuseTooMany(tx, userId, input.shared)
      await addReply(tx, id, userId, input)
      tx.audit('saved-reply.created', id, { shared: input.shared })
    }),
  )
  return replyById(scope, userId, id)
}

/** Changes a saved reply. Shared replies, and a change of sharing, need the permission to manage replies. */
export async function edit(
  scope: Scope,
  id: string,
  changes: BodyOf<typeof editReply>,
): Promise<{ reply: SavedReply }> {
  const userId = requireUserId(scope)
  await rejectDuplicate(() =>
    scope.tx(async (tx) => {
      const before = (await lockReply(tx, id, userId)) ?? fail('not_found')
      const shared = changes.shared ?? before.shared
      if ((before.shared || shared) && !scope.can('replies.manage')) fail('not_permitted')
      // Only the author may unshare a reply: for any other member it would disappear.
      if (before.shared && !shared && before.userId !== userId) fail('not_permitted')
      if (shared !== before.shared) await refuseTooMany(tx, userId, shared)
      const after: ReplyFields = {
        name: changes.name ?? before.name,
        shortcut: changes.shortcut ?? before.shortcut,
        body: changes.body ?? before.body,
        shared,
      }
      await saveReply(tx, id, after)
      // Only its author sees what a reply says that is not shared.
      const isPublic = before.shared && shared
      tx.audit('saved-reply.changed', id, changeOf(before, after, { without: isPublic ? [] : PRIVATE_PARTS }))
    }),
  )
  return replyById(scope, userId, id)
}

/** Deletes a saved reply. A shared one needs the permission to manage replies. */
export async function remove(scope: Scope, id: string): Promise<object> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    const before = (await lockReply(tx, id, userId)) ?? fail('not_found')
    if (before.shared && !scope.can('replies.manage')) fail('not_permitted')
    await removeReply(tx, id)
    // Only its author sees the name of one that is not shared.
    tx.audit('saved-reply.deleted', id, before.shared ? { name: before.name } : {})
  })
  return {}
}

/** Counts that a reply was inserted into a composer. */
export async function noteUse(scope: Scope, id: string): Promise<object> {
  const userId = requireUserId(scope)
  await scope.tx(async (tx) => {
    if (!(await lockReply(tx, id, userId))) fail('not_found')
    await countReplyUse(tx, id)
    tx.audit('saved-reply.used', id)
  })
  return {}
}

async function replyById(scope: Scope, userId: string, id: string): Promise<{ reply: SavedReply }> {
  const [reply] = await repliesOf(scope.db, userId, id)
  return { reply: reply ?? fail('not_found') }
}

async function refuseTooMany(tx: Tx, userId: string, shared: boolean): Promise<void> {
  if ((await countReplies(tx, userId, shared)) >= SAVED_REPLIES_MAX) fail('too_many')
}

/** A shortcut is unique per member and per team; the database constraint detects a conflict. */
async function rejectDuplicate(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    const text = msg({ message: 'This shortcut is taken. Choose another.' })
    fail('name_taken', { text, fieldErrors: { shortcut: text } })
  }
}
