import type { RoleHolder } from '@crewline/contract/permissions'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { definePort } from '../../kernel/ports.ts'
import type { Actor, Tx } from '../../kernel/scope.ts'

/**
 * Provided by groups: returns those of the given groups that exist in an organization and are visible to the handle, by
 * name.
 */
export const groupNames =
  definePort<(db: Db, orgId: string, ids: string[]) => Promise<{ id: string; name: string }[]>>('groupNames')

/** How much work a member leaves behind. */
export interface MemberWork {
  /** Assigned conversations that are not archived, counted up to ten thousand. */
  conversations: number
  /** Texts that wait for their time or can still be undone. */
  waitingTexts: number
  /** Unsent texts, which are deleted with the membership. */
  drafts: number
}

/** Provided by inbox: counts and hands over the work of a member who is removed or may do less. */
export const memberWork = definePort<{
  /** Counts the work of a user, or only what they could no longer do as another kind of member. */
  count(db: Db, work: { userId: string; as?: RoleHolder & { groupIds: string[] } }): Promise<MemberWork>
  /**
   * Hands over the conversations that a user can no longer answer, in the transaction that changed the membership, and
   * deletes their drafts for these contacts. More than one transaction can take continue after the commit. Fails with
   * `not_found` when the new assignee cannot read the inbox.
   */
  handOver(tx: Tx, work: { userId: string; toUserId: string | null }): Promise<void>
  /** Cancels the waiting texts of a user; returns how many. */
  cancelTexts(tx: Tx, userId: string): Promise<number>
}>('memberWork')

/** Provided by accounts: what the team needs to know and end about sessions. */
export const memberSessions = definePort<{
  /** Fails with `proof_needed` when the acting member proved their identity too long ago. */
  requireProof(kernel: Kernel, member: Extract<Actor, { kind: 'member' }>): Promise<void>
  /** Ends every session of a user in one organization, and the push messages from it. */
  end(kernel: Kernel, membership: { orgId: string; userId: string }): Promise<void>
}>('memberSessions')
