import type { Tx } from '../../kernel/scope.ts'
import { makeCodes } from './add-links.ts'
import { codesIn, withCodes } from './rules.ts'
import { codesOfContacts, linksOfSharedCodes } from './views.ts'

/** A code is texted again to its contact for this long, in ms: an older one would end soon after. */
const REUSED_MS = 30 * 24 * 3_600_000

interface Wanted {
  linkId: string
  contactId: string
  messageId?: string
}

/**
 * Returns texts in which each contact has codes of their own in place of the shared codes of the organization, so that
 * a click counts for them and a page of the product knows whom it was texted to. Other texts stay as they are.
 */
export async function withPersonalCodes(
  tx: Tx,
  entries: readonly { contactId: string; text: string; messageId?: string }[],
): Promise<string[]> {
  const links = await linksOfSharedCodes(tx.db, tx.orgId, [...new Set(entries.flatMap(({ text }) => codesIn(text)))])
  if (links.size === 0) return entries.map(({ text }) => text)
  const wanted = entries.flatMap(({ contactId, text, messageId }, entry) =>
    [...new Set(codesIn(text))].flatMap((shared) => {
      const linkId = links.get(shared)
      return linkId === undefined ? [] : [{ entry, shared, linkId, contactId, ...(messageId ? { messageId } : {}) }]
    }),
  )
  const codes = await codesFor(tx, wanted)
  return entries.map(({ text }, nth) => {
    const own = wanted.flatMap(({ entry, shared }, at) =>
      entry === nth ? [[shared, codes[at] ?? shared] as const] : [],
    )
    return withCodes(text, new Map(own))
  })
}

/** Returns a code for each entry, in their order. Those without a message of their own share one of the contact. */
async function codesFor(tx: Tx, wanted: readonly Wanted[]): Promise<string[]> {
  const keyOf = ({ linkId, contactId }: { linkId: string; contactId: string | null }) => `${linkId} ${contactId}`
  const known = await codesOfContacts(tx.db, tx.orgId, {
    linkIds: [...new Set(wanted.map(({ linkId }) => linkId))],
    contactIds: [...new Set(wanted.map(({ contactId }) => contactId))],
    since: new Date(tx.world.now().getTime() - REUSED_MS),
  })
  const codeOf = new Map(known.map((row) => [keyOf(row), row.code]))
  const isKnown = (entry: Wanted) => entry.messageId === undefined && codeOf.has(keyOf(entry))
  const made = await makeCodes(
    tx,
    wanted.filter((entry) => !isKnown(entry)),
  )
  return wanted.map((entry) => (isKnown(entry) ? codeOf.get(keyOf(entry)) : made.shift()) ?? '')
}
