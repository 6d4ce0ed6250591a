// Links that an opt-in page makes known go through the links of the product, which count who opens them: the code of its
// poster, and the addresses in the text after joining. Its public address and the links to terms stay as they are.
import type { OptInContent, OptInLink } from '@crewline/contract/opt-in'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { addressesIn, clicksOf, isOwnPage, readTarget, sharedCodes, shortUrlOf } from '../links/index.ts'
import { posterAddressOf, type StoredPage } from './rules.ts'
import { scopeOf } from './scope.ts'
import { lockPage, saveLinks } from './store.ts'
import { pagesWithoutLinks } from './views.ts'

/** The kind of owner that the links of opt-in pages have. */
export const LINK_OWNER = 'opt_in_page'

/** Returns the addresses in the text after joining that links may open, in all languages, as written and as opened. */
function welcomeAddresses(
  { actions }: Pick<OptInContent, 'actions'>,
  publicUrl: string,
): { url: string; opens: string; isOwnPage: boolean }[] {
  const texts = actions.flatMap((action) => (action.type === 'send_message' ? Object.values(action.body) : []))
  return addressesIn(texts).flatMap((url): { url: string; opens: string; isOwnPage: boolean }[] => {
    if (isOwnPage(url, publicUrl)) return [{ url, opens: url, isOwnPage: true }]
    const target = readTarget(url)
    return 'url' in target ? [{ url, opens: target.url, isOwnPage: false }] : []
  })
}

/** Makes the links of a page that is published, and returns their codes by address; known ones stay. */
export async function makeLinks(
  tx: Tx,
  {
    id,
    content,
    publicUrl,
    known,
  }: { id: string; content: OptInContent; publicUrl: string; known: StoredPage['links'] },
): Promise<StoredPage['links']> {
  const links = [
    { url: posterAddressOf(publicUrl, content.url), isOwnPage: true },
    ...welcomeAddresses(content, publicUrl),
  ]
  const codes = await sharedCodes(tx, { kind: LINK_OWNER, id }, { links, known: known.codes })
  return { codes, base: shortUrlOf(publicUrl, '') }
}

/** Pages that get their links in one step. */
const STEP = 100

/** Makes the links of pages that were published before pages had any. One that fails is tried again with the next run. */
export async function makeMissingLinks(kernel: Kernel): Promise<void> {
  const system = kernel.database.asSystem('pages of every organization get short links')
  const { publicUrl } = kernel.config
  for (let after: string | null = null; ;) {
    const found: { orgId: string; id: string }[] = await pagesWithoutLinks(system, { after, most: STEP })
    for (const { orgId, id } of found) {
      try {
        const { scope } = await scopeOf(kernel, orgId)
        await scope.tx(async (tx) => {
          const page = await lockPage(tx, id)
          if (page?.status !== 'active' || Object.keys(page.links.codes).length > 0) return
          await saveLinks(tx, id, await makeLinks(tx, { id, content: page.content, publicUrl, known: page.links }))
          tx.forgetPages()
        })
      } catch (error) {
        kernel.log.warn(
          { err: error, org: orgId, page: id },
          'opt-in: could not make the links of a page, trying again',
        )
      }
    }
    after = found.at(-1)?.id ?? null
    if (found.length < STEP) return
  }
}

/** Returns who opened the links of a page, as far as the member may see the people whose links are their own. */
export async function clicks(
  scope: Scope,
  kernel: Kernel,
  page: { id: string; url: string; actions: OptInContent['actions'] },
): Promise<OptInLink[]> {
  const { publicUrl } = kernel.config
  const poster = posterAddressOf(publicUrl, page.url)
  const current = new Set([poster, ...welcomeAddresses(page, publicUrl).map(({ opens }) => opens)])
  const [visible, all] = await Promise.all([
    clicksOf(scope.db, LINK_OWNER, page.id),
    // The code of a poster names no contact, so that a member limited to some groups would not see it.
    clicksOf(kernel.database.ofOrg(scope.orgId), LINK_OWNER, page.id),
  ])
  const shown = [...all.filter(({ url }) => url === poster), ...visible.filter(({ url }) => url !== poster)]
  return shown
    .filter(({ url, total }) => current.has(url) || total > 0)
    .map(({ url, unique, total, bots }) => ({
      kind: url === poster ? ('poster' as const) : ('welcome' as const),
      url,
      people: url === poster ? null : unique,
      clicks: total,
      bots,
    }))
}
