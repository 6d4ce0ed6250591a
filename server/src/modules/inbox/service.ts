import type { Conversation } from '@crewline/contract/inbox'
import { fail } from '../../kernel/failure.ts'
import type { Scope } from '../../kernel/scope.ts'
import { ConversationChanged, setArchived, setRead } from '../messages/index.ts'
import { conversationById } from './views.ts'

/** Archives or reopens; without a wish it flips. */
export async function archive(
  scope: Scope,
  contactId: string,
  wish: boolean | undefined,
): Promise<{ conversation: Conversation }> {
  await scope.tx(async (tx) => {
    const archived = (await setArchived(tx, contactId, wish)) ?? fail('not_found')
    tx.publish(ConversationChanged, { contactId })
    tx.audit(archived ? 'conversation.archived' : 'conversation.reopened', contactId)
  })
  return { conversation: await conversationById(scope.db, scope.org.country, contactId) }
}

/** Marks a conversation read, or unread again, for the whole team. */
export async function markRead(
  scope: Scope,
  contactId: string,
  unread: boolean,
): Promise<{ conversation: Conversation }> {
  await scope.tx(async (tx) => {
    const { found, changed } = await setRead(tx, contactId, unread)
    if (!found) fail('not_found')
    if (changed) {
      tx.publish(ConversationChanged, { contactId })
      tx.audit(unread ? 'conversation.marked-unread' : 'conversation.read', contactId)
    }
  })
  return { conversation: await conversationById(scope.db, scope.org.country, contactId) }
}
