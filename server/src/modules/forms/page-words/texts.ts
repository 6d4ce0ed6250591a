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
  /** Another answer of a reader to a poll took the place of the first one. */
  changed: [title: string, text: string]
  thanks: [title: string, text: string]
  files: string
  kept: string
  /** A signature of an earlier try. */
  drawn: string
  draw: string
  clear: string
  /** What the script says when there is no connection or the server refuses, and while it sends. */
  saved: string
  waiting: string
  sending: string
  unsaved: string
  /** The server is busy, with and without a copy on the phone. */
  later: string
  retry: string
  /** There is no connection on a page that is not the last. */
  paused: string
  /** A copy was sent in the background. */
  delivered: string
  /** On a shared tablet. */
  badge: string
  badgeHelp: string
  badgeUnknown: string
  another: string
  /** After a poll in an issue of news. */
  toNews: string
  scan: string
  /** Before the questions that are asked by text, where the form also takes files. */
  filesByText: string
  /** Where a form asks for a code by text. */
  code: {
    link: string
    number: string
    send: string
    sent: string
    again: string
    /** For the next person at a shared browser. */
    other: string
    sms: string
  }
}
