import { msg } from '@crewline/contract/localized-text'
import type { BulkAction } from '@crewline/contract/bulk'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import {
  publishConversationChanges,
  lockConversations,
  setArchived,
  setAssignee,
  setRead,
  setSnooze,
  setTags,
  tagIdsOf,
  usersWhoSee,
  tagsExist,
} from '../conversations/index.ts'
import { addInternal } from '../messages/index.ts'
import { ConversationAssigned, UnreadChanged } from './events.ts'
import { memberOfInbox, nameOf } from './members.ts'
import { lockMember } from './views/members.ts'
import { userIdOf } from './views/rows.ts'

type LockedConversation = Awaited<ReturnType<typeof lockConversations>>[number]

/** Above this many conversations marked read or unread, the event does not list them. */
const NAMED_UP_TO = 50
/**
 * Above this many conversations assigned to a member, one notification with the count and the author replaces single
 * ones.
 */
export const ASSIGNED_ONE_BY_ONE = 10

type Of<Name extends BulkAction['act']> = Extract<BulkAction, { act: Name }>
type ThreadEvent = NonNullable<Message['event']>

/** Refuses a bulk action that cannot apply to any conversation: a time in the past, or a missing member or tag. */
export async function refuseImpossible(tx: Tx, action: BulkAction): Promise<void> {
  if (action.act === 'snooze' && action.until !== null && new Date(action.until) <= tx.world.now())
    fail('invalid', { fieldErrors: { until: msg({ message: 'Choose a time in the future.' }) } })
  if (action.act === 'assign' && action.assigneeId !== null) await memberOfInbox(tx.db, action.assigneeId)
  if (action.act === 'tag' && !(await tagsExist(tx.db, [...action.add, ...action.remove]))) fail('not_found')
}

/**
 * Runs one action on conversations in the caller's transaction and publishes the changes; returns the ids that changed.
 * Skips conversations that already have the state or cannot get it.
 */
export async function perform(tx: Tx, contactIds: string[], action: BulkAction): Promise<string[]> {
  switch (action.act) {
    case 'read':
      return markRead(tx, contactIds, action.unread)
    case 'archive':
      return archive(tx, contactIds, action)
    case 'assign':
      return assign(tx, contactIds, action)
    case 'snooze':
      return snooze(tx, contactIds, action)
    case 'tag':
      return tag(tx, contactIds, action)
  }
}

async function markRead(tx: Tx, contactIds: string[], unread: boolean): Promise<string[]> {
  const userId = userIdOf(tx)
  const changed = await setRead(tx, userId, contactIds, unread)
  if (changed.length > 0)
    tx.publish(UnreadChanged, { userId, contactIds: changed.length <= NAMED_UP_TO ? changed : null })
  return changed
}

async function archive(tx: Tx, contactIds: string[], { archived }: Of<'archive'>): Promise<string[]> {
  const held = await lockConversations(tx, contactIds)
  const changed = idsOf(held.filter((conversation) => conversation.archived !== archived))
  await setArchived(tx, changed, archived)
  return addThreadEvents(tx, changed, { what: archived ? 'archived' : 'reopened', detail: null })
}

async function assign(tx: Tx, contactIds: string[], { assigneeId }: Of<'assign'>): Promise<string[]> {
  if (assigneeId !== null && !(await lockMember(tx, assigneeId))) return []
  const held = (await lockConversations(tx, contactIds)).filter(
    (conversation) => conversation.assigneeId !== assigneeId,
  )
  const changed = assigneeId === null ? idsOf(held) : await filterVisibleTo(tx, idsOf(held), assigneeId)
  if (changed.length === 0) return []
  await setAssignee(tx, changed, assigneeId)
  if (changed.length <= ASSIGNED_ONE_BY_ONE)
    for (const contactId of changed)
      tx.publish(ConversationAssigned, { contactId, userId: assigneeId, byId: userIdOf(tx) })
  if (assigneeId === null) return addThreadEvents(tx, changed, { what: 'unassigned', detail: null })
  return addThreadEvents(tx, changed, { what: 'assigned', detail: nameOf(await memberOfInbox(tx.db, assigneeId)) })
}

async function filterVisibleTo(tx: Tx, contactIds: string[], userId: string): Promise<string[]> {
  return (await usersWhoSee(tx, contactIds, [userId])).map((viewer) => viewer.contactId)
}

async function snooze(tx: Tx, contactIds: string[], { until }: Of<'snooze'>): Promise<string[]> {
  const moment = until === null ? null : new Date(until)
  const held = await lockConversations(tx, contactIds)
  const changed = idsOf(held.filter((conversation) => conversation.snoozedUntil?.getTime() !== moment?.getTime()))
  await setSnooze(tx, changed, { until: moment, by: userIdOf(tx) })
  return addThreadEvents(tx, changed, { what: moment ? 'snoozed' : 'woke', detail: moment?.toISOString() ?? null })
}

async function tag(tx: Tx, contactIds: string[], action: Of<'tag'>): Promise<string[]> {
  const ids = idsOf(await lockConversations(tx, contactIds))
  const tags = await tagIdsOf(tx, ids)
  const changed = ids.filter((id) => {
    const before = new Set(tags.get(id))
    const after = tagsAfter(before, action)
    return (
      after.size <= TAGS_PER_CONVERSATION &&
      (after.size !== before.size || [...after].some((tagId) => !before.has(tagId)))
    )
  })
  const { add, remove } = action
  await setTags(tx, changed, { add, remove: remove.filter((id) => !add.includes(id)) })
  publishConversationChanges(tx, changed)
  return changed
}

/** Counts the conversations that the same action left as they are, because they would have more tags than allowed. */
export async function countFullOfTags(tx: Tx, contactIds: string[], action: Of<'tag'>): Promise<number> {
  const ids = idsOf(await lockConversations(tx, contactIds))
  const tags = await tagIdsOf(tx, ids)
  return ids.filter((id) => tagsAfter(tags.get(id), action).size > TAGS_PER_CONVERSATION).length
}

/** Returns the tags of a conversation after an action; a tag that is both added and removed is added. */
function tagsAfter(before: Iterable<string> = [], { add, remove }: Of<'tag'>): Set<string> {
  const off = new Set(remove.filter((id) => !add.includes(id)))
  return new Set([...before, ...add].filter((tagId) => !off.has(tagId)))
}

function idsOf(held: LockedConversation[]): string[] {
  return held.map((conversation) => conversation.contactId)
}

/** Publishes the changes of conversations: an event line in each thread and updates to browsers. */
export async function addThreadEvents(tx: Tx, contactIds: string[], event: ThreadEvent): Promise<string[]> {
  const byId = tx.actor.kind === 'member' ? tx.actor.userId : null
  await addInternal(
    tx,
    contactIds.map((contactId) => ({ contactId, byId, event })),
  )
  publishConversationChanges(tx, contactIds)
  return contactIds
}
