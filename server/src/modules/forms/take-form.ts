import type { SentBody } from './read-body.ts'
import { languageOfReader } from '../../kernel/i18n/reader-language.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Shelf } from '../../kernel/pages/memory.ts'
import type { PageTemplate } from '../../kernel/pages/template.ts'
import { hasKept, showCodePage, takeCodeStep } from './ask-code.ts'
import { refusalOf, type Opened, type PublicForm } from './open-form.ts'
import { endPage, type Rendered, type ShownForm } from './page.ts'
import { endProofCookie, proofCookie } from './proof.ts'
import { firstPage, givenPage, LOST, takePage } from './take-page.ts'
import { isStored } from './views.ts'

/** Returns what a browser that opens a form sees: its first page, the page before it, or why there is none. */
export async function showForm(
  kernel: Kernel,
  opened: Opened,
  shelf: Shelf<PublicForm>,
): Promise<Rendered | { template: PageTemplate; values: string[] }> {
  if (opened.gate) return showCodePage(kernel, opened)
  const refusal = await refusalOf(kernel, opened.stored, opened)
  if (refusal) return refusal
  if (opened.form.given.length > 0) return givenPage(kernel, opened.form)
  const { variant, slots, values, render } = firstPage(kernel, opened.form)
  return { template: await shelf.template(variant, slots, render), values }
}

/** What a browser sent, and what its page says about it. */
interface SentForm extends SentBody {
  /** The form as the browser may see it now. */
  first: Opened
  /** Opens the form again for a browser with these cookies. */
  open: (cookies: string) => Promise<Opened>
  /** The languages that the browser accepts. */
  accepted: string | undefined
}

/**
 * Takes what a browser sent: a step toward the code that the form asks for, or a page of answers. `goTo` opens the form
 * for a person who proved to hold the phone, and `cookie` lets their browser keep the proof.
 */
export async function takeForm(
  kernel: Kernel,
  { first, open, accepted, fields, files }: SentForm,
): Promise<{ answer: Rendered | { goTo: string }; cookie?: string }> {
  if (!first.gate) {
    if (fields.get('go') === 'other')
      return { answer: { goTo: addressOf(first.form, accepted) }, cookie: endProofCookie(first.stored) }
    return withoutProof(first, await takeAnswers(kernel, first, { fields, files }))
  }
  // Files are not kept while a code is asked for: the page asks for them again.
  if (files.length > 0) fields.set(LOST, files.map(({ questionId }) => questionId).join(' '))
  const step = await takeCodeStep(kernel, first, fields)
  if ('page' in step) return { answer: step.page }
  const cookie = proofCookie(kernel, first.stored, step.proof)
  if (!hasKept(fields)) return { answer: { goTo: addressOf(first.form, accepted) }, cookie }
  // What was answered before the proof ended is taken now.
  return { cookie, ...withoutProof(first, await takeAnswers(kernel, await open(cookie), { fields, files })) }
}

/** Ends the proof of a public link once the answers are stored: browsers are shared, and the link names no one. */
function withoutProof({ form }: Opened, answer: Rendered): { answer: Rendered; cookie?: string } {
  const isOver = answer.isStored === true && form.content.askCode && form.mark === ''
  return isOver ? { answer, cookie: endProofCookie({ code: form.path.split('/').at(-1) ?? '' }) } : { answer }
}

async function takeAnswers(
  kernel: Kernel,
  { form, stored, reader }: Opened,
  { fields, files }: SentBody,
): Promise<Rendered> {
  const via = form.via === 'kiosk' ? 'kiosk' : fields.get('from') === 'qr' ? 'qr' : 'public'
  const refusal = await refusalOf(kernel, stored, { form, reader })
  // A repeated submission, as after a double click, is answered like the first one.
  if (refusal?.isStored && (await isStored(kernel.database.ofOrg(stored.orgId), stored, fields.get('n') ?? '')))
    return endPage(form, 'thanks')
  return refusal ?? takePage(kernel, stored, { form: { ...form, via }, body: fields, files, reader })
}

/** Where a form opens after the code: in the language that was chosen, else in that of the person. */
function addressOf({ path, content, language, mark, via, given }: ShownForm, accepted: string | undefined): string {
  const isChosen = language !== languageOfReader(content.languages, '', undefined, accepted)
  const query = new URLSearchParams({
    ...(isChosen ? { lang: language } : {}),
    ...(mark === '' ? {} : { p: mark }),
    ...(via === 'qr' ? { from: 'qr' } : {}),
    ...Object.fromEntries(given),
  }).toString()
  return query === '' ? path : `${path}?${query}`
}
