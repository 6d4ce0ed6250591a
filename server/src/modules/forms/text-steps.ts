// A form as questions by text, and the answers back as those of a form.
import type { FormContent, FormLanguage, FormQuestion } from '@crewline/contract/form-content'
import { FORM_BY_TEXT_MAX } from '@crewline/contract/form-limits'
import { canJump, choicesOf } from '@crewline/contract/form-questions'
import type { FlowStep } from '@crewline/contract/flows'
import { judge } from '../consent/index.ts'
import { isCommand, questionText, type WholeAnswers } from '../flows/index.ts'
import type { Entered } from './answer-rules.ts'
import { textsIn } from './page-texts.ts'
import type { DraftProblem } from './rules.ts'

/**
 * How each kind of question is asked by text. `info` stands before the question that follows it, and files are left out:
 * a form that requires one is not answered by text.
 */
const TYPES: Record<Exclude<FormQuestion['type'], 'info' | 'file' | 'hidden'>, FlowStep['type']> = {
  short_text: 'text',
  long_text: 'text',
  location: 'text',
  signature: 'text',
  choice: 'choice',
  choices: 'choices',
  yes_no: 'yes_no',
  rating: 'scale',
  nps: 'scale',
  number: 'number',
  date: 'date',
  time: 'time',
  phone: 'phone',
  email: 'email',
  consent: 'acknowledge',
  employee: 'text',
}

/** The offer that stands in the text with the form. */
const INVITE: FlowStep = { id: 'begin', type: 'invite', prompt: { en: 'OK' }, options: [], required: true }

function isAsked({ type }: FormQuestion): boolean {
  return type !== 'info' && type !== 'file' && type !== 'hidden'
}

/** Returns the questions of a form as those of a flow: first the offer, then one for each question. */
export function textStepsOf(content: FormContent, country: string): FlowStep[] {
  const { languages, questions } = content
  const asked = questions.filter(isAsked)
  // Files are left out: a person who has one learns of the page before they answer.
  const takesFiles = questions.some(({ type }) => type === 'file')
  const steps = asked.map((question): FlowStep => {
    const { id, type, required, min, max } = question
    const at = questions.indexOf(question)
    const infos = infosBefore(questions, at)
    const isFirst = question === asked[0]
    const prompt = inEach(languages, (language) =>
      [
        ...(takesFiles && isFirst ? [textsIn(language).filesByText] : []),
        ...[...infos, question].flatMap(({ label, help }) => [label[language], help[language]]),
      ]
        .filter((text) => text !== undefined && text !== '')
        .join('\n'),
    )
    const jumps = jumpsOf(question, questions)
    return {
      id,
      type: TYPES[type as keyof typeof TYPES],
      prompt,
      required,
      country,
      options: optionsOf(question, languages),
      ...(jumps.length > 0 ? { jumps } : {}),
      ...(type === 'rating' ? { min: 1, max: 5 } : {}),
      ...(type === 'nps' ? { min: 0, max: 10 } : {}),
      ...(type === 'number' && min !== null ? { min } : {}),
      ...(type === 'number' && max !== null ? { max } : {}),
    }
  })
  return [INVITE, ...steps]
}

function inEach(languages: readonly FormLanguage[], textIn: (language: FormLanguage) => string): FlowStep['prompt'] {
  const texts = languages.map((language) => [language, textIn(language)] as const)
  const written = texts.filter(([, text]) => text !== '')
  return Object.fromEntries(written.length > 0 ? written : [['en', '?']])
}

function infosBefore(questions: readonly FormQuestion[], at: number): FormQuestion[] {
  const infos: FormQuestion[] = []
  for (let before = at - 1; questions[before]?.type === 'info'; before -= 1)
    infos.unshift(questions[before] as FormQuestion)
  return infos
}

function optionsOf({ type, options }: FormQuestion, languages: readonly FormLanguage[]): FlowStep['options'] {
  if (type !== 'choice' && type !== 'choices') return []
  return options.map(({ label }, at) => ({
    key: String(at + 1),
    label: inEach(languages, (language) => label[language] ?? ''),
    synonyms: [],
  }))
}

/** Leads to the next question that has an answer, where a jump leads to a text without one. */
function jumpsOf(question: FormQuestion, questions: readonly FormQuestion[]): { on: string; to: string }[] {
  if (!canJump(question)) return []
  return question.jumps.flatMap(({ on, to }) => {
    const choice = choicesOf(question).indexOf(on)
    const target = questions.findIndex(({ id }) => id === to)
    const next = target === -1 ? undefined : questions.slice(target).find(isAsked)
    return choice === -1 ? [] : [{ on: String(choice + 1), to: next?.id ?? 'end' }]
  })
}

/** Returns answers by text as what a page of the form would send. */
export function enteredByText({ questions }: FormContent, answers: WholeAnswers['answers']): Entered {
  return Object.fromEntries(
    questions.flatMap((question): [string, string[]][] => {
      const answer = answers.find(({ stepId }) => stepId === question.id)
      const choices = choicesOf(question)
      const chosen = (key: string) => choices[Number(key) - 1] ?? ''
      if (!answer) return []
      const { key, number, text } = answer
      if (number !== null) return [[question.id, [String(number)]]]
      if (question.type === 'consent') return key === null ? [] : [[question.id, ['yes']]]
      if (key !== null) return [[question.id, [chosen(key)]]]
      if (text === null) return []
      return [[question.id, question.type === 'choices' ? text.split(',').map(chosen) : [text]]]
    }),
  )
}

/** Returns what keeps questions from being asked by text, if the form is answered by text. */
export function byTextProblems(content: FormContent): DraftProblem[] {
  if (!content.byText) return []
  const files = content.questions.filter(({ type, required }) => type === 'file' && required)
  const needed = files.map(({ id }): DraftProblem => ({ at: `questions.${id}`, problem: 'text_file' }))
  const asked = textStepsOf(content, 'US').flatMap((step): DraftProblem[] => {
    const labels = step.options.flatMap(({ label }) => Object.values(label))
    // Who texts such an answer would opt out, get the help text, or return to the question before, instead.
    const isReserved = labels.some(
      (label) => ['opt_out', 'opt_in', 'help'].includes(judge(label).intent) || isCommand(label, step),
    )
    if (isReserved) return [{ at: `questions.${step.id}`, problem: 'text_reserved' }]
    const isLong = content.languages.some((language) => questionText(step, language).length > FORM_BY_TEXT_MAX)
    return isLong ? [{ at: `questions.${step.id}`, problem: 'text_too_long' }] : []
  })
  const dependent = content.questions
    .filter(({ when }) => when !== undefined)
    .map(({ id }): DraftProblem => ({ at: `questions.${id}`, problem: 'text_when' }))
  return [...needed, ...asked, ...dependent]
}
