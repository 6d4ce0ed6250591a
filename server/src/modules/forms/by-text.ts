import { FORM_BY_TEXT_MS } from '@crewline/contract/form-limits'
import { FLOW_TEXT_MAX } from '@crewline/contract/flow-limits'
import type { Db } from '../../kernel/db/pool.ts'
import type { Tx } from '../../kernel/scope.ts'
import type { TextedForm } from '../broadcasts/index.ts'
import type { Refusal, WholeAnswers } from '../flows/index.ts'
import { readAnswers } from './answer-rules.ts'
import { enteredByText, textStepsOf } from './text-steps.ts'
import { randomId } from './random-id.ts'
import { respondIn } from './respond.ts'
import { isOpenNow } from './open-now.ts'
import { pagesOf, underRulesOf } from './rules.ts'
import { answeredAmong, formByAddress, formById, versionOf } from './views.ts'

const ADDRESS = /\/public\/forms\/([a-z0-9]{10})(?![a-z0-9])/

/** Returns the open form at one of these addresses that people can answer by text. */
export async function textedFormAt(
  { db, orgId, country, now }: { db: Db; orgId: string; country: string; now: Date },
  addresses: readonly string[],
): Promise<TextedForm | undefined> {
  const codes = addresses.flatMap((address) => ADDRESS.exec(address)?.[1] ?? [])
  const form = codes.length === 0 ? undefined : await formByAddress(db, orgId, codes)
  const version = form?.publishedVersion
  if (!form || version === null || version === undefined || form.isAnonymous) return undefined
  const content = await versionOf(db, form, version)
  if (!content?.byText || !(await isOpenNow(db, form, { closesAt: content.closesAt, now }))) return undefined
  const thanks = Object.fromEntries(
    Object.entries(content.thanks).filter(([, text]) => text !== '' && text.length <= FLOW_TEXT_MAX),
  )
  const last = new Date(now.getTime() + FORM_BY_TEXT_MS)
  const closesAt = content.closesAt === null ? last : new Date(content.closesAt)
  return {
    id: form.id,
    version,
    steps: textStepsOf(content, country),
    thanks: Object.keys(thanks).length > 0 ? thanks : undefined,
    closesAt: closesAt < last ? closesAt : last,
  }
}

/** Returns whose answers a form no longer takes, by the id of their session. */
export async function refusedByText(
  tx: Tx,
  sessions: { id: string; ownerId: string; contactId: string }[],
): Promise<Map<string, Refusal>> {
  const refused = new Map<string, Refusal>()
  for (const [formId, ofForm] of Map.groupBy(sessions, ({ ownerId }) => ownerId)) {
    const form = await formById(tx.db, tx.orgId, formId)
    const version = form?.publishedVersion ?? 0
    const content = form ? await versionOf(tx.db, form, version) : undefined
    const when = { closesAt: content?.closesAt ?? null, now: tx.world.now() }
    const isOpen = form && content && (await isOpenNow(tx.db, form, when))
    const contactIds = ofForm.map(({ contactId }) => contactId)
    const answered = isOpen && content.oncePerPerson ? await answeredAmong(tx.db, form, contactIds) : new Set()
    for (const { id, contactId } of ofForm) {
      if (!isOpen) refused.set(id, 'closed')
      else if (answered.has(contactId)) refused.set(id, 'already')
    }
  }
  return refused
}

/** Stores the answers that a contact gave by text, as those of the page are stored, in the caller's transaction. */
export async function respondByText(tx: Tx, whole: WholeAnswers): Promise<'thanks' | Refusal> {
  const { ownerId, ownerVersion, contactId, language } = whole
  const form = await formById(tx.db, tx.orgId, ownerId)
  const newest = form ? await versionOf(tx.db, form, form.publishedVersion ?? 0) : undefined
  const old = form ? await versionOf(tx.db, form, ownerVersion) : undefined
  if (!newest || !old) return 'closed'
  const content = underRulesOf(newest, old)
  const ground = { country: tx.org.country, hasOwnFiles: false }
  const { answers } = readAnswers(content.questions, enteredByText(content, whole.answers), ground)
  const asked = new Set(pagesOf(content.questions, answers).flatMap((page) => page.map(({ id }) => id)))
  const end = await respondIn(tx, ownerId, {
    id: randomId(tx.world),
    version: ownerVersion,
    content,
    contactId,
    answers: Object.fromEntries(Object.entries(answers).filter(([id]) => asked.has(id))),
    language: content.languages.find((tag) => tag === language) ?? content.languages[0] ?? 'en',
    via: 'text',
  })
  // Only polls in news are changed.
  return end === 'changed' ? 'thanks' : end
}
