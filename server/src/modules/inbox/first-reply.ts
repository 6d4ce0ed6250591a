import type { Tx } from '../../kernel/scope.ts'
import { assignIfUnassigned, setAssignee } from '../conversations/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { addThreadEvents } from './acts.ts'
import { ConversationAssigned, DraftChanged } from './events.ts'
import { nameOf } from './members.ts'
import { clearDraft } from './store/drafts.ts'
import { lockMember } from './views/members.ts'

/** Handles a reply: clears the draft of its author and assigns the conversation to them if it is unassigned. */
export async function answered(tx: Tx, reply: { contactId: string; userId: string }): Promise<void> {
  if (await clearDraft(tx, reply.userId, reply.contactId)) tx.publish(DraftChanged, reply)
  await assignIfFree(tx, reply)
}

/** Assigns an unassigned conversation to the first member who replies, if the organization settings say so. */
async function assignIfFree(tx: Tx, { contactId, userId }: { contactId: string; userId: string }): Promise<void> {
  if ((await settingsOf(tx.db, tx.orgId)).autoAssign !== 'first_reply') return
  if (!(await assignIfUnassigned(tx, contactId, userId))) return
  // Only after the assignment: a removal locks the member before their conversations, and this one was not theirs.
  if (!(await lockMember(tx, userId))) return setAssignee(tx, [contactId], null)
  const name = tx.actor.kind === 'member' ? nameOf(tx.actor) : null
  await addThreadEvents(tx, [contactId], { what: 'assigned', detail: name })
  tx.publish(ConversationAssigned, { contactId, userId, byId: userId })
}
