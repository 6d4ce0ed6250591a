import type { FormQuestion } from '@crewline/contract/form-content'
import { fail } from '../../kernel/failure.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { readPersonalMark } from '../../kernel/pages/personal.ts'
import { endPage, type Rendered, type ShownForm } from './page.ts'
import { isOpenNow } from './open-now.ts'
import { underRulesOf, type StoredForm } from './rules.ts'
import { scopeOf } from './scope.ts'
import type { Reader } from './take-page.ts'
import { formByCode, formByKiosk, hasAnswered, personOf, versionOf } from './views.ts'

/** A form that someone opened, in their language. */
export interface Opened {
  form: ShownForm
  stored: StoredForm
  reader: Reader
}

const SYSTEM = 'a public address identifies its form, and the form its organization'

/**
 * Finds the form at an address with the person of the link; the address of a shared tablet names no person. Fails with
 * `not_found`, or `page_closed`.
 */
export async function openByCode(
  kernel: Kernel,
  sent: { code: string; isKiosk: boolean; mark: string; version: number | undefined; from: string; address: string },
  [lang, accepted]: [string, string | undefined],
): Promise<Opened> {
  const find = sent.isKiosk ? formByKiosk : formByCode
  const stored = (await find(kernel.database.asSystem(SYSTEM), sent.code.slice(0, 40))) ?? fail('not_found')
  if (stored.publishedVersion === null) return fail('not_found')
  const db = kernel.database.ofOrg(stored.orgId)
  const newest = (await versionOf(db, stored, stored.publishedVersion)) ?? fail('not_found')
  const now = kernel.world.now()
  if (!(await isOpenNow(db, stored, { closesAt: newest.closesAt, now }))) fail('page_closed')
  // A person who opened an earlier version finishes that one: nothing they typed is lost.
  const earlier = sent.version !== undefined && sent.version > 0 && sent.version < stored.publishedVersion
  const old = earlier ? await versionOf(db, stored, sent.version ?? 0) : undefined
  const path = `/public/forms/${stored.code}`
  const mark = sent.isKiosk ? '' : sent.mark
  const contactId = readPersonalMark(kernel, mark, { orgId: stored.orgId, path, now })
  const person = contactId === undefined ? undefined : await personOf(db, stored.orgId, contactId)
  const content = old ? underRulesOf(newest, old) : newest
  return {
    stored,
    reader: { address: sent.address, contactId: person?.id },
    form: {
      path: sent.isKiosk ? `/public/kiosk/${sent.code}` : path,
      content,
      version: old ? (sent.version ?? 0) : stored.publishedVersion,
      organization: (await scopeOf(kernel, stored.orgId)).organization,
      language: languageOfReader(content.languages, lang, person?.language, accepted),
      mark: person ? sent.mark : '',
      via: sent.isKiosk ? 'kiosk' : sent.from === 'qr' ? 'qr' : 'public',
      idleSeconds: sent.isKiosk ? stored.kioskIdleSeconds : undefined,
    },
  }
}

/** Returns the published questions of the form at an address. Fails with `not_found`. */
export async function questionsByCode(
  kernel: Kernel,
  { code, isKiosk }: { code: string; isKiosk: boolean },
): Promise<readonly FormQuestion[]> {
  const find = isKiosk ? formByKiosk : formByCode
  const stored = (await find(kernel.database.asSystem(SYSTEM), code.slice(0, 40))) ?? fail('not_found')
  if (stored.publishedVersion === null) return fail('not_found')
  const published = await versionOf(kernel.database.ofOrg(stored.orgId), stored, stored.publishedVersion)
  return (published ?? fail('not_found')).questions
}

/** Returns the page for a person who may not answer, or has already. */
export async function refusalOf(
  kernel: Kernel,
  stored: StoredForm,
  { form, reader }: Pick<Opened, 'form' | 'reader'>,
): Promise<Rendered | undefined> {
  const { contactId } = reader
  if (contactId === undefined)
    return form.content.access === 'invited' && form.via !== 'kiosk' ? endPage(form, 'invited') : undefined
  if (!form.content.oncePerPerson) return undefined
  const db = kernel.database.ofOrg(stored.orgId)
  return (await hasAnswered(db, stored, contactId)) ? endPage(form, 'already') : undefined
}
