import type { BodyOf } from '@crewline/contract/endpoint'
import { msg } from '@crewline/contract/localized-text'
import type { OptInContent, OptInPage, saveOptInPage } from '@crewline/contract/opt-in'
import { OPT_IN_PAGES_MAX, OPT_IN_SLUG, OPT_IN_SLUG_MIN } from '@crewline/contract/opt-in-limits'
import type { LocalizedText } from '@crewline/contract/words'
import { changeOf } from '../../kernel/audit-change.ts'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import { judge } from '../consent/index.ts'
import { tagsExist } from '../conversations/index.ts'
import { fieldsOf } from '../fields/index.ts'
import { joinableGroups } from '../groups/index.ts'
import { firstLine } from '../lines/index.ts'
import { revokeLinks } from '../links/index.ts'
import { organizationOf } from '../organizations/index.ts'
import { listeningFor } from '../replies/index.ts'
import { keywordOf } from './keyword.ts'
import { LINK_OWNER, makeLinks } from './links.ts'
import { checksOf, posterAddressesOf } from './rules.ts'
import { addPage, countPages, deletePage, lockPage, savePage } from './store.ts'
import { pagesOf, type PageContext } from './views.ts'

/** Returns what describes the pages of the organization besides their rows. */
export async function contextOf(scope: Scope, kernel: Kernel): Promise<PageContext> {
  const [{ organization }, line] = await Promise.all([
    organizationOf(scope.db, scope.orgId),
    firstLine(scope.db, null, null),
  ])
  return { organization: organization.name, hasLine: line !== undefined, publicUrl: kernel.config.publicUrl }
}

/** Returns one page of the organization. Fails with `not_found`. */
export async function readPage(scope: Scope, kernel: Kernel, id: string): Promise<OptInPage> {
  const query = { id, page: 1, pageSize: 1, sort: 'createdAt', order: 'desc' } as const
  const { data } = await pagesOf(scope.db, query, await contextOf(scope, kernel))
  return data[0] ?? fail('not_found')
}

/** Creates a page, or changes the one with this id, in one transaction with its audit entry. */
export async function save(
  scope: Scope,
  kernel: Kernel,
  { id, body }: { id: string | undefined; body: BodyOf<typeof saveOptInPage> },
): Promise<{ page: OptInPage }> {
  const { status, version, ...content } = body
  const context = await contextOf(scope, kernel)
  const pageId = id ?? scope.world.id()
  const keyword = keywordOf(content)
  await refuseTakenAddress(() =>
    scope.tx(async (tx) => {
      if (id === undefined) {
        refuseMisfits(content)
        await refuseUnknown(tx, content)
        await refuseTakenKeyword(tx, keyword)
        if ((await countPages(tx)) >= OPT_IN_PAGES_MAX) fail('too_many')
        await addPage(tx, pageId, content, keyword)
        tx.audit('opt_in_page.created', pageId, { name: content.name, url: content.url })
        if (status !== 'active') return
      }
      const before = (await lockPage(tx, pageId)) ?? fail('not_found')
      if (id !== undefined) {
        if (before.version !== version) fail('outdated')
        refuseMisfits(content)
        await refuseUnknown(tx, content)
        await refuseTakenKeyword(tx, keyword)
      }
      const after = status ?? before.status
      if (after === 'active') refuseIncomplete(content, context)
      const { publicUrl } = kernel.config
      const links =
        after === 'active' ? await makeLinks(tx, { id: pageId, content, publicUrl, known: before.links }) : before.links
      await savePage(tx, pageId, { content, keyword, status: after, links })
      tx.audit(
        'opt_in_page.changed',
        pageId,
        changeOf(
          { ...before.content, status: before.status },
          { ...content, status: after },
          { without: ['title', 'intro', 'thanks', 'fields', 'actions'] },
        ),
      )
    }),
  )
  forgetPages(kernel, scope.orgId)
  return { page: await readPage(scope, kernel, pageId) }
}

/** Deletes a page. */
export async function remove(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    const before = (await lockPage(tx, id)) ?? fail('not_found')
    await deletePage(tx, id)
    // Links in texts that people got stay: they open rules or a handbook, not the page.
    await revokeLinks(tx, { kind: LINK_OWNER, id }, posterAddressesOf(before))
    tx.audit('opt_in_page.deleted', id)
  })
  forgetPages(kernel, scope.orgId)
  return {}
}

/** Refuses addresses that do not work, in words beside each. */
function refuseMisfits(content: OptInContent): void {
  const { url, termsUrl, privacyUrl } = content
  const fieldErrors: Record<string, LocalizedText> = {}
  if (content.keyword !== '' && !keywordOf(content))
    fieldErrors['keyword'] = msg({ message: 'Use letters or numbers.' })
  else if (content.keyword !== '' && isReserved(content.keyword))
    fieldErrors['keyword'] = msg({ message: 'This word has a meaning by law, such as STOP or HELP. Choose another.' })
  if (url.length < OPT_IN_SLUG_MIN)
    fieldErrors['url'] = msg({ message: 'Use at least {minimum} characters.', values: { minimum: OPT_IN_SLUG_MIN } })
  else if (!OPT_IN_SLUG.test(url))
    fieldErrors['url'] = msg({ message: 'Use lower-case letters, digits and single hyphens.' })
  for (const [field, address] of Object.entries({ termsUrl, privacyUrl }))
    if (address !== '' && !isWebAddress(address))
      fieldErrors[field] = msg({ message: 'Enter an address with https://.' })
  if (!content.websites.every(isWebsite))
    fieldErrors['websites'] = msg({ message: 'Enter addresses such as https://www.example.com, without a path.' })
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}

/** The exact origin of a website: it becomes part of the policy of the page. */
function isWebsite(text: string): boolean {
  return isWebAddress(text) && new URL(text).origin === text && !text.includes('*')
}

function refuseIncomplete(content: OptInContent, context: PageContext): void {
  const missing = checksOf(content, context).filter(({ isDone }) => !isDone)
  if (missing.length === 0) return
  const fieldErrors: Record<string, LocalizedText> = {}
  for (const { check } of missing) {
    if (check === 'terms_and_privacy') {
      if (content.termsUrl === '') fieldErrors['termsUrl'] = msg({ message: 'Add the address of your terms.' })
      if (content.privacyUrl === '')
        fieldErrors['privacyUrl'] = msg({ message: 'Add the address of your privacy policy.' })
    } else if (check === 'title') fieldErrors['title'] = msg({ message: 'Write a title in each language of the page.' })
    else if (check === 'number') fieldErrors['status'] = msg({ message: 'Get a number to start texting.' })
    else if (check === 'proof')
      fieldErrors['doubleOptIn'] = msg({ message: 'Choose how people prove that the number is theirs.' })
  }
  fail('opt_in_incomplete', { fieldErrors })
}

/** Refuses groups, tags and fields that do not exist, or that the member may not see. */
async function refuseUnknown(tx: Tx, content: OptInContent): Promise<void> {
  const { actions } = content
  const groupIds = actions.flatMap((action) => (action.type === 'add_to_group' ? [action.groupId] : []))
  const tagIds = actions.flatMap((action) => (action.type === 'add_tag' ? [action.tagId] : []))
  if ((await joinableGroups(tx.db, tx.orgId, groupIds)).size < new Set(groupIds).size)
    fail('invalid', { fieldErrors: { actions: msg({ message: 'This group can’t be used. Choose another.' }) } })
  if (!(await tagsExist(tx.db, tagIds)))
    fail('invalid', { fieldErrors: { actions: msg({ message: 'This tag no longer exists. Choose another.' }) } })
  const custom = [
    ...content.fields.map(({ source }) => source),
    ...actions.flatMap((action) => (action.type === 'set_field' ? [action.field] : [])),
  ].filter((source) => source.startsWith('custom.'))
  if (custom.length === 0) return
  // A person on a public page may not see or set what only some members may see.
  const open = new Set(
    (await fieldsOf(tx.db, tx.orgId)).filter(({ sensitive }) => !sensitive).map(({ key }) => `custom.${key}`),
  )
  if (custom.some((source) => !open.has(source)))
    fail('invalid', {
      fieldErrors: { fields: msg({ message: 'This field can’t be used on a page. Choose another.' }) },
    })
}

/** Refuses a keyword that has an automatic answer. One of another page is refused by the database. */
async function refuseTakenKeyword(tx: Tx, keyword: string | null): Promise<void> {
  if (keyword === null) return
  if ((await listeningFor(tx.db, tx.orgId)).some(({ plain }) => plain === keyword))
    fail('name_taken', { fieldErrors: { keyword: msg({ message: 'This keyword already exists. Choose another.' }) } })
}

/** YES answers the question of a page, and other words about consent have a meaning by law. */
function isReserved(word: string): boolean {
  return judge(word).intent !== 'none'
}

async function refuseTakenAddress(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    if ((error as { constraint?: string }).constraint === 'opt_in_page_keyword')
      fail('name_taken', { fieldErrors: { keyword: msg({ message: 'This keyword already exists. Choose another.' }) } })
    const text = msg({ message: 'This address is taken. Choose another.' })
    fail('name_taken', { text, fieldErrors: { url: text } })
  }
}
