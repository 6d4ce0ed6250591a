import type { NewsLanguage } from '@crewline/contract/news'
import { fileIdsOf, formIdsOf, pictureIdsOf } from '@crewline/contract/block-rules'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { celebratedIn, readersScope } from './celebrated.ts'
import { shortUrlOf } from '../links/index.ts'
import { storedByIds } from '../files/index.ts'
import { isAppOn, rememberedOrganization } from '../organizations/index.ts'
import type { ShownIssue } from './page.ts'
import { PAGE_WORDS } from './page-words.ts'
import { shownForms } from './ports.ts'
import type { PublicIssue } from './rules.ts'
import { filesById, picturesById, publicIssue } from './views.ts'

/** Returns the issue at a public address. Fails with `not_found`, and with `page_closed` when it is over. */
export async function openIssue(kernel: Kernel, code: string): Promise<PublicIssue & { expiresAt: Date | null }> {
  if (!/^[a-z0-9]{1,40}$/.test(code)) fail('not_found')
  const system = kernel.database.asSystem('the address of an issue identifies its organization')
  const issue = (await publicIssue(system, code)) ?? fail('not_found')
  const isOn = await isAppOn(kernel.database.ofOrg(issue.orgId), issue.orgId, 'newsletter')
  const isOver = issue.expiresAt !== null && issue.expiresAt <= kernel.world.now()
  return isOn && !isOver ? issue : fail('page_closed')
}

/**
 * Describes an issue to readers in one language. `mark` is that of a personal link, whose person answers a poll once; empty
 * for everyone else.
 */
export async function showIssue(
  kernel: Kernel,
  issue: PublicIssue,
  language: NewsLanguage,
  mark = '',
): Promise<ShownIssue> {
  const { orgId, code, content, linkCodes, publishedAt } = issue
  const db = kernel.database.ofOrg(orgId)
  const now = kernel.world.now()
  const [organization, rows, files, forms, celebratedOf] = await Promise.all([
    rememberedOrganization(kernel, orgId),
    picturesById(db, pictureIdsOf(content)),
    filesById(db, fileIdsOf(content.blocks)).then((ids) => storedByIds(db, ids)),
    shownForms.get()({ db, orgId, now, language }, formIdsOf(content.blocks)),
    readersScope(kernel, orgId).then((scope) => celebratedIn(scope, content.blocks, language)),
  ])
  const path = `/public/news/${code}`
  const pictures = new Map(
    rows.map(({ file_id: id, width, height }) => [id, { src: `${path}/picture/${id}`, width, height }]),
  )
  return {
    content,
    language,
    organization: organization.name,
    logo: organization.logo,
    timezone: organization.timezone,
    path,
    mark,
    publishedAt,
    address: `${kernel.config.publicUrl}${path}`,
    places: {
      language,
      words: PAGE_WORDS[language],
      celebratedOf,
      fileOf: (fileId) => {
        const file = files.get(fileId)
        return file && { src: `${path}/file/${fileId}`, name: file.name, mime: file.mime, bytes: file.bytes }
      },
      formOf: (formId) => {
        const form = forms.get(formId)
        return form?.isOpen && form.isForAnyone
          ? { href: `${path}/form/${formId}?lang=${language}`, title: form.title }
          : undefined
      },
      pollOf: (formId) => {
        const form = forms.get(formId)
        return form?.isOpen && form.poll
          ? { ...form.poll, action: `${form.path}?lang=${language}`, issue: code, mark }
          : undefined
      },
      calendarOf: (blockId) => `${path}/event/${blockId}.ics?lang=${language}`,
      pictureOf: (fileId) => pictures.get(fileId),
      hrefOf: (href) => {
        const short = linkCodes[href]
        return short ? shortUrlOf('', short) : href
      },
    },
  }
}
