import { createHash } from 'node:crypto'

/** An entry of a hash chain; hashes are hexadecimal. */
export interface Link {
  hash: string
  /** The hash recomputed from the entry's current content. */
  recomputed: string
  /** The hash of the previous entry; null for the first. */
  before: string | null
}

/**
 * Returns whether these entries, in any order, form one chain up to `last`: every hash matches its content, every entry
 * but the first follows exactly one other, and none is missing at the end.
 */
export function isChainIntact(links: readonly Link[], last: string | null): boolean {
  if (links.some((link) => link.hash !== link.recomputed)) return false
  const after = new Map(links.map((link) => [link.before ?? '', link.hash]))
  let end = ''
  let length = 0
  for (let next = after.get(''); next !== undefined && length <= links.length; next = after.get(next)) {
    end = next
    length += 1
  }
  return length === links.length && end === (last ?? '')
}

/** The hashed content of an entry. */
export interface HashedEntry {
  orgId: string
  id: string
  phone: string
  action: string
  method: string
  wording: string
  messageId: string | null
  userId: string | null
  at: Date
}

/** Computes the hexadecimal hash of an entry that follows the hash `before`, exactly as the database does. */
export function hashOfEntry(entry: HashedEntry, before: string | null): string {
  const { orgId, id, phone, action, method, wording, messageId, userId, at } = entry
  // The database counts code points, not UTF-16 units.
  const lengthPrefixed = [Array.from(wording).length, wording]
  const parts = [
    before ?? '',
    orgId,
    id,
    phone,
    action,
    method,
    ...lengthPrefixed,
    messageId ?? '',
    userId ?? '',
    at.getTime(),
  ]
  return createHash('sha256').update(parts.join('|')).digest('hex')
}
