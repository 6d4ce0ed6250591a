import { BULK_AT_ONCE } from '@crewline/contract/limits'
import { permissionsHeld, type RoleHolder } from '@crewline/contract/permissions'
import { fail } from '../../kernel/failure.ts'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import { defineRun, startRun } from '../../kernel/runs/define.ts'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import {
  countAssigned,
  lockOutOfReach,
  publishConversationChanges,
  setAssignee,
  usersWhoSee,
} from '../conversations/index.ts'
import { addInternal, pendingTexts, countWaitingOf } from '../messages/index.ts'
import type { MemberWork } from '../team/index.ts'
import { ASSIGNED_ONE_BY_ONE } from './acts.ts'
import { ConversationAssigned, DraftChanged } from './events.ts'
import { nameOf } from './members.ts'
import { clearDraft, countDrafts, draftContactsOf } from './store/drafts.ts'
import { addHandOver, countHandOver, endRun, lockHandOver, type HandOver } from './store/runs.ts'
import { findMember, lockMember } from './views/members.ts'
import { assignmentText } from './words.ts'

/** Counts the open conversations and waiting texts of a user, or only what they could not do with a role and groups. */
async function count(
  db: Db,
  { userId, as }: { userId: string; as?: RoleHolder & { groupIds: string[] } },
): Promise<MemberWork> {
  if (!as) {
    const [conversations, waitingTexts, drafts] = await Promise.all([
      countAssigned(db, userId),
      countWaitingOf(db, userId),
      countDrafts(db, userId),
    ])
    return { conversations, waitingTexts, drafts }
  }
  if (!permissionsHeld(as).includes('inbox.read'))
    return { conversations: await countAssigned(db, userId), waitingTexts: 0, drafts: 0 }
  const conversations = as.groupIds.length > 0 ? await countAssigned(db, userId, as.groupIds) : 0
  return { conversations, waitingTexts: 0, drafts: 0 }
}

/**
 * Hands over what a user can no longer answer: at once as many conversations as one request may change, the rest in a
 * run. The run acts for the product, so that it goes on when the member who started it leaves.
 */
async function handOver(tx: Tx, { userId, toUserId }: { userId: string; toUserId: string | null }): Promise<void> {
  if (toUserId !== null && !(await lockMember(tx, toUserId))) fail('not_found')
  const byId = tx.actor.kind === 'member' ? tx.actor.userId : null
  const request: HandOver = { userId, toUserId, byId }
  const { assigned, isMore } = await handOverBatch(tx, request)
  await dropDrafts(tx, userId)
  if (!isMore) return notifySuccessor(tx, request, assigned)
  const id = tx.world.id()
  await addHandOver(tx, id, request, assigned)
  startRun(tx, handOverRun, { id, userId: null })
}

/** Hands over the conversations that one transaction can take. Returns how many the new assignee got. */
async function handOverBatch(
  tx: Tx,
  { userId, toUserId, byId }: HandOver,
): Promise<{ assigned: number; isMore: boolean }> {
  const locked = await lockOutOfReach(tx, userId, BULK_AT_ONCE)
  const held = locked.filter((conversation) => conversation.assigneeId === userId)
  const openIds = held.filter(({ archived }) => !archived).map(({ contactId }) => contactId)
  const successor = toUserId === null ? undefined : await findMember(tx.db, toUserId)
  const visible = successor ? await usersWhoSee(tx, openIds, [successor.userId]) : []
  const toSuccessor = visible.map(({ contactId }) => contactId)
  const given = new Set(toSuccessor)
  const unassigned = openIds.filter((contactId) => !given.has(contactId))
  if (successor) await setAssignee(tx, toSuccessor, successor.userId)
  // Archived conversations become unassigned without a line in their thread: they are history until the contact writes.
  const archived = held.filter((conversation) => conversation.archived).map(({ contactId }) => contactId)
  await setAssignee(tx, [...unassigned, ...archived], null)
  await addInternal(tx, [
    ...toSuccessor.map((contactId) => ({
      contactId,
      byId,
      event: {
        what: 'assigned' as const,
        detail: successor ? nameOf(successor) : null,
      },
    })),
    ...unassigned.map((contactId) => ({ contactId, byId, event: { what: 'unassigned' as const, detail: null } })),
  ])
  publishConversationChanges(
    tx,
    held.map(({ contactId }) => contactId),
  )
  if (successor && byId !== null && toSuccessor.length <= ASSIGNED_ONE_BY_ONE)
    for (const contactId of toSuccessor) tx.publish(ConversationAssigned, { contactId, userId: successor.userId, byId })
  return { assigned: toSuccessor.length, isMore: locked.length === BULK_AT_ONCE }
}

/** Tells the new assignee once about many conversations; a few were announced one by one. */
async function notifySuccessor(tx: Tx, { toUserId, byId }: HandOver, count: number): Promise<void> {
  if (toUserId === null || toUserId === byId || count <= ASSIGNED_ONE_BY_ONE) return
  const [successor, by] = await Promise.all([
    findMember(tx.db, toUserId),
    byId === null ? undefined : findMember(tx.db, byId),
  ])
  if (!successor) return
  const text = assignmentText({ by: by ? nameOf(by) : '', count }, successor.locale)
  const link = '/dashboard/inbox?status=mine'
  notifyInApp(tx, { userId: toUserId }, { id: tx.world.id(), type: 'info', ...text, link })
}

/** Clears the drafts of a user for contacts they no longer see: teammates would see them in the threads for ever. */
async function dropDrafts(tx: Tx, userId: string): Promise<void> {
  const contactIds = await draftContactsOf(tx, userId)
  const visible = new Set((await usersWhoSee(tx, contactIds, [userId])).map(({ contactId }) => contactId))
  for (const contactId of contactIds.filter((id) => !visible.has(id))) {
    if (await clearDraft(tx, userId, contactId)) tx.publish(DraftChanged, { contactId, userId })
  }
}

/** The rest of a hand-over of more conversations than one request can change. */
export const handOverRun = defineRun({
  name: 'inbox.hand-over',
  table: 'bulk_run',
  maxAttempts: 20,
  step: async (tx, { id }) => {
    const rest = await lockHandOver(tx, id)
    if (!rest) return 'end'
    const { assigned, isMore } = await handOverBatch(tx, rest.request)
    const changed = rest.changed + assigned
    if (isMore) {
      await countHandOver(tx, id, changed)
      return 'continue'
    }
    await endRun(tx, id)
    await notifySuccessor(tx, rest.request, changed)
    return 'end'
  },
  stop: (tx, { id }) => endRun(tx, id),
})

/** The implementation of the port `memberWork`. */
export const workOfMembers = { count, handOver, cancelTexts: pendingTexts.cancelWaitingOf }
