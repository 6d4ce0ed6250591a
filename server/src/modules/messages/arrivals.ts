import type { Tx } from '../../kernel/scope.ts'
import { ConversationChanged } from './facts.ts'
import { noteDelivered, noteFailures } from './store/heads.ts'

/** Marks the conversations of these texts where the newest did not arrive, and tells of those where that changed. */
export async function tellFailures(tx: Tx, messageIds: string[]): Promise<void> {
  if (messageIds.length > 0) tellConversations(tx, await noteFailures(tx, messageIds))
}

/** Takes that mark back where the newest text arrived after all, and tells of those where that changed. */
export async function tellArrivals(tx: Tx, texts: { id: string; contactId: string }[]): Promise<void> {
  if (texts.length > 0) tellConversations(tx, await noteDelivered(tx, texts))
}

/** Tells that what the team shares of these conversations changed. */
export function tellConversations(tx: Tx, contactIds: string[]): void {
  for (const contactId of contactIds) tx.publish(ConversationChanged, { contactId })
}
