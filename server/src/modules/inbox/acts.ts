import type { BulkAct } from '@crewline/contract/bulk'
import { TAGS_PER_CONVERSATION } from '@crewline/contract/limits'
import type { Message } from '@crewline/contract/messages'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import {
  addWithin,
  ConversationChanged,
  holdConversations,
  setArchived,
  setAssignee,
  setRead,
  setSnooze,
  setTags,
  tagIdsOf,
  whoSee,
  type Held,
} from '../messages/index.ts'
import { ConversationAssigned, UnreadChanged } from './facts.ts'
import { memberOfInbox, nameOf } from './members.ts'
import { tagsThereAre } from './store/tags.ts'
import { personOf } from './views/rows.ts'

/** More than this many conversations that became read or unread are not named one by one. */
const NAMED_UP_TO = 50
/** More than this many conversations given to a member are told as one, by who gave them. */
export const ASSIGNED_ONE_BY_ONE = 10

type Of<Name extends BulkAct['act']> = Extract<BulkAct, { act: Name }>
type ThreadEvent = NonNullable<Message['event']>

/** Refuses an act that nobody could do: a moment gone by, a member or a tag that is not there. */
export async function refuseImpossible(tx: Tx, act: BulkAct): Promise<void> {
  if (act.act === 'snooze' && act.until !== null && new Date(act.until) <= tx.world.now())
    fail('invalid', { fieldErrors: { until: { en: 'Choose a time in the future.', es: 'Elige una hora futura.' } } })
  if (act.act === 'assign' && act.assigneeId !== null) await memberOfInbox(tx.db, act.assigneeId)
  if (act.act === 'tag' && !(await tagsThereAre(tx.db, [...act.add, ...act.remove]))) fail('not_found')
}

/**
 * Does one thing to conversations in the caller's transaction, and tells of it; answers those that changed. Ones that are
 * so already, or that the act cannot be done to, stay as they are.
 */
export async function perform(tx: Tx, contactIds: string[], act: BulkAct): Promise<string[]> {
  switch (act.act) {
    case 'read':
      return markRead(tx, contactIds, act.unread)
    case 'archive':
      return archive(tx, contactIds, act)
    case 'assign':
      return assign(tx, contactIds, act)
    case 'snooze':
      return snooze(tx, contactIds, act)
    case 'tag':
      return tag(tx, contactIds, act)
  }
}

async function markRead(tx: Tx, contactIds: string[], unread: boolean): Promise<string[]> {
  const personId = personOf(tx)
  const changed = await setRead(tx, personId, contactIds, unread)
  if (changed.length > 0)
    tx.publish(UnreadChanged, { personId, contactIds: changed.length <= NAMED_UP_TO ? changed : null })
  return changed
}

async function archive(tx: Tx, contactIds: string[], { archived }: Of<'archive'>): Promise<string[]> {
  const held = await holdConversations(tx, contactIds)
  const changed = idsOf(held.filter((one) => one.archived !== archived))
  await setArchived(tx, changed, archived)
  return told(tx, changed, { what: archived ? 'archived' : 'reopened', detail: null })
}

async function assign(tx: Tx, contactIds: string[], { assigneeId }: Of<'assign'>): Promise<string[]> {
  const held = (await holdConversations(tx, contactIds)).filter((one) => one.assigneeId !== assigneeId)
  const changed = assigneeId === null ? idsOf(held) : await seenBy(tx, idsOf(held), assigneeId)
  if (changed.length === 0) return []
  await setAssignee(tx, changed, assigneeId)
  if (changed.length <= ASSIGNED_ONE_BY_ONE)
    for (const contactId of changed)
      tx.publish(ConversationAssigned, { contactId, personId: assigneeId, byId: personOf(tx) })
  if (assigneeId === null) return told(tx, changed, { what: 'unassigned', detail: null })
  return told(tx, changed, { what: 'assigned', detail: nameOf(await memberOfInbox(tx.db, assigneeId)) })
}

async function seenBy(tx: Tx, contactIds: string[], personId: string): Promise<string[]> {
  return (await whoSee(tx, contactIds, [personId])).map((one) => one.contactId)
}

async function snooze(tx: Tx, contactIds: string[], { until }: Of<'snooze'>): Promise<string[]> {
  const moment = until === null ? null : new Date(until)
  const held = await holdConversations(tx, contactIds)
  const changed = idsOf(held.filter((one) => one.snoozedUntil?.getTime() !== moment?.getTime()))
  await setSnooze(tx, changed, { until: moment, by: personOf(tx) })
  return told(tx, changed, { what: moment ? 'snoozed' : 'woke', detail: moment?.toISOString() ?? null })
}

async function tag(tx: Tx, contactIds: string[], { add, remove }: Of<'tag'>): Promise<string[]> {
  const ids = idsOf(await holdConversations(tx, contactIds))
  const tags = await tagIdsOf(tx, ids)
  const off = remove.filter((id) => !add.includes(id))
  const changed = ids.filter((id) => {
    const before = new Set(tags.get(id))
    const after = new Set([...before, ...add].filter((one) => !off.includes(one)))
    return (
      after.size <= TAGS_PER_CONVERSATION && (after.size !== before.size || [...after].some((one) => !before.has(one)))
    )
  })
  await setTags(tx, changed, { add, remove: off })
  for (const contactId of changed) tx.publish(ConversationChanged, { contactId })
  return changed
}

function idsOf(held: Held[]): string[] {
  return held.map((one) => one.contactId)
}

/** Tells of conversations that changed, in their threads and to browsers. */
export async function told(tx: Tx, contactIds: string[], event: ThreadEvent): Promise<string[]> {
  const byId = tx.actor.kind === 'member' ? tx.actor.personId : null
  await addWithin(
    tx,
    contactIds.map((contactId) => ({ contactId, byId, event })),
  )
  for (const contactId of contactIds) tx.publish(ConversationChanged, { contactId })
  return contactIds
}
