import { readStored, removeStored, writeStored } from '../../../shared/lib/storage.ts'

/**
 * The keys of messages that are being edited after they were not confirmed, by contact and outbox. The edited message
 * reuses the key of the first one, so that the server accepts only one of the two.
 */
const held = new Map<string, string>()

const keyOf = (outbox: string, contactId: string) => `edited/${outbox}/${contactId}`

/** Stores the key of a message that is being edited, also across a reload. */
export function keepEdited(outbox: string, contactId: string, key: string): void {
  held.set(keyOf(outbox, contactId), key)
  writeStored(keyOf(outbox, contactId), key)
}

/** Returns and removes the stored key for the next message to a contact. */
export function takeEdited(outbox: string, contactId: string): string | undefined {
  const storageKey = keyOf(outbox, contactId)
  const stored = readStored(storageKey)
  const key = typeof stored === 'string' ? stored : held.get(storageKey)
  held.delete(storageKey)
  if (stored !== undefined) removeStored(storageKey)
  return key
}
