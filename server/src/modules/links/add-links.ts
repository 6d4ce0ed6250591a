import { TRACKED_LINK_MS } from '@crewline/contract/link-limits'
import { fail } from '../../kernel/failure.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { LinkOwner } from './events.ts'
import { CODE_CHARACTERS, codesFrom, readTarget } from './rules.ts'
import { insertCodes, revoke, setSent, upsertLinks, type NewCode, type StoredLink } from './store.ts'

/** Codes per statement. */
const BATCH = 500

/**
 * Adds links to an owner and returns them in the given order; the same address is the same link, and adding it again
 * extends its life. Fails with `invalid` when an address may not be opened; `readTarget` tells why beforehand. A page of
 * the product itself may be opened wherever it runs.
 */
export async function addLinks(
  tx: Tx,
  owner: LinkOwner,
  urls: readonly (string | { url: string; label?: string; isOwnPage?: boolean })[],
  expiresAt: Date = new Date(tx.world.now().getTime() + TRACKED_LINK_MS),
): Promise<StoredLink[]> {
  const wanted = urls.map((link) => {
    const { url, label = '', isOwnPage = false } = typeof link === 'string' ? { url: link } : link
    if (isOwnPage) return { url, label }
    const target = readTarget(url)
    return 'url' in target ? { url: target.url, label } : fail('invalid', { fieldErrors: { url: target.problem } })
  })
  const distinct = [...new Map(wanted.map((link) => [link.url, link])).values()]
  const stored = new Map((await upsertLinks(tx, owner, distinct, expiresAt)).map((link) => [link.url, link]))
  return wanted.flatMap(({ url }) => stored.get(url) ?? [])
}

/** Makes one code for each entry, in the given order. Each opens the link and counts the clicks of its contact. */
export async function makeCodes(
  tx: Tx,
  entries: readonly { linkId: string; contactId: string | null; messageId?: string }[],
): Promise<string[]> {
  const made: string[] = []
  for (let from = 0; from < entries.length; from += BATCH) {
    const batch = entries.slice(from, from + BATCH)
    let open = batch.map((_, index) => index)
    while (open.length > 0) {
      const random = randomCodes(tx, open.length)
      const codes = open.map((index, at): NewCode => {
        const { linkId, contactId, messageId = null } = batch[index] as (typeof batch)[number]
        return { code: random[at] ?? '', linkId, contactId, messageId }
      })
      const inserted = new Set(await insertCodes(tx, codes))
      open = open.filter((index, at) => {
        const { code } = codes[at] as NewCode
        // One that exists already, which is rare, is replaced by another.
        if (!inserted.delete(code)) return true
        made[from + index] = code
        return false
      })
    }
  }
  return made
}

/** A link of a page or a poster; two with different keys may open the same address. */
interface SharedLink {
  key?: string
  url: string
  label?: string
  isOwnPage?: boolean
}

/** Links outlive those in texts where a page or a poster shows them, in ms. */
const SHARED_MS = 10 * 365 * 24 * 3_600_000

/**
 * Returns a code of each link of a page or a poster, which everyone opens with the same one, by the link's key or else its
 * address. Makes those that are not known yet, for ten years; known ones stay, whether or not they are still used.
 */
export async function sharedCodes(
  tx: Tx,
  owner: LinkOwner,
  { links, known }: { links: readonly SharedLink[]; known: Readonly<Record<string, string>> },
): Promise<Record<string, string>> {
  const keyOf = ({ key, url }: SharedLink) => key ?? url
  const added = links.filter((link) => known[keyOf(link)] === undefined)
  if (added.length === 0) return { ...known }
  const stored = await addLinks(tx, owner, added, new Date(tx.world.now().getTime() + SHARED_MS))
  const codes = await makeCodes(
    tx,
    stored.map((link) => ({ linkId: link.id, contactId: null })),
  )
  return { ...known, ...Object.fromEntries(added.map((link, index) => [keyOf(link), codes[index] ?? ''])) }
}

/** Records when messages with codes were sent, so that a scanner that opens them at once is not counted. */
export async function recordSent(tx: Tx, messageIds: readonly string[], at: Date): Promise<void> {
  if (messageIds.length > 0) await setSent(tx, messageIds, at)
}

/**
 * Ends the links of an owner, or only those to these addresses: people who open one see that it no longer works. Adding a
 * link again revives it.
 */
export async function revokeLinks(tx: Tx, owner: LinkOwner, urls?: readonly string[]): Promise<void> {
  await revoke(tx, owner, urls)
}

/** Returns the address of a code. */
export function shortUrlOf(publicUrl: string, code: string): string {
  return `${publicUrl}/l/${code}`
}

function randomCodes(tx: Tx, count: number): string[] {
  const codes: string[] = []
  // One byte in 32 is not used.
  while (codes.length < count)
    codes.push(...codesFrom(tx.world.bytes((count - codes.length + 1) * (CODE_CHARACTERS + 1))))
  return codes.slice(0, count)
}
