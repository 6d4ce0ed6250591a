import type { BulkAction } from '@crewline/contract/bulk'
import { notifyInApp } from '../../kernel/realtime/in-app.ts'
import type { Tx } from '../../kernel/scope.ts'
import { ASSIGNED_ONE_BY_ONE } from './acts.ts'
import { nameOf } from './members.ts'
import { findMember } from './views/members.ts'
import { userIdOf } from './views/rows.ts'
import { assignmentText } from './words.ts'

/** Notifies a member once about many assigned conversations; a few are notified one by one. */
export async function notifyAssignee(tx: Tx, action: BulkAction, count: number): Promise<void> {
  if (action.act !== 'assign' || action.assigneeId === null || action.assigneeId === userIdOf(tx)) return
  if (count <= ASSIGNED_ONE_BY_ONE) return
  // A member who left meanwhile gets no notification; the action must not fail because of it.
  const member = await findMember(tx.db, action.assigneeId)
  if (!member) return
  const { userId, locale } = member
  const by = tx.actor.kind === 'member' ? nameOf(tx.actor) : ''
  const text = assignmentText({ by, count }, locale)
  notifyInApp(tx, { userId }, { id: tx.world.id(), type: 'info', ...text, link: '/dashboard/inbox?status=mine' })
}
