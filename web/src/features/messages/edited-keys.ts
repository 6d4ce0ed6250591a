import { readStored, removeStored, writeStored } from '../../shared/lib/storage.ts'

/** The keys of texts that are written anew, by contact and outbox: the text that comes of it has the key of the first, so that the server takes one of the two. */
const held = new Map<string, string>()

const keyOf = (outbox: string, contactId: string) => `edited/${outbox}/${contactId}`

/** Keeps the key of a text that is written anew, also over a reload. */
export function keepEdited(outbox: string, contactId: string, key: string): void {
  held.set(keyOf(outbox, contactId), key)
  writeStored(keyOf(outbox, contactId), key)
}

/** The key of the text to a contact that was written anew; only once. */
export function takeEdited(outbox: string, contactId: string): string | undefined {
  const place = keyOf(outbox, contactId)
  const stored = readStored(place)
  const key = typeof stored === 'string' ? stored : held.get(place)
  held.delete(place)
  if (stored !== undefined) removeStored(place)
  return key
}
