import type { Db } from '../../kernel/db/pool.ts'
import { effectiveScope } from '../../kernel/http/session-gate.ts'
import { activeReach } from './leaver-views.ts'
import { memberWork, type MemberWork } from './ports.ts'

/** The work of a member who leaves. */
export interface LeftWork extends MemberWork {
  /** Conversations that the successor cannot see, which become unassigned. */
  hidden: number
}

/** Counts the work of a user, and how many of their conversations the successor cannot see. Call it before the hand-over. */
export async function workLeft(
  db: Db,
  { userId, toUserId }: { userId: string; toUserId: string | null },
): Promise<LeftWork> {
  const work = await memberWork.get().count(db, { userId })
  const successor = toUserId === null ? undefined : await activeReach(db, toUserId)
  if (!successor) return { ...work, hidden: 0 }
  const groupIds = effectiveScope(successor) === 'groups' ? successor.groupIds : []
  if (effectiveScope(successor) === 'groups' && groupIds.length === 0) return { ...work, hidden: work.conversations }
  const { conversations: hidden } = await memberWork.get().count(db, { userId, as: { ...successor, groupIds } })
  return { ...work, hidden }
}
