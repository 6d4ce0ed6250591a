import { fileIdsOf, formIdsOf, pictureIdsOf } from '@crewline/contract/block-rules'
import type { ReplyOf } from '@crewline/contract/endpoint'
import type { NewsContent, NewsLanguage, previewNews } from '@crewline/contract/news'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { rememberedOrganization } from '../organizations/index.ts'
import { celebratedIn, leftOutOf } from './celebrated.ts'
import { filesOf } from './files.ts'
import { PAGE_WORDS } from './page-words.ts'
import { issuePage } from './page.ts'
import { picturesOf } from './pictures.ts'
import { shownForms } from './ports.ts'

/** Renders an issue as readers will see it, with links to pictures that members may open, and weighs it. */
export async function preview(
  scope: Scope,
  kernel: Kernel,
  { content, language }: { content: NewsContent; language: NewsLanguage },
): Promise<Omit<ReplyOf<typeof previewNews>, 'status'>> {
  const ground = { db: scope.db, orgId: scope.orgId, now: scope.world.now(), language }
  const [organization, pictures, files, forms, celebratedOf, leftOut] = await Promise.all([
    rememberedOrganization(kernel, scope.orgId),
    picturesOf(scope, pictureIdsOf(content)),
    filesOf(scope, fileIdsOf(content.blocks)),
    shownForms.get()(ground, formIdsOf(content.blocks)),
    celebratedIn(scope, content.blocks, language),
    scope.can('contacts.read') ? leftOutOf(scope, content.blocks) : [],
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
    address: '',
    places: {
      language,
      words: PAGE_WORDS[language],
      celebratedOf,
      pictureOf: (fileId) => byId.get(fileId),
      fileOf: (fileId) => {
        const file = files.find(({ id }) => id === fileId)
        return file && { ...file, src: file.url ?? '' }
      },
      formOf: (formId) => {
        const form = forms.get(formId)
        return form && { href: form.path, title: form.title }
      },
      pollOf: (formId) => {
        const form = forms.get(formId)
        return form?.poll && { ...form.poll, action: form.path, issue: '', mark: '' }
      },
      calendarOf: () => undefined,
    },
  })
  return {
    html,
    leftOut,
    weight: { page: Buffer.byteLength(html), pictures: pictures.reduce((sum, { bytes }) => sum + bytes, 0) },
  }
}
