import type { Tx } from '../../kernel/scope.ts'
import { ConversationChanged } from './events.ts'
import { noteDelivered, noteFailures } from './store/summary-changes.ts'

/**
 * Marks the conversations of these messages as failed if the latest message was not delivered, and publishes those that
 * changed.
 */
export async function publishFailures(tx: Tx, messageIds: string[]): Promise<void> {
  if (messageIds.length > 0) publishConversationChanges(tx, await noteFailures(tx, messageIds))
}

/**
 * Clears the failed mark if the latest message was delivered after all, and publishes the conversations that changed.
 */
export async function publishDeliveries(tx: Tx, texts: { id: string; contactId: string }[]): Promise<void> {
  if (texts.length > 0) publishConversationChanges(tx, await noteDelivered(tx, texts))
}

/** Conversations per event. */
const EVENT_BATCH = 500

/** Publishes that the shared state of these conversations changed. */
export function publishConversationChanges(tx: Tx, contactIds: string[]): void {
  for (let from = 0; from < contactIds.length; from += EVENT_BATCH)
    tx.publish(ConversationChanged, { contactIds: contactIds.slice(from, from + EVENT_BATCH) })
}
