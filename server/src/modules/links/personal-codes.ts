import type { Tx } from '../../kernel/scope.ts'
import { makeCodes } from './add-links.ts'
import { codesIn, withCodes } from './rules.ts'
import { linksOfSharedCodes } from './views.ts'

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
  const codes = await makeCodes(tx, wanted)
  return entries.map(({ text }, nth) => {
    const own = wanted.flatMap(({ entry, shared }, at) =>
      entry === nth ? [[shared, codes[at] ?? shared] as const] : [],
    )
    return withCodes(text, new Map(own))
  })
}
