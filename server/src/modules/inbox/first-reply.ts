import type { Tx } from '../../kernel/scope.ts'
import { takeIfFree } from '../messages/index.ts'
import { settingsOf } from '../organizations/index.ts'
import { told } from './acts.ts'
import { ConversationAssigned, DraftChanged } from './facts.ts'
import { nameOf } from './members.ts'
import { clearDraft } from './store/drafts.ts'

/** What an answer means for the conversation: its writer has no draft any more, and gets a conversation that nobody had. */
export async function answered(tx: Tx, reply: { contactId: string; personId: string }): Promise<void> {
  if (await clearDraft(tx, reply.personId, reply.contactId)) tx.publish(DraftChanged, reply)
  await assignIfFree(tx, reply)
}

/** Gives a conversation that nobody has to who answers first, where the organization wants that. */
async function assignIfFree(tx: Tx, { contactId, personId }: { contactId: string; personId: string }): Promise<void> {
  if ((await settingsOf(tx.db, tx.orgId)).autoAssign !== 'first_reply') return
  if (!(await takeIfFree(tx, contactId, personId))) return
  const name = tx.actor.kind === 'member' ? nameOf(tx.actor) : null
  await told(tx, [contactId], { what: 'assigned', detail: name })
  tx.publish(ConversationAssigned, { contactId, personId, byId: personId })
}
