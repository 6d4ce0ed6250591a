import { choicesOf } from '@crewline/contract/form-questions'
import type { formSummary, FormQuestionResults } from '@crewline/contract/forms'
import type { ReplyOf } from '@crewline/contract/endpoint'
import { fail } from '../../kernel/failure.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { answerCounts, answeredCounts, invitedCounts, questionsOf, responseCounts, textsOf } from './response-views.ts'
import { linkOf } from './rules.ts'
import { formById } from './views.ts'

/** Written answers of each question. */
const TEXTS_MAX = 30
const WRITTEN = new Set([
  'short_text',
  'long_text',
  'location',
  'date',
  'time',
  'phone',
  'email',
  'signature',
  'employee',
  'hidden',
])
const NUMBERS = new Set(['number', 'rating', 'nps'])

/** Returns what people answered to each question. Fails with `not_found`. */
export async function summaryOf(
  scope: Scope,
  kernel: Kernel,
  id: string,
): Promise<Omit<ReplyOf<typeof formSummary>, 'status' | 'message'>> {
  const { db } = scope
  const form = (await formById(db, scope.orgId, id)) ?? fail('not_found')
  const questions = await questionsOf(db, form)
  const link = linkOf(kernel.config.publicUrl, form.code)
  const [counts, invited] = await Promise.all([responseCounts(db, form), invitedCounts(db, form, link)])
  const counted = questions.filter((question) => choicesOf(question).length > 0 || question.type === 'consent')
  const [chosen, answered] = await Promise.all([
    answerCounts(
      db,
      form,
      counted.map((question) => question.id),
    ),
    answeredCounts(db, form, {
      all: questions.map((question) => question.id),
      numbers: questions.filter(({ type }) => NUMBERS.has(type)).map((question) => question.id),
    }),
  ])
  const countOf = new Map(chosen.map(({ question, answer, count }) => [`${question} ${answer}`, count]))
  const results: FormQuestionResults[] = []
  for (const question of questions) {
    const { type, label, options } = question
    const choices = type === 'consent' ? ['yes'] : choicesOf(question)
    results.push({
      id: question.id,
      type,
      label,
      answered: answered.get(question.id)?.answered ?? 0,
      average: answered.get(question.id)?.average ?? null,
      choices: choices.map((choice) => ({
        id: choice,
        label: options.find((option) => option.id === choice)?.label ?? {},
        count: countOf.get(`${question.id} ${choice}`) ?? 0,
      })),
      texts: WRITTEN.has(type) ? await textsOf(db, form, question.id, TEXTS_MAX) : [],
    })
  }
  return { ...counts, ...invited, questions: results }
}
