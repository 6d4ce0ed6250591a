import type { FormAnswers, FormContent, FormLanguage, FormQuestion } from '@crewline/contract/form-content'
import { canJump, choicesOf } from '@crewline/contract/form-questions'

/** A form as stored. */
export interface StoredForm {
  orgId: string
  id: string
  code: string
  name: string
  status: 'draft' | 'open' | 'closed'
  content: FormContent
  version: number
  publishedVersion: number | null
  isAnonymous: boolean | null
  archivedAt: Date | null
  createdAt: Date
  /** The address of the shared tablet, while it is on. */
  kioskCode: string | null
  kioskIdleSeconds: number
}

/**
 * Returns an earlier version for a person who finishes it: its questions, with the rules of the newest one about who may
 * answer, how often and until when.
 */
export function underRulesOf(newest: FormContent, old: FormContent): FormContent {
  const { access, askCode, oncePerPerson, closesAt, maxResponses } = newest
  return { ...old, access, askCode, oncePerPerson, closesAt, maxResponses }
}

/** Returns the public address of a form. */
export function linkOf(publicUrl: string, code: string): string {
  return `${publicUrl}/public/forms/${code}`
}

/** Returns the address of a form on a shared tablet. */
export function kioskLinkOf(publicUrl: string, code: string): string {
  return `${publicUrl}/public/kiosk/${code}`
}

/** Whether a form takes answers at a moment. */
export function isOpenAt(form: Pick<StoredForm, 'status' | 'archivedAt'>, closesAt: string | null, now: Date): boolean {
  return form.status === 'open' && form.archivedAt === null && (closesAt === null || new Date(closesAt) > now)
}

/** Returns the position of the question that follows an answer; the number of questions at the end. */
export function nextAfter(
  questions: readonly FormQuestion[],
  at: number,
  answer: string | string[] | undefined,
): number {
  const question = questions[at]
  if (!question || !canJump(question)) return at + 1
  const to = question.jumps.find(({ on }) => on === answer)?.to
  if (to === undefined) return at + 1
  if (to === 'end') return questions.length
  const found = questions.findIndex(({ id }) => id === to)
  // Publishing refuses jumps back and to nowhere; a page never loops in any case.
  return found > at ? found : at + 1
}

/** Returns a question as these answers make it; undefined when it is not asked. */
function askedAs(question: FormQuestion, answers: FormAnswers): FormQuestion | undefined {
  const { when } = question
  if (!when) return question
  const answer = answers[when.question]
  const isMet = (Array.isArray(answer) ? answer : [answer]).some((one) => one !== undefined && when.is.includes(one))
  if (when.effect === 'require') return isMet ? { ...question, required: true } : question
  return isMet === (when.effect === 'show') ? question : undefined
}

/** Whether answers to the questions of a page can change which questions follow. */
export function isDecisive(questions: readonly FormQuestion[], page: readonly FormQuestion[]): boolean {
  const deciding = new Set(questions.map(({ when }) => when?.question))
  return page.some(({ id, jumps }) => jumps.length > 0 || deciding.has(id))
}

/**
 * Returns the pages that these answers lead through, with the questions as the answers make them. A page ends with a question
 * whose answers lead to others, and before a question that depends on an answer of the page.
 */
export function pagesOf(questions: readonly FormQuestion[], answers: FormAnswers): FormQuestion[][] {
  const pages: FormQuestion[][] = []
  let page: FormQuestion[] = []
  const given: FormAnswers = {}
  for (let at = 0; at < questions.length;) {
    const question = questions[at] as FormQuestion
    if (page.some(({ id }) => id === question.when?.question)) {
      pages.push(page)
      page = []
    }
    const asked = question.type === 'hidden' ? undefined : askedAs(question, given)
    if (!asked) {
      at += 1
      continue
    }
    page.push(asked)
    const answer = answers[question.id]
    // The answer to a question that is no longer asked decides nothing.
    if (answer !== undefined) given[question.id] = answer
    if (canJump(question) && question.jumps.length > 0) {
      pages.push(page)
      page = []
    }
    at = nextAfter(questions, at, answer)
  }
  if (page.length > 0 || pages.length === 0) pages.push(page)
  return pages
}

/** Returns the questions of a form page by page, whatever the answers are. */
export function questionRuns(questions: readonly FormQuestion[]): FormQuestion[][] {
  return pagesOf(
    questions.map(({ when, ...question }) => ({
      ...question,
      jumps: question.jumps.map((jump) => ({ ...jump, on: '' })),
      ...(when && { when: { ...when, effect: 'require' as const } }),
    })),
    {},
  ).map((page) => page.flatMap(({ id }) => questions.find((question) => question.id === id) ?? []))
}

/** What is wrong with a draft: `at` names the question, or the part of the form. */
export interface DraftProblem {
  at: string
  problem:
    | 'no_title'
    | 'no_questions'
    | 'not_approved'
    | 'no_label'
    | 'few_options'
    | 'no_option_label'
    | 'range'
    | 'jump_nowhere'
    | 'when_nowhere'
    | 'text_when'
    | 'loop'
    | 'unreachable'
    | 'saves_anonymous'
    | 'saves_no_date'
    | 'closed_already'
    | 'full'
    | 'text_file'
    | 'file_anonymous'
    | 'hidden_anonymous'
    | 'names_anonymous'
    | 'no_text_after'
    | 'text_anonymous'
    | 'text_too_long'
    | 'text_reserved'
}

/** Questions whose answers say who gave them. */
const NAMING: ReadonlySet<FormQuestion['type']> = new Set(['employee', 'phone', 'email', 'signature'])

/** Returns what must be right before a form is published, at most one problem for each question. */
export function problemsOf(content: FormContent, now: Date): DraftProblem[] {
  const { languages, questions } = content
  const isWritten = (texts: Partial<Record<FormLanguage, string>>) =>
    languages.every((language) => (texts[language] ?? '') !== '')
  const problems: DraftProblem[] = []
  if (!isWritten(content.title)) problems.push({ at: 'title', problem: 'no_title' })
  // A draft that was saved before has none.
  const unread = new Set(content.machineLanguages as FormLanguage[] | undefined)
  if (languages.some((language) => unread.has(language))) problems.push({ at: 'languages', problem: 'not_approved' })
  if (!questions.some(({ type }) => type !== 'info' && type !== 'hidden'))
    problems.push({ at: 'questions', problem: 'no_questions' })
  if (content.closesAt !== null && new Date(content.closesAt) <= now)
    problems.push({ at: 'closesAt', problem: 'closed_already' })
  const reachable = reachableFrom(questions)
  questions.forEach((question, index) => {
    const problem = problemOf(question, { questions, index, isWritten, isReachable: reachable.has(index) })
    if (problem) problems.push({ at: `questions.${question.id}`, problem })
    else if (content.anonymous && question.type === 'file')
      problems.push({ at: `questions.${question.id}`, problem: 'file_anonymous' })
    else if (content.anonymous && question.type === 'hidden')
      problems.push({ at: `questions.${question.id}`, problem: 'hidden_anonymous' })
    else if (content.anonymous && NAMING.has(question.type))
      problems.push({ at: `questions.${question.id}`, problem: 'names_anonymous' })
    else if (content.anonymous && question.saveTo !== null)
      problems.push({ at: `questions.${question.id}`, problem: 'saves_anonymous' })
  })
  if (content.byText && content.anonymous) problems.push({ at: 'byText', problem: 'text_anonymous' })
  const afters = languages.filter((language) => (content.textAfter[language] ?? '') !== '')
  if (content.anonymous && afters.length > 0) problems.push({ at: 'textAfter', problem: 'saves_anonymous' })
  else if (afters.length > 0 && afters.length < languages.length)
    problems.push({ at: 'textAfter', problem: 'no_text_after' })
  if (content.anonymous && content.setFields.length > 0) problems.push({ at: 'setFields', problem: 'saves_anonymous' })
  if (content.anonymous && content.groupIds.length > 0) problems.push({ at: 'groupIds', problem: 'saves_anonymous' })
  return problems
}

function problemOf(
  question: FormQuestion,
  ground: {
    questions: readonly FormQuestion[]
    index: number
    isWritten: (texts: Partial<Record<FormLanguage, string>>) => boolean
    isReachable: boolean
  },
): DraftProblem['problem'] | undefined {
  const { type, options, min, max, jumps, saveTo } = question
  if (!ground.isWritten(question.label)) return 'no_label'
  const hasOptions = type === 'choice' || type === 'choices'
  if (hasOptions && options.length < 2) return 'few_options'
  if (hasOptions && !options.every(({ label }) => ground.isWritten(label))) return 'no_option_label'
  if (type !== 'date' && (saveTo === 'birthday' || saveTo === 'hireDate')) return 'saves_no_date'
  if (type === 'number' && min !== null && max !== null && min > max) return 'range'
  const targets = canJump(question) ? jumps.filter(({ on }) => choicesOf(question).includes(on)) : []
  const positions = targets
    .filter(({ to }) => to !== 'end')
    .map(({ to }) => ground.questions.findIndex(({ id }) => id === to))
  if (question.when && !isConditionOf(ground.questions.slice(0, ground.index), question.when)) return 'when_nowhere'
  if (positions.includes(-1)) return 'jump_nowhere'
  if (positions.some((position) => position <= ground.index)) return 'loop'
  return ground.isReachable ? undefined : 'unreachable'
}

/** Whether a condition names answers that one of these questions offers. */
function isConditionOf(before: readonly FormQuestion[], { question, is }: NonNullable<FormQuestion['when']>): boolean {
  const decider = before.find(({ id }) => id === question)
  const choices = decider ? choicesOf(decider) : []
  return is.length > 0 && is.every((answer) => choices.includes(answer))
}

/** Returns the positions of the questions that some answers lead to. */
function reachableFrom(questions: readonly FormQuestion[]): Set<number> {
  const reachable = new Set<number>()
  const open = [0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const question = questions[at]
    if (!question || reachable.has(at)) continue
    reachable.add(at)
    const choices = canJump(question) ? choicesOf(question) : []
    // Without an answer, the next question follows.
    const answers = question.required && choices.length > 0 ? choices : [...choices, undefined]
    open.push(...new Set(answers.map((answer) => nextAfter(questions, at, answer))))
  }
  return reachable
}
