import { msg } from '@crewline/contract/localized-text'
import type { BulkAction } from '@crewline/contract/bulk'
import type { Conversation } from '@crewline/contract/inbox'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { lockConversations, setAllRead, tagIdsOf } from '../conversations/index.ts'
import { perform, refuseImpossible } from './acts.ts'
import { UnreadChanged } from './events.ts'
import { refuseBlind } from './members.ts'
import { writeMute } from './store/mutes.ts'
import { lockMember } from './views/members.ts'
import { conversationById, userIdOf, readerOf } from './views/rows.ts'

type LockedConversation = Awaited<ReturnType<typeof lockConversations>>[number]

type Changed = Promise<{ conversation: Conversation }>

/** The audit names of actions on one conversation. */
const NAMES = {
  archive: (action) => (action.archived ? 'conversation.archived' : 'conversation.reopened'),
  read: (action) => (action.unread ? 'conversation.marked-unread' : 'conversation.read'),
  assign: (action) => (action.assigneeId === null ? 'conversation.unassigned' : 'conversation.assigned'),
  snooze: (action) => (action.until === null ? 'conversation.woken' : 'conversation.snoozed'),
  tag: () => 'conversation.tagged',
} satisfies { [Name in BulkAction['act']]: (act: Extract<BulkAction, { act: Name }>) => string }

/** Archives or reopens a conversation; toggles without an explicit state. */
export function archive(scope: Scope, contactId: string, wish: boolean | undefined): Changed {
  return toOne(scope, contactId, async (_tx, held) => ({ act: 'archive', archived: wish ?? !held.archived }))
}

/** Marks a conversation read or unread for the member. */
export function markRead(scope: Scope, contactId: string, unread: boolean): Changed {
  return toOne(scope, contactId, async () => ({ act: 'read', unread }))
}

/** Marks everything the member sees as read. */
export async function markAllRead(scope: Scope): Promise<void> {
  const userId = userIdOf(scope)
  await scope.tx(async (tx) => {
    if ((await setAllRead(tx, userId)) === 0) return
    tx.publish(UnreadChanged, { userId, contactIds: null })
    tx.audit('conversations.read', null)
  })
}

/** Turns sound and push for a conversation off or on, for this member only. */
export async function mute(scope: Scope, contactId: string, muted: boolean): Changed {
  const userId = userIdOf(scope)
  await scope.tx(async (tx) => {
    await held(tx, contactId)
    if (!(await writeMute(tx, { userId, contactId }, muted))) return
    tx.publish(UnreadChanged, { userId, contactIds: [contactId] })
    tx.audit(muted ? 'conversation.muted' : 'conversation.unmuted', contactId)
  })
  return { conversation: await conversationById(readerOf(scope), contactId) }
}

/** Assigns or unassigns a conversation; a claim fails with `taken` when another member has it. */
export function assign(
  scope: Scope,
  contactId: string,
  { assigneeId, claim }: { assigneeId: string | null; claim: boolean },
): Changed {
  const decide = async (tx: Tx, before: LockedConversation) => {
    if (claim && before.assigneeId !== null && before.assigneeId !== assigneeId) fail('taken')
    const action = { act: 'assign', assigneeId } as const
    await refuseImpossible(tx, action)
    if (assigneeId !== null) await refuseBlind(tx, { contactId, userIds: [assigneeId], field: 'assigneeId' })
    return action
  }
  return toOne(scope, contactId, decide, async (tx) => {
    if (assigneeId !== null) await lockMember(tx, assigneeId)
  })
}

/** Snoozes a conversation until a time, or ends the snooze. */
export function snooze(scope: Scope, contactId: string, until: string | null): Changed {
  return toOne(scope, contactId, async (tx) => {
    const action = { act: 'snooze', until } as const
    await refuseImpossible(tx, action)
    return action
  })
}

/** Adds and removes tags of a conversation; fails above the tag limit. */
export function tag(scope: Scope, contactId: string, { add, remove }: { add: string[]; remove: string[] }): Changed {
  return toOne(scope, contactId, async (tx) => {
    const action = { act: 'tag', add, remove } as const
    await refuseImpossible(tx, action)
    const before = (await tagIdsOf(tx, [contactId])).get(contactId) ?? []
    const after = new Set([...before.filter((id) => !remove.includes(id)), ...add])
    if (after.size > TAGS_PER_CONVERSATION)
      fail('too_many', {
        text: msg({ message: 'A conversation can have up to 10 tags. Remove one first.' }),
      })
    return { act: 'tag', add: [...add], remove: [...remove] }
  })
}

async function toOne(
  scope: Scope,
  contactId: string,
  decide: (tx: Tx, before: LockedConversation) => Promise<BulkAction>,
  /** Takes locks that come before the lock of the conversation. */
  lockFirst?: (tx: Tx) => Promise<void>,
): Changed {
  await scope.tx(async (tx) => {
    await lockFirst?.(tx)
    const action = await decide(tx, await held(tx, contactId))
    const changed = await perform(tx, [contactId], action)
    if (changed.length > 0) tx.audit((NAMES[action.act] as (act: BulkAction) => string)(action), contactId)
  })
  return { conversation: await conversationById(readerOf(scope), contactId) }
}

async function held(tx: Tx, contactId: string): Promise<LockedConversation> {
  const [conversation] = await lockConversations(tx, [contactId])
  return conversation ?? fail('not_found')
}
