import type { NewsLanguage } from '@crewline/contract/news'
import { pictureIdsOf } from '@crewline/contract/block-rules'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { shortUrlOf } from '../links/index.ts'
import { isAppOn, rememberedOrganization } from '../organizations/index.ts'
import type { ShownIssue } from './page.ts'
import type { PublicIssue } from './rules.ts'
import { picturesById, publicIssue } from './views.ts'

/** Returns the issue at a public address. Fails with `not_found`, and with `page_closed` when it is over. */
export async function openIssue(kernel: Kernel, code: string): Promise<PublicIssue & { expiresAt: Date | null }> {
  if (!/^[a-z0-9]{1,40}$/.test(code)) fail('not_found')
  const system = kernel.database.asSystem('the address of an issue identifies its organization')
  const issue = (await publicIssue(system, code)) ?? fail('not_found')
  const isOn = await isAppOn(kernel.database.ofOrg(issue.orgId), issue.orgId, 'newsletter')
  const isOver = issue.expiresAt !== null && issue.expiresAt <= kernel.world.now()
  return isOn && !isOver ? issue : fail('page_closed')
}

/** Describes an issue to readers in one language. */
export async function showIssue(kernel: Kernel, issue: PublicIssue, language: NewsLanguage): Promise<ShownIssue> {
  const { orgId, code, content, linkCodes, publishedAt } = issue
  const [organization, rows] = await Promise.all([
    rememberedOrganization(kernel, orgId),
    picturesById(kernel.database.ofOrg(orgId), pictureIdsOf(content.blocks)),
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
    publishedAt,
    places: {
      pictureOf: (fileId) => pictures.get(fileId),
      hrefOf: (href) => {
        const short = linkCodes[href]
        return short ? shortUrlOf('', short) : href
      },
    },
  }
}
