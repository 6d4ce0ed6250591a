import type { AnswerProblem } from '../answer-rules.ts'

/** The texts of a form that its team does not write, in one language; `{…}` stands for a value. */
export interface FormTexts {
  language: string
  optional: string
  next: string
  back: string
  send: string
  page: string
  yes: string
  no: string
  agree: string
  signature: string
  rating: string
  nps: string
  /** Who sees the answers. */
  anonymous: string
  named: string
  errors: Record<AnswerProblem, string>
  top: string
  slow: string
  tooLarge: string
  closed: [title: string, text: string]
  unknown: [title: string, text: string]
  invited: [title: string, text: string]
  already: [title: string, text: string]
  thanks: [title: string, text: string]
  scan: string
}
