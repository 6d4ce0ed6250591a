import { timingSafeEqual } from 'node:crypto'
import type { FormQuestion } from '@crewline/contract/form-content'
import { FORM_FILES_MAX } from '@crewline/contract/form-limits'
import { codeOfError } from '../../kernel/http/answer.ts'
import { makeLimit } from '../../kernel/http/limits.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Scope } from '../../kernel/scope.ts'
import { uploadFromPage } from '../files/index.ts'
import { fileOfMark, isFileMark, type AnswerProblem, type Entered } from './answer-rules.ts'

/** Files per address and hour: a break room shares one address. */
const PER_ADDRESS_HOUR = 240
/** Files per form and hour. */
const PER_FORM_HOUR = 3000
const SIGNATURE_BYTES = 20

/** A file as a page sent it. */
export interface SentFile {
  questionId: string
  name: string
  bytes: Buffer
}

/** The submission that files belong to: a mark of one is not valid in another. */
interface Submission {
  formId: string
  nonce: string
}

/**
 * Checks and stores the files of a page. Returns what was entered with a mark for each, which travels with the answers,
 * and what is wrong with the others. Fails with `slow_down` when an address or a form gets too many.
 */
export async function addFiles(
  kernel: Kernel,
  scope: Scope,
  {
    submission,
    questions,
    sent,
    entered,
    address,
  }: {
    submission: Submission
    questions: readonly FormQuestion[]
    sent: readonly SentFile[]
    entered: Entered
    address: string
  },
): Promise<{ entered: Entered; problems: Record<string, AnswerProblem> }> {
  const all: Record<string, readonly string[]> = { ...entered }
  const problems: Record<string, AnswerProblem> = {}
  for (const { questionId, name, bytes } of sent) {
    const question = questions.find(({ id }) => id === questionId)
    const isSignature = question?.type === 'signature'
    if (!question || (question.type !== 'file' && !isSignature) || bytes.length === 0) continue
    const before = (all[questionId] ?? []).filter((value) => !isSignature || !isFileMark(value))
    if (!isSignature && before.length >= FORM_FILES_MAX) {
      problems[questionId] = 'file_too_many'
      continue
    }
    try {
      await makeLimit(kernel, 'form-file-address', PER_ADDRESS_HOUR, 3600).take(address)
      await makeLimit(kernel, 'form-file', PER_FORM_HOUR, 3600).take(submission.formId)
      const file = await uploadFromPage(scope, kernel, { name, bytes, ...(isSignature ? { takes: ['image'] } : {}) })
      all[questionId] = [...before, `${file.id}.${signatureOf(kernel, submission, file.id)}.${file.name}`]
    } catch (error) {
      const code = codeOfError(error)
      if (code !== 'file_refused' && code !== 'file_too_large') throw error
      problems[questionId] = code
    }
  }
  return { entered: all, problems }
}

/** Leaves out marks of files that were not added to this submission, and marks in questions that take none. */
export function withOwnFiles(
  kernel: Kernel,
  submission: Submission,
  { questions, entered }: { questions: readonly FormQuestion[]; entered: Entered },
): Entered {
  return Object.fromEntries(
    questions.flatMap(({ id, type }) => {
      const takesFiles = type === 'file' || type === 'signature'
      const values = (entered[id] ?? []).filter((value) =>
        takesFiles && isFileMark(value) ? isOwn(kernel, submission, value) : type !== 'file',
      )
      return values.length > 0 ? [[id, values]] : []
    }),
  )
}

function isOwn(kernel: Kernel, submission: Submission, mark: string): boolean {
  const expected = Buffer.from(signatureOf(kernel, submission, fileOfMark(mark)))
  const actual = Buffer.from(mark.split('.')[1] ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function signatureOf({ encryption }: Kernel, { formId, nonce }: Submission, fileId: string): string {
  return encryption
    .fingerprint('form_file', `${formId}|${nonce}|${fileId}`)
    .subarray(0, SIGNATURE_BYTES)
    .toString('base64url')
}
