import { SAVED_REPLIES_MAX } from '@crewline/contract/limits'
import type { BodyOf } from '@crewline/contract/endpoint'
import type { createReply, editReply, SavedReply } from '@crewline/contract/replies'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { addReply, countReplies, countReplyUse, holdReply, removeReply, saveReply } from './store.ts'
import { repliesOf } from './views.ts'

/** The asking member; only members keep replies. */
export function personOf(scope: Scope): string {
  return scope.actor.kind === 'member' ? scope.actor.personId : fail('not_permitted')
}

/** Keeps a reply; sharing it needs the permission to manage replies. */
export async function create(scope: Scope, ask: BodyOf<typeof createReply>): Promise<{ reply: SavedReply }> {
  const personId = personOf(scope)
  if (ask.shared && !scope.can('replies.manage')) fail('not_permitted')
  const id = scope.world.id()
  await refusingTaken(() =>
    scope.tx(async (tx) => {
      await refuseTooMany(tx, personId, ask.shared)
      await addReply(tx, id, personId, ask)
      tx.audit('saved-reply.created', id, { shared: ask.shared })
    }),
  )
  return one(scope, personId, id)
}

/** Changes a reply. What the team shares, and making it shared or not, is for who may manage replies. */
export async function edit(
  scope: Scope,
  id: string,
  changes: BodyOf<typeof editReply>,
): Promise<{ reply: SavedReply }> {
  const personId = personOf(scope)
  await refusingTaken(() =>
    scope.tx(async (tx) => {
      const before = (await holdReply(tx, id, personId)) ?? fail('not_found')
      const shared = changes.shared ?? before.shared
      if ((before.shared || shared) && !scope.can('replies.manage')) fail('not_permitted')
      // Only its writer may take a reply out of the team's: in anybody else's hands it would be gone from sight.
      if (before.shared && !shared && before.personId !== personId) fail('not_permitted')
      if (shared !== before.shared) await refuseTooMany(tx, personId, shared)
      await saveReply(tx, id, {
        name: changes.name ?? before.name,
        shortcut: changes.shortcut ?? before.shortcut,
        body: changes.body ?? before.body,
        shared,
      })
      tx.audit('saved-reply.changed', id, { fields: Object.keys(changes) })
    }),
  )
  return one(scope, personId, id)
}

/** Forgets a reply; one the team shares only by who may manage replies. */
export async function remove(scope: Scope, id: string): Promise<object> {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    const before = (await holdReply(tx, id, personId)) ?? fail('not_found')
    if (before.shared && !scope.can('replies.manage')) fail('not_permitted')
    await removeReply(tx, id)
    tx.audit('saved-reply.deleted', id, { name: before.name })
  })
  return {}
}

/** Notes that a reply was put into a composer. */
export async function noteUse(scope: Scope, id: string): Promise<object> {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    if (!(await holdReply(tx, id, personId))) fail('not_found')
    await countReplyUse(tx, id)
    tx.audit('saved-reply.used', id)
  })
  return {}
}

async function one(scope: Scope, personId: string, id: string): Promise<{ reply: SavedReply }> {
  const [reply] = await repliesOf(scope.db, personId, id)
  return { reply: reply ?? fail('not_found') }
}

async function refuseTooMany(tx: Tx, personId: string, shared: boolean): Promise<void> {
  if ((await countReplies(tx, personId, shared)) >= SAVED_REPLIES_MAX) fail('too_many')
}

/** A shortcut stands for one reply of a member and one of the team; the database says when it stands for one already. */
async function refusingTaken(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    const words = { en: 'This shortcut is taken. Choose another.', es: 'Este atajo ya está en uso. Elige otro.' }
    fail('name_taken', { words, fieldErrors: { shortcut: words } })
  }
}
