import type { Message } from '@crewline/contract/messages'

const hearers = new Set<(message: Message) => void>()

/**
 * Subscribes to messages that an API response changed, before the live event arrives. Returns an unsubscribe function.
 */
export function onChanged(listener: (message: Message) => void): () => void {
  hearers.add(listener)
  return () => hearers.delete(listener)
}

/** Notifies the subscribers of the message in an API response. */
export function notifyChanged(message: Message): void {
  for (const listener of hearers) listener(message)
}
