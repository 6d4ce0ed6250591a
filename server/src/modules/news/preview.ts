import { pictureIdsOf } from '@crewline/contract/block-rules'
import type { NewsContent, NewsLanguage } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { issuePage } from './page.ts'
import { picturesOf } from './pictures.ts'

/** Renders an issue as readers will see it, with links to pictures that members may open, and weighs it. */
export async function preview(
  scope: Scope,
  kernel: Kernel,
  { content, language }: { content: NewsContent; language: NewsLanguage },
): Promise<{ html: string; weight: { page: number; pictures: number } }> {
  const [organization, pictures] = await Promise.all([
    rememberedOrganization(kernel, scope.orgId),
    picturesOf(scope, pictureIdsOf(content.blocks)),
  ])
  const byId = new Map(pictures.map(({ id, url, width, height }) => [id, { src: url, width, height }]))
  const { html } = issuePage({
    content,
    language,
    organization: organization.name,
    logo: organization.logo,
    timezone: organization.timezone,
    path: '',
    publishedAt: scope.world.now(),
    places: { pictureOf: (fileId) => byId.get(fileId) },
  })
  return {
    html,
    weight: { page: Buffer.byteLength(html), pictures: pictures.reduce((sum, { bytes }) => sum + bytes, 0) },
  }
}
