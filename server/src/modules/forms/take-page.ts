import type { FormAnswers, FormQuestion } from '@crewline/contract/form-content'
import { FORM_LONG_MAX } from '@crewline/contract/form-limits'
import { fail } from '../../kernel/failure.ts'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { slotOf, withoutSlots } from '../../kernel/pages/template.ts'
import type { Scope } from '../../kernel/scope.ts'
import { addFiles, withOwnFiles, type SentFile } from './add-files.ts'
import { readAnswers, type AnswerProblem, type Entered } from './answer-rules.ts'
import { endPage, formPage, type Rendered, type ShownForm } from './page.ts'
import { textsIn } from './page-texts.ts'
import { randomId } from './random-id.ts'
import { respond } from './respond.ts'
import { isDecisive, pagesOf, questionRuns, type StoredForm } from './rules.ts'
import { scopeOf } from './scope.ts'
import { contactWithNumber } from './views.ts'
import { workFirst, type Reader } from './work-first.ts'

/** Unknown employee numbers on the tablets of a form and hour. */
const WRONG_BADGES_PER_HOUR = 60
/** Values of one question that are read: more are never offered. */
const VALUES_MAX = 30

/** The field that names the questions whose files were sent while a code was asked for, and were not stored. */
export const LOST = 'lost'

/** Places for what differs between the readers of a first page: the name of the submission, and the personal mark. */
const NONCE = slotOf(0, 36)
const MARK = slotOf(1, 56)

/**
 * Returns the first page with places for what belongs to one reader, and the values of this one. Nothing is stored when a
 * page is opened.
 */
export function firstPage(
  kernel: Kernel,
  form: ShownForm,
): { variant: string; slots: string[]; values: string[]; render: () => Rendered } {
  const isPersonal = form.mark !== ''
  return {
    variant: `${form.language} ${form.via} ${isPersonal ? 'personal' : ''} ${form.isNamed ? 'named' : ''}`,
    slots: isPersonal ? [NONCE, MARK] : [NONCE],
    values: isPersonal ? [randomId(kernel.world), form.mark] : [randomId(kernel.world)],
    render: () => {
      const shown = withoutSlots(form)
      return emptyPage(
        { ...shown, mark: isPersonal ? MARK : '' },
        { at: 0, questions: pagesOf(shown.content.questions, {})[0] ?? [], nonce: NONCE },
      )
    },
  }
}

/** Renders the page of a draft that holds a question, or its first page. */
export function previewPage(form: ShownForm, questionId: string | undefined): Rendered {
  const pages = questionRuns(form.content.questions)
  const at = Math.max(
    pages.findIndex((page) => page.some(({ id }) => id === questionId)),
    0,
  )
  return emptyPage(form, { at, questions: pages[at] ?? [], nonce: '' })
}

/** Returns the first page with what the address says, for this reader alone. */
export function givenPage(kernel: Kernel, form: ShownForm): Rendered {
  const questions = pagesOf(form.content.questions, {})[0] ?? []
  const entered = Object.fromEntries(form.given.map(([id, value]) => [id, [value]]))
  return emptyPage(form, { at: 0, questions, nonce: randomId(kernel.world), entered })
}

function emptyPage(
  form: ShownForm,
  {
    at,
    questions,
    nonce,
    entered = {},
  }: { at: number; questions: readonly FormQuestion[]; nonce: string; entered?: Entered },
): Rendered {
  const last = form.content.questions.findLast(({ type }) => type !== 'hidden')
  const isLast = questions.length === 0 || (questions.at(-1)?.id === last?.id && last?.jumps.length === 0)
  return formPage(form, {
    at,
    isLast,
    questions,
    entered,
    problems: {},
    nonce,
  })
}

/**
 * Takes one page as a browser sends it, and answers with the same page and what is wrong, with the next one, or with the
 * end. All answers travel with each page, and the server checks them again from the first page on.
 */
export async function takePage(
  kernel: Kernel,
  stored: StoredForm,
  { form, body, files, reader }: { form: ShownForm; body: URLSearchParams; files: SentFile[]; reader: Reader },
): Promise<Rendered> {
  // Only programs fill in a field that no one sees. They learn nothing, and nothing is stored.
  if ((body.get('website') ?? '') !== '') return endPage(form, 'thanks')
  const { scope } = await scopeOf(kernel, stored.orgId)
  const { questions } = form.content
  const sent = body.get('n') ?? ''
  const nonce = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(sent)
    ? sent
    : randomId(kernel.world)
  const submission = { formId: stored.id, nonce }
  const known = withOwnFiles(kernel, submission, { questions, entered: enteredIn(form, body) })
  const added = await withFiles(kernel, scope, {
    submission,
    questions,
    // A file can show who sent it, and when.
    sent: form.content.anonymous ? [] : files,
    entered: known,
    address: reader.address,
  })
  const { entered } = added
  const ground = { country: scope.org.country, hasOwnFiles: true }
  const { answers } = readAnswers(questions, entered, ground)
  const pages = pagesOf(questions, answers)
  const wanted = Math.min(Math.max(Number.parseInt(body.get('page') ?? '0', 10) || 0, 0), pages.length - 1)
  const badge = form.via === 'kiosk' && !form.content.anonymous ? (body.get('badge') ?? '').trim().slice(0, 60) : ''
  let isUnknownBadge = false
  const show = (at: number, problems = {}, refusal?: string) =>
    formPage(form, {
      at,
      isLast: at === pages.length - 1 && !isDecisive(questions, pages[at] ?? []),
      questions: pages[at] ?? [],
      entered,
      problems,
      nonce,
      badge: { value: badge, isUnknown: isUnknownBadge },
      ...(refusal === undefined ? {} : { refusal }),
    })
  const showSlow = () => ({ ...show(wanted, {}, textsIn(form.language).slow), isLater: true })
  if (added.isSlow) return showSlow()
  if (body.get('go') === 'back') return show(Math.max(wanted - 1, 0))
  for (let at = 0; at <= wanted; at += 1) {
    const problems = {
      ...readAnswers(pages[at] ?? [], entered, ground).problems,
      ...(at === wanted && { ...lostOn(pages[at] ?? [], { body, answers }), ...added.problems }),
    }
    if (Object.keys(problems).length > 0) return show(at, problems)
  }
  if (wanted < pages.length - 1) return show(wanted + 1)
  try {
    const sent = { form, reader, body, entered, page: wanted, nonce, badge }
    const asked = await workFirst(kernel, stored.id, sent)
    if (asked) return asked
    const claimedBy = badge === '' ? undefined : await claimed(kernel, stored, badge)
    if (badge !== '' && claimedBy === undefined) {
      isUnknownBadge = true
      return show(0)
    }
    const onPages = idsOn(pages)
    const hidden = new Set(questions.filter(({ type }) => type === 'hidden').map(({ id }) => id))
    const end = await respond(scope, stored.id, {
      id: nonce,
      version: form.version,
      content: form.content,
      ...reader,
      claimedBy,
      // What was entered on a page that the answers no longer lead to does not count.
      answers: Object.fromEntries(Object.entries(answers).filter(([id]) => onPages.has(id) || hidden.has(id))),
      language: form.language,
      via: reader.contactId === undefined ? form.via : 'link',
    })
    return endPage(form, end)
  } catch (error) {
    const code = codeOfError(error)
    if (code === 'slow_down') return showSlow()
    // A file that was added too long ago is gone: the person adds it again.
    const withFile = questions.find(({ type, id }) => type === 'file' && idsOn(pages).has(id) && entered[id])
    if (code === 'file_unknown' && withFile) return show(wanted, { [withFile.id]: 'file' })
    throw error
  }
}

/** Returns the contact with an employee number; wrong numbers are limited, so that they cannot be tried out. */
async function claimed(kernel: Kernel, { orgId, id }: StoredForm, badge: string): Promise<string | undefined> {
  const wrong = makeLimit(kernel, 'form-badge', WRONG_BADGES_PER_HOUR, 3600)
  if (await wrong.isExhausted(id)) fail('slow_down', { retryAfterS: 3600 })
  const contactId = await contactWithNumber(kernel.database.ofOrg(orgId), orgId, badge)
  if (contactId === undefined) await wrong.take(id).catch(() => undefined)
  return contactId
}

/** Returns the questions of a page whose files have to be added again. */
function lostOn(
  page: readonly FormQuestion[],
  { body, answers }: { body: URLSearchParams; answers: FormAnswers },
): Record<string, AnswerProblem> {
  const lost = new Set((body.get(LOST) ?? '').split(' '))
  const again = page.filter(
    ({ id, type }) => lost.has(id) && (type === 'file' || type === 'signature') && answers[id] === undefined,
  )
  return Object.fromEntries(again.map(({ id }) => [id, 'file_again']))
}

function idsOn(pages: readonly FormQuestion[][]): Set<string> {
  return new Set(pages.flat().map(({ id }) => id))
}

/** Stores the files of the page; too many are refused like too many submissions. */
async function withFiles(
  kernel: Kernel,
  scope: Scope,
  ground: Parameters<typeof addFiles>[2],
): Promise<Awaited<ReturnType<typeof addFiles>> & { isSlow: boolean }> {
  try {
    return { ...(await addFiles(kernel, scope, ground)), isSlow: false }
  } catch (error) {
    const code = codeOfError(error)
    if (code !== 'slow_down' && code !== 'too_many') throw error
    return { entered: ground.entered, problems: {}, isSlow: true }
  }
}

/** Reads what was entered for the questions of the form; anything else is left out. */
function enteredIn({ content }: ShownForm, body: URLSearchParams): Entered {
  return Object.fromEntries(
    content.questions.flatMap(({ id }) => {
      const values = body.getAll(`a.${id}`).filter((value) => value !== '')
      return values.length === 0
        ? []
        : [[id, values.slice(0, VALUES_MAX).map((value) => value.slice(0, FORM_LONG_MAX + 1))]]
    }),
  )
}
