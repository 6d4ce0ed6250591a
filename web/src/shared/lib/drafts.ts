import { isViewing } from './viewing.ts'
import { readStored, removeStored, storedKeys, writeStored } from './storage.ts'

/** The owner of a draft: drafts never show to another member or in another organization. */
export interface DraftOwner {
  userId: string
  organizationId: string
}

const listeners = new Set<() => void>()
const cache = new Map<string, string>()
let isRead = false
let version = 0

function keyOf({ userId, organizationId }: DraftOwner, contactId: string): string {
  return `drafts/${userId}/${organizationId}/${contactId}`
}

function readAll(): void {
  if (isRead) return
  isRead = true
  for (const key of storedKeys('drafts/')) {
    const text = readStored(key)
    if (typeof text === 'string' && text !== '') cache.set(key, text)
  }
}

/** Returns the unsent text to a contact; empty when there is none. */
export function readDraft(owner: DraftOwner, contactId: string): string {
  readAll()
  return cache.get(keyOf(owner, contactId)) ?? ''
}

/** Stores a draft on this device, or for this page only when the storage fails; blank text removes it. */
export function keepDraft(owner: DraftOwner, contactId: string, text: string): void {
  // Nothing is written in the name of a teammate.
  if (isViewing()) return
  readAll()
  const key = keyOf(owner, contactId)
  if ((cache.get(key) ?? '') === text) return
  if (text.trim() === '') {
    cache.delete(key)
    removeStored(key)
  } else {
    cache.set(key, text)
    writeStored(key, text)
  }
  version += 1
  for (const listener of listeners) listener()
}

/** Returns a number that grows with each change of any draft, for useSyncExternalStore. */
export function draftsVersion(): number {
  return version
}

/** Calls the listener after each change of a draft until the returned function is called. */
export function onDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
