import type { BulkAct } from '@crewline/contract/bulk'
import type { Conversation } from '@crewline/contract/inbox'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import { fail } from '../../kernel/failure.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { holdConversations, setAllRead, sortUnread, tagIdsOf, type Held } from '../messages/index.ts'
import { perform, refuseImpossible } from './acts.ts'
import { UnreadChanged } from './facts.ts'
import { refuseBlind } from './members.ts'
import { writeMute } from './store/mutes.ts'
import { conversationById, personOf, readerOf } from './views/rows.ts'

type Changed = Promise<{ conversation: Conversation }>

/** What the audit trail calls an act on one conversation. */
const NAMES = {
  archive: (act) => (act.archived ? 'conversation.archived' : 'conversation.reopened'),
  read: (act) => (act.unread ? 'conversation.marked-unread' : 'conversation.read'),
  assign: (act) => (act.assigneeId === null ? 'conversation.unassigned' : 'conversation.assigned'),
  snooze: (act) => (act.until === null ? 'conversation.woken' : 'conversation.snoozed'),
  tag: () => 'conversation.tagged',
} satisfies { [Name in BulkAct['act']]: (act: Extract<BulkAct, { act: Name }>) => string }

/** Archives or reopens; without a wish it flips. */
export function archive(scope: Scope, contactId: string, wish: boolean | undefined): Changed {
  return toOne(scope, contactId, async (_tx, held) => ({ act: 'archive', archived: wish ?? !held.archived }))
}

/** Puts the asking member's unread conversations in order before their list is read; see `sortUnread`. */
export async function sortOwnUnread(scope: Scope): Promise<void> {
  const personId = personOf(scope)
  await scope.tx((tx) => tx.unscoped(() => sortUnread(tx.db, { orgId: tx.orgId, personId, now: tx.world.now() })))
}

/** Marks a conversation read, or unread again, by the asking member. */
export function markRead(scope: Scope, contactId: string, unread: boolean): Changed {
  return toOne(scope, contactId, async () => ({ act: 'read', unread }))
}

/** Marks everything the asking member sees as read. */
export async function markAllRead(scope: Scope): Promise<void> {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    if ((await setAllRead(tx, personId)) === 0) return
    tx.publish(UnreadChanged, { personId, contactIds: null })
    tx.audit('conversations.read', null)
  })
}

/** Wants no sound and no push of a conversation, or wants them again; only for the asking member. */
export async function mute(scope: Scope, contactId: string, muted: boolean): Changed {
  const personId = personOf(scope)
  await scope.tx(async (tx) => {
    await held(tx, contactId)
    if (!(await writeMute(tx, { personId, contactId }, muted))) return
    tx.publish(UnreadChanged, { personId, contactIds: [contactId] })
    tx.audit(muted ? 'conversation.muted' : 'conversation.unmuted', contactId)
  })
  return { conversation: await conversationById(readerOf(scope), contactId) }
}

/** Gives a conversation to a member, or back; a claim is refused with `taken` when somebody else has it. */
export function assign(
  scope: Scope,
  contactId: string,
  { assigneeId, claim }: { assigneeId: string | null; claim: boolean },
): Changed {
  return toOne(scope, contactId, async (tx, before) => {
    if (claim && before.assigneeId !== null && before.assigneeId !== assigneeId) fail('taken')
    const act = { act: 'assign', assigneeId } as const
    await refuseImpossible(tx, act)
    if (assigneeId !== null) await refuseBlind(tx, { contactId, personIds: [assigneeId], field: 'assigneeId' })
    return act
  })
}

/** Hides a conversation until a moment, or shows it again. */
export function snooze(scope: Scope, contactId: string, until: string | null): Changed {
  return toOne(scope, contactId, async (tx) => {
    const act = { act: 'snooze', until } as const
    await refuseImpossible(tx, act)
    return act
  })
}

/** Puts tags on a conversation and takes others off; more than it may carry are refused. */
export function tag(scope: Scope, contactId: string, { add, remove }: { add: string[]; remove: string[] }): Changed {
  return toOne(scope, contactId, async (tx) => {
    const act = { act: 'tag', add, remove } as const
    await refuseImpossible(tx, act)
    const before = (await tagIdsOf(tx, [contactId])).get(contactId) ?? []
    const after = new Set([...before.filter((id) => !remove.includes(id)), ...add])
    if (after.size > TAGS_PER_CONVERSATION)
      fail('too_many', {
        words: {
          en: 'A conversation carries 10 tags at most. Take one off first.',
          es: 'Una conversación lleva 10 etiquetas como máximo. Quita una primero.',
        },
      })
    return { act: 'tag', add: [...add], remove: [...remove] }
  })
}

async function toOne(scope: Scope, contactId: string, decide: (tx: Tx, before: Held) => Promise<BulkAct>): Changed {
  await scope.tx(async (tx) => {
    const act = await decide(tx, await held(tx, contactId))
    const changed = await perform(tx, [contactId], act)
    if (changed.length > 0) tx.audit((NAMES[act.act] as (act: BulkAct) => string)(act), contactId)
  })
  return { conversation: await conversationById(readerOf(scope), contactId) }
}

async function held(tx: Tx, contactId: string): Promise<Held> {
  const [found] = await holdConversations(tx, [contactId])
  return found ?? fail('not_found')
}
