import type { FormContent } from '@crewline/contract/form-content'
import { FORMS_MAX } from '@crewline/contract/form-limits'
import type { Form } from '@crewline/contract/forms'
import { msg } from '@crewline/contract/localized-text'
import type { LocalizedText } from '@crewline/contract/words'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { forgetPages } from '../../kernel/pages/memory.ts'
import type { Scope, Tx } from '../../kernel/scope.ts'
import type { World } from '../../kernel/world.ts'
import { discardFiles } from '../files/index.ts'
import { fieldsOf } from '../fields/index.ts'
import { endFlowsOf, lockFlowsOf } from '../flows/index.ts'
import { joinableGroups } from '../groups/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { draftErrors } from './draft-errors.ts'
import { problemsOf, type StoredForm } from './rules.ts'
import {
  addForm,
  countForms,
  filesOfForm,
  lockForm,
  publishVersion,
  removeForm,
  saveContent,
  saveKiosk,
  saveState,
} from './store/forms.ts'
import { byTextProblems } from './text-steps.ts'
import { countResponses, formsOf, isAnyAnswerHeld, versionOf } from './views.ts'

/** Letters and digits that cannot be mistaken for each other on a poster. 30 to the 10th is 5.9e14. */
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz2345679'
const CODE_LENGTH = 10

/** Returns one form. Fails with `not_found`. */
export async function readForm(scope: Scope, kernel: Kernel, id: string): Promise<Form> {
  const query = { id, page: 1, pageSize: 1, sort: 'updatedAt', order: 'desc', archived: 'no' } as const
  const { data } = await formsOf(scope.db, query, { publicUrl: kernel.config.publicUrl, now: scope.world.now() })
  return data[0] ?? fail('not_found')
}

/** Creates a draft, in one transaction with its audit entry. */
export async function create(scope: Scope, kernel: Kernel, content: FormContent): Promise<{ form: Form }> {
  const id = scope.world.id()
  await scope.tx(async (tx) => {
    await refuseUnknown(tx, content)
    if ((await countForms(tx)) >= FORMS_MAX) fail('too_many')
    await addForm(tx, { id, code: makeCode(tx.world), content })
    tx.audit('form.created', id, { name: content.name })
  })
  return { form: await readForm(scope, kernel, id) }
}

/** Replaces the content of a form; people see it when it is published. */
export async function change(
  scope: Scope,
  kernel: Kernel,
  { id, version, content }: { id: string; version: number; content: FormContent },
): Promise<{ form: Form }> {
  await scope.tx(async (tx) => {
    const before = (await lockForm(tx, id)) ?? fail('not_found')
    if (before.version !== version) fail('outdated')
    refuseMixing(before, content)
    await refuseUnknown(tx, content)
    await saveContent(tx, id, content)
    const changed = (Object.keys(content) as (keyof FormContent)[]).filter(
      (key) => JSON.stringify(content[key]) !== JSON.stringify(before.content[key]),
    )
    tx.audit('form.changed', id, { changed })
  })
  return { form: await readForm(scope, kernel, id) }
}

/** Publishes the current content. Refuses loops, dead ends and missing texts, in words beside each question. */
export async function publish(
  scope: Scope,
  kernel: Kernel,
  { id, version }: { id: string; version: number },
): Promise<{ form: Form }> {
  await scope.tx(async (tx) => {
    const form = (await lockForm(tx, id)) ?? fail('not_found')
    if (form.version !== version) fail('outdated')
    refuseProblems(form.content, tx.world.now())
    refuseMixing(form, form.content)
    await refuseFull(tx, form, form.content)
    await refuseUnknown(tx, form.content)
    await publishVersion(tx, form)
    tx.audit('form.published', id, { version })
  })
  forgetPages(kernel, scope.orgId)
  return { form: await readForm(scope, kernel, id) }
}

/** Opens, closes or archives a form, or returns it from the archive. */
export async function setState(
  scope: Scope,
  kernel: Kernel,
  { id, to }: { id: string; to: 'open' | 'closed' | 'archived' | 'unarchived' },
): Promise<{ form: Form }> {
  await scope.tx(async (tx) => {
    const form = (await lockForm(tx, id)) ?? fail('not_found')
    const isPublished = form.publishedVersion !== null
    if (to === 'open') await refuseClosed(tx, form)
    const closed = isPublished ? 'closed' : 'draft'
    const status = to === 'open' ? 'open' : to === 'unarchived' ? form.status : closed
    await saveState(tx, id, { status, isArchived: to === 'archived' || (to === 'closed' && form.archivedAt !== null) })
    tx.audit('form.state_set', id, { to })
  })
  forgetPages(kernel, scope.orgId)
  return { form: await readForm(scope, kernel, id) }
}

/** Gives a form an address for a shared tablet, changes its idle time, replaces the address, or takes it away. */
export async function setKiosk(
  scope: Scope,
  kernel: Kernel,
  { id, idleSeconds, newAddress }: { id: string; idleSeconds: number | null; newAddress: boolean },
): Promise<{ form: Form }> {
  await scope.tx(async (tx) => {
    const { kioskCode } = (await lockForm(tx, id)) ?? fail('not_found')
    const kept = newAddress ? null : kioskCode
    // Longer than a public address, because who has it answers forms that others are invited to.
    const code = kept ?? makeCode(tx.world) + makeCode(tx.world)
    await saveKiosk(tx, id, idleSeconds === null ? null : { code, idleSeconds })
    tx.audit('form.kiosk_set', id, { idleSeconds, newAddress: idleSeconds !== null && kept === null })
  })
  forgetPages(kernel, scope.orgId)
  return { form: await readForm(scope, kernel, id) }
}

/** Copies a form as a draft. */
export async function duplicate(scope: Scope, kernel: Kernel, id: string): Promise<{ form: Form }> {
  const { name, content } = await contentOf(scope, id)
  return create(scope, kernel, { ...content, name: `${name.slice(0, 76)} (2)`, closesAt: null })
}

async function contentOf(scope: Scope, id: string): Promise<StoredForm> {
  return scope.tx(async (tx) => (await lockForm(tx, id)) ?? fail('not_found'))
}

/** Deletes a form with its answers. */
export async function remove(scope: Scope, kernel: Kernel, id: string): Promise<object> {
  await scope.tx(async (tx) => {
    await lockHolds(tx)
    // Sessions are locked before the form, as a text does.
    await tx.unscoped(() => lockFlowsOf(tx, 'form', id))
    const form = (await lockForm(tx, id)) ?? fail('not_found')
    if (await tx.unscoped(() => isAnyAnswerHeld(tx.db, tx.orgId, id))) fail('on_legal_hold')
    // Answers of contacts beyond the member's groups go too.
    await tx.unscoped(async () => {
      await endFlowsOf(tx, 'form', id)
      await discardFiles(tx, await filesOfForm(tx, id))
      await removeForm(tx, id)
    })
    tx.audit('form.deleted', id, { name: form.name })
  })
  forgetPages(kernel, scope.orgId)
  return {}
}

/** A form that was never published, or whose closing date has passed, can only be opened by publishing it. */
async function refuseClosed(tx: Tx, form: StoredForm): Promise<void> {
  const shown = form.publishedVersion === null ? undefined : await versionOf(tx.db, form, form.publishedVersion)
  if (!shown) fail('form_incomplete')
  else if (shown.closesAt !== null && new Date(shown.closesAt) <= tx.world.now())
    fail('form_incomplete', { fieldErrors: draftErrors([{ at: 'closesAt', problem: 'closed_already' }]) })
  else await refuseFull(tx, form, shown)
}

/** A form that has all the responses it takes cannot be opened. */
async function refuseFull(tx: Tx, { id }: StoredForm, { maxResponses }: FormContent): Promise<void> {
  if (maxResponses === null) return
  // Counts responses of contacts beyond the member's groups too.
  const count = await tx.unscoped(() => countResponses(tx.db, tx.orgId, id))
  if (count < maxResponses) return
  fail('form_incomplete', { fieldErrors: draftErrors([{ at: 'maxResponses', problem: 'full' }]) })
}

function refuseProblems(content: FormContent, now: Date): void {
  const problems = problemsOf(content, now)
  const known = new Set(problems.map(({ at }) => at))
  problems.push(...byTextProblems(content).filter(({ at }) => !known.has(at)))
  if (problems.length > 0) fail('form_incomplete', { fieldErrors: draftErrors(problems) })
}

/** After the first publication, answers with and without names must never mix in one form. */
function refuseMixing({ isAnonymous }: StoredForm, { anonymous }: FormContent): void {
  if (isAnonymous === null || isAnonymous === anonymous) return
  const text = msg({ message: 'This can’t change after the form was published. Duplicate the form instead.' })
  fail('invalid', { fieldErrors: { anonymous: text } })
}

/** Refuses groups and fields that do not exist, or that the member may not see. */
async function refuseUnknown(tx: Tx, content: FormContent): Promise<void> {
  const joinable = await joinableGroups(tx.db, tx.orgId, content.groupIds, { manual: true })
  if (joinable.size < new Set(content.groupIds).size) {
    const text = msg({ message: 'This group can’t be used. Choose another.' })
    fail('not_found', { text, fieldErrors: { groupIds: text } })
  }
  const fieldErrors: Record<string, LocalizedText> = {}
  const custom = [
    ...content.questions.map(({ id, saveTo }) => ({ at: `questions.${id}`, field: saveTo })),
    ...content.setFields.map(({ field }, at) => ({ at: `setFields.${at}`, field })),
  ].filter(({ field }) => field?.startsWith('custom.'))
  if (custom.length > 0) {
    // People on a public page may not set what only some members may see.
    const open = new Set(
      (await fieldsOf(tx.db, tx.orgId)).filter(({ sensitive }) => !sensitive).map(({ key }) => `custom.${key}`),
    )
    for (const { at, field } of custom)
      if (!open.has(field ?? ''))
        fieldErrors[at] = msg({ message: 'This field can’t be used on a page. Choose another.' })
  }
  if (Object.keys(fieldErrors).length > 0) fail('invalid', { fieldErrors })
}

/** Makes an address that no one can guess. */
export function makeCode(world: World): string {
  let code = ''
  while (code.length < CODE_LENGTH)
    for (const byte of world.bytes(CODE_LENGTH))
      if (byte < 240 && code.length < CODE_LENGTH) code += CODE_LETTERS[byte % CODE_LETTERS.length]
  return code
}
