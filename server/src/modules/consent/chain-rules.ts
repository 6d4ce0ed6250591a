import { createHash } from 'node:crypto'

/** An entry of a history as its chain sees it; hashes are hexadecimal. */
export interface Link {
  hash: string
  /** The hash made again from what the entry says now. */
  again: string
  /** The hash of the entry before; null for the first. */
  before: string | null
}

/**
 * Whether these entries, in any order, are one chain from its first entry to `last`: each says what was hashed, each but the
 * first follows exactly one other, and nothing is missing at the end.
 */
export function isWhole(links: readonly Link[], last: string | null): boolean {
  if (links.some((link) => link.hash !== link.again)) return false
  const after = new Map(links.map((link) => [link.before ?? '', link.hash]))
  let end = ''
  let length = 0
  for (let next = after.get(''); next !== undefined && length <= links.length; next = after.get(next)) {
    end = next
    length += 1
  }
  return length === links.length && end === (last ?? '')
}

/** An entry as it is hashed. */
export interface HashedEntry {
  orgId: string
  id: string
  phone: string
  action: string
  method: string
  words: string
  messageId: string | null
  personId: string | null
  at: Date
}

/** The hash of an entry after the one with the hash `before`, as the database makes it; hexadecimal. */
export function hashOfEntry(entry: HashedEntry, before: string | null): string {
  const { orgId, id, phone, action, method, words, messageId, personId, at } = entry
  // The database counts characters, not the halves of them.
  const said = [Array.from(words).length, words]
  const parts = [before ?? '', orgId, id, phone, action, method, ...said, messageId ?? '', personId ?? '', at.getTime()]
  return createHash('sha256').update(parts.join('|')).digest('hex')
}
