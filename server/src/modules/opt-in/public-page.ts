import type { Logo } from '@crewline/contract/organizations'
import type { OptInContent, OptInField, PageLanguage } from '@crewline/contract/opt-in'
import { consentText } from '@crewline/contract/opt-in-consent'
import type { Db } from '../../kernel/db/pool.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { fieldsOf } from '../fields/index.ts'
import { firstLine } from '../lines/index.ts'
import type { PageMode, PageView } from './page.ts'
import { textsIn } from './page-texts.ts'
import { textIn, versionOf, wordingOf, type StoredPage } from './rules.ts'

/** A page in one language, with the number that people text START to. */
export interface ShownPage {
  page: PageView
  line: string | undefined
}

/** Describes a page to the public in one language. */
export async function showPage(
  kernel: Kernel,
  { orgId, url, content }: Pick<StoredPage, 'orgId' | 'url' | 'content'>,
  {
    language,
    organization,
    logo,
    mode,
  }: { language: PageLanguage; organization: string; logo?: Logo | undefined; mode?: PageMode | undefined },
): Promise<ShownPage> {
  const db = kernel.database.ofOrg(orgId)
  const [fields, line] = await Promise.all([askedFields(db, orgId, content), firstLine(db, null, null)])
  const standard: Readonly<Record<string, string>> = textsIn(language).fields
  const wording = wordingOf(content, organization, language)
  return {
    line: line?.phone,
    page: {
      mode,
      // Pages that were stored before have none.
      websites: content.websites ?? [],
      url,
      organization,
      logo,
      language,
      languages: content.languages,
      title: textIn(content.title, language),
      intro: textIn(content.intro, language),
      thanks: textIn(content.thanks, language),
      color: content.color,
      fields: fields.map(({ name, ...field }) => ({ ...field, label: standard[field.source] ?? name })),
      consent: {
        text: consentText(organization, content.frequency, language),
        version: versionOf(wording),
        termsUrl: content.termsUrl,
        privacyUrl: content.privacyUrl,
      },
      verifyPhone: content.verifyPhone,
    },
  }
}

/**
 * Returns the fields that a page asks for, with the names of custom ones. A custom field that was deleted or became sensitive
 * since is not asked for, and so not required.
 */
export async function askedFields(
  db: Db,
  orgId: string,
  { fields }: Pick<OptInContent, 'fields'>,
): Promise<(OptInField & { name: string })[]> {
  const hasCustom = fields.some(({ source }) => source.startsWith('custom.'))
  const custom = hasCustom ? await fieldsOf(db, orgId) : []
  const names = new Map(custom.filter(({ sensitive }) => !sensitive).map(({ key, name }) => [`custom.${key}`, name]))
  return fields.flatMap((field) => {
    const name = field.source.startsWith('custom.') ? names.get(field.source) : ''
    return name === undefined ? [] : [{ ...field, name }]
  })
}
