import { formIdsOf, hrefsOf } from '@crewline/contract/block-rules'
import type { LocalizedText } from '@crewline/contract/words'
import { msg } from '@crewline/contract/localized-text'
import type { NewsContent, NewsIssue } from '@crewline/contract/news'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import { requireUserId, type Scope, type Tx } from '../../kernel/scope.ts'
import { isAnyInNews } from '../celebrations/index.ts'
import { readTarget, sharedCodes } from '../links/index.ts'
import { lockVersion, readIssue, refuseNames } from './edit.ts'
import { offersOf } from './offers.ts'
import { shownForms, type ShownForm } from './ports.ts'
import { problemsOf } from './publish-rules.ts'
import { publicContent, webAddressesOf } from './rules.ts'
import { addVersion, lockIssue, publishIssue, setExpiry, type LockedIssue } from './store.ts'

/** Shows an issue, or its changes, to readers. */
export async function publish(
  scope: Scope,
  kernel: Kernel,
  { id, version, expiresAt }: { id: string; version: number; expiresAt: string | null },
): Promise<{ issue: NewsIssue }> {
  const ends = expiresAt === null ? null : new Date(expiresAt)
  await scope.tx(async (tx) => {
    const before = await lockVersion(tx, id, version)
    refuseNames(scope, before.content)
    await refuseIncomplete(tx, before.content)
    refusePastEnd(ends, tx.world.now())
    const { publicUrl } = kernel.config
    await show(tx, before, { expiresAt: ends, by: requireUserId(scope), publicUrl })
  })
  forgetPages(kernel, scope.orgId)
  return readIssue(scope, kernel, id)
}

/** Shows the content of a locked issue, which is complete, to readers. */
export async function show(
  tx: Tx,
  before: LockedIssue,
  { expiresAt, by, publicUrl }: { expiresAt: Date | null; by: string | null; publicUrl: string },
): Promise<void> {
  const { id } = before
  const content = publicContent({ ...before.content, cover: before.content.cover ?? null })
  const forms = await formsOf(tx, content)
  const offers = offersOf({ code: before.code, content }, forms, publicUrl)
  const linkCodes = await codesOf(tx, { id, content, offers, known: before.linkCodes })
  await publishIssue(tx, id, { content, linkCodes, expiresAt })
  await addVersion(tx, id, { content: before.content, reason: 'published', by, at: tx.world.now() })
  tx.audit('news.published', id, { title: content.title, languages: [content.language, ...content.languages] })
}

/** Refuses an issue that lacks something, with the problems beside their blocks. */
export async function refuseIncomplete(tx: Tx, content: NewsContent): Promise<void> {
  const hasCelebrations = content.blocks.some(({ type }) => type === 'celebrations')
  const namesPeople = hasCelebrations && (await isAnyInNews(tx))
  const problems = {
    ...problemsOf(content, await formsOf(tx, content), { namesPeople }),
    ...addressProblems(content),
  }
  if (Object.keys(problems).length > 0) fail('news_incomplete', { fieldErrors: problems })
}

function formsOf(tx: Tx, { language, blocks }: NewsContent): Promise<Map<string, ShownForm>> {
  const ground = { db: tx.db, orgId: tx.orgId, now: tx.world.now(), language }
  return shownForms.get()(ground, formIdsOf(blocks))
}

/** Refuses an end that has passed. */
function refusePastEnd(ends: Date | null, now: Date): void {
  if (ends && ends <= now)
    fail('invalid', { fieldErrors: { expiresAt: msg({ message: 'Choose a time in the future.' }) } })
}

/** Ends a published issue at a time, or now. */
export async function end(
  scope: Scope,
  kernel: Kernel,
  { id, at }: { id: string; at: string | null },
): Promise<{ issue: NewsIssue }> {
  await scope.tx(async (tx) => {
    const { publishedAt } = (await lockIssue(tx, id)) ?? fail('not_found')
    if (!publishedAt) fail('news_not_published')
    const ends = at === null ? tx.world.now() : new Date(at)
    await setExpiry(tx, id, ends)
    tx.audit('news.ended', id, { at: ends.toISOString() })
  })
  forgetPages(kernel, scope.orgId)
  return readIssue(scope, kernel, id)
}

/** Addresses that our short links do not open, such as those of a network, beside the block that has them. */
function addressProblems(content: NewsContent): Record<string, LocalizedText> {
  const problems: Record<string, LocalizedText> = {}
  for (const block of content.blocks)
    for (const href of hrefsOf([block])) {
      const target = /^https?:/i.test(href) ? readTarget(href) : undefined
      if (target && 'problem' in target) problems[`blocks.${block.id}`] = target.problem
    }
  return problems
}

interface Codes {
  id: string
  content: NewsContent
  offers: readonly { key: string; url: string; label: string }[]
  known: Readonly<Record<string, string>>
}

/**
 * Returns the code of each address, form and event, making those that are new. An address of a translation only is opened
 * as it is.
 */
async function codesOf(tx: Tx, { id, content, offers, known }: Codes): Promise<Record<string, string>> {
  const addresses = webAddressesOf(content).filter((address) => 'url' in readTarget(address))
  const links = [...addresses.map((url) => ({ url })), ...offers.map((offer) => ({ ...offer, isOwnPage: true }))]
  return sharedCodes(tx, { kind: 'news', id }, { links, known })
}
