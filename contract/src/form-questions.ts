// What follows from a question, without schemas, because the pages import this file too.
import type { FormContent, FormLanguage, FormQuestion } from './form-content.ts'

/** The answers of a yes-or-no question, in the order in which they are shown. */
export const YES_NO = ['yes', 'no'] as const

/** Returns the answers that a question offers, lowest first; empty where people write or enter a value. */
export function choicesOf({ type, options }: Pick<FormQuestion, 'type' | 'options'>): string[] {
  if (type === 'choice' || type === 'choices') return options.map(({ id }) => id)
  if (type === 'yes_no') return [...YES_NO]
  if (type === 'rating') return ['1', '2', '3', '4', '5']
  if (type === 'nps') return Array.from({ length: 11 }, (_, value) => String(value))
  return []
}

const POLLED: ReadonlySet<FormQuestion['type']> = new Set(['choice', 'choices', 'yes_no', 'rating'])

/** Returns the question of a form that another page can show as a poll: its only one, with choices, and without a code. */
export function pollQuestionOf({
  questions,
  access,
  askCode,
}: Pick<FormContent, 'questions' | 'access' | 'askCode'>): FormQuestion | undefined {
  const [question] = questions
  const isPoll = questions.length === 1 && access === 'anyone' && !askCode && POLLED.has(question?.type ?? 'info')
  return isPoll ? question : undefined
}

/** Whether the answers of a question can decide which question follows. */
export function canJump({ type }: Pick<FormQuestion, 'type'>): boolean {
  return type === 'choice' || type === 'yes_no'
}

/** Returns a text in this language, else in English, else in any language that has it. */
export function formText(texts: Partial<Record<FormLanguage, string>>, language: FormLanguage): string {
  return texts[language] || texts.en || Object.values(texts).find((one) => one !== '') || ''
}
