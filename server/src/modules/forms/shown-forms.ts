import type { FormLanguage } from '@crewline/contract/form-content'
import type { Db } from '../../kernel/db/pool.ts'
import type { ShownForm } from '../news/index.ts'
import { isOpenNow } from './open-now.ts'
import { formById, versionOf } from './views.ts'

/** Returns what issues of news show of these forms; forms that were never published are left out. */
export async function shownFormsOf(
  { db, orgId, now, language }: { db: Db; orgId: string; now: Date; language: string },
  ids: readonly string[],
): Promise<Map<string, ShownForm>> {
  const shown = new Map<string, ShownForm>()
  for (const id of ids) {
    const form = await formById(db, orgId, id)
    const version = form?.publishedVersion
    if (!form || version === null || version === undefined) continue
    const content = await versionOf(db, form, version)
    if (!content) continue
    const title = content.title[language as FormLanguage] ?? content.title[content.languages[0] ?? 'en']
    shown.set(id, {
      path: `/public/forms/${form.code}`,
      title: title || content.name,
      isOpen: await isOpenNow(db, form, { closesAt: content.closesAt, now }),
      isForAnyone: content.access === 'anyone',
    })
  }
  return shown
}
