import type { FormAnswers, FormQuestion } from '@crewline/contract/form-content'
import { choicesOf } from '@crewline/contract/form-questions'
import { FORM_FILES_MAX, FORM_LONG_MAX, FORM_SHORT_MAX } from '@crewline/contract/form-limits'
import { parsePhone } from '@crewline/contract/phone'
import { z } from 'zod'

/** What is wrong with an entered answer. */
export type AnswerProblem =
  | 'missing'
  | 'choose'
  | 'agree'
  | 'number'
  | 'too_low'
  | 'too_high'
  | 'date'
  | 'time'
  | 'phone'
  | 'email'
  | 'too_long'
  | 'file'
  | 'file_refused'
  | 'file_too_large'
  | 'file_too_many'
  | 'file_again'

/** Every value that a form sent, by the id of its question. */
export type Entered = Readonly<Record<string, readonly string[]>>

const Email = z.email().max(254)
const Day = z.iso.date()
const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/**
 * Reads what was entered for a question. Returns the answer to store, nothing for an empty one that may be, or what is
 * wrong. A value that the question does not offer is as good as none. `hasOwnFiles` says that the caller left out marks of
 * files that do not belong to the submission; otherwise a value that looks like a mark is a text like any other.
 */
export function readAnswer(
  question: FormQuestion,
  values: readonly string[],
  { country, hasOwnFiles }: { country: string; hasOwnFiles: boolean },
): { answer: string | string[] } | { problem: AnswerProblem } | undefined {
  const { type } = question
  // No one sees it, so no one can be asked for it.
  const required = question.required && type !== 'hidden'
  if (type === 'info') return undefined
  if (type === 'file') return readFiles(hasOwnFiles ? values.map(fileOfMark) : [], required)
  const choices = choicesOf(question)
  if (choices.length > 0) {
    const chosen = choices.filter((choice) => values.includes(choice))
    if (chosen.length === 0) return required ? { problem: 'choose' } : undefined
    return { answer: type === 'choices' ? chosen : (chosen[0] ?? '') }
  }
  const drawn = hasOwnFiles && type === 'signature' ? values.find(isFileMark) : undefined
  const text = cleaned(values.find((value) => value !== drawn) ?? '', type === 'long_text')
  if (type === 'consent') return text === 'yes' ? { answer: 'yes' } : required ? { problem: 'agree' } : undefined
  if (drawn !== undefined && text.length <= FORM_SHORT_MAX)
    return { answer: [fileOfMark(drawn), ...(text === '' ? [] : [text])] }
  if (text === '') return required ? { problem: 'missing' } : undefined
  if (text.length > (type === 'long_text' ? FORM_LONG_MAX : FORM_SHORT_MAX)) return { problem: 'too_long' }
  return readText(question, text, country)
}

function readFiles(ids: string[], required: boolean): ReturnType<typeof readAnswer> {
  if (ids.length === 0) return required ? { problem: 'file' } : undefined
  return ids.length > FORM_FILES_MAX ? { problem: 'file_too_many' } : { answer: [...new Set(ids)] }
}

/** A file that was added on an earlier page travels as its id, a signature over it, and its name. */
const FILE_MARK = /^[0-9a-f-]{36}\.[A-Za-z0-9_-]{27}\./

/** Whether a value names a file; the signature is checked elsewhere. */
export function isFileMark(value: string): boolean {
  return FILE_MARK.test(value)
}

/** Returns the id of the file of a mark. */
export function fileOfMark(mark: string): string {
  return mark.slice(0, 36)
}

/** Returns the name of the file of a mark. */
export function nameOfMark(mark: string): string {
  return mark.replace(FILE_MARK, '')
}

function readText(
  { type, min, max }: FormQuestion,
  text: string,
  country: string,
): { answer: string } | { problem: AnswerProblem } {
  if (type === 'number') {
    const number = readNumber(text)
    if (number === undefined) return { problem: 'number' }
    if (min !== null && number < min) return { problem: 'too_low' }
    return max !== null && number > max ? { problem: 'too_high' } : { answer: String(number) }
  }
  if (type === 'date') return Day.safeParse(text).success ? { answer: text } : { problem: 'date' }
  if (type === 'time') return Time.safeParse(text).success ? { answer: text } : { problem: 'time' }
  if (type === 'email') return Email.safeParse(text).success ? { answer: text } : { problem: 'email' }
  if (type === 'phone') {
    const phone = parsePhone(text, country)
    return phone ? { answer: phone.e164 } : { problem: 'phone' }
  }
  return { answer: text }
}

/** Returns a number as people write it: with a decimal comma or point, and spaces or commas between thousands. */
function readNumber(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0']/g, '')
  const western = /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain.replace(',', '.')
  return /^-?\d{1,12}(\.\d{1,9})?$/.test(western) ? Number(western) : undefined
}

/** Removes what cannot be stored or would change how other text is shown. */
function cleaned(text: string, hasLines: boolean): string {
  const plain = text
    .normalize('NFC')
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(hasLines ? /[^\P{Cc}\n]+/gu : /[\p{Cc}\u2028\u2029]+/gu, ' ')
  return plain.trim()
}

/** Reads the answers of some questions. Returns what can be stored, and the problems by question. */
export function readAnswers(
  questions: readonly FormQuestion[],
  entered: Entered,
  ground: { country: string; hasOwnFiles: boolean },
): { answers: FormAnswers; problems: Record<string, AnswerProblem> } {
  const answers: FormAnswers = {}
  const problems: Record<string, AnswerProblem> = {}
  for (const question of questions) {
    const read = readAnswer(question, entered[question.id] ?? [], ground)
    if (read && 'answer' in read) answers[question.id] = read.answer
    else if (read) problems[question.id] = read.problem
  }
  return { answers, problems }
}
