import type { FailureDefinition } from './broadcast-failures.ts'
import { msg } from './localized-text.ts'

/** Refusals about phrases of an organization. */
export const PHRASE_FAILURES = {
  phrase_changed: {
    http: 409,
    text: msg({ message: 'This text changed a moment ago. Read it again before you review it.' }),
  },
  phrase_own_text: {
    http: 422,
    text: msg({ message: 'You wrote this text. A phrase about safety needs the review of another teammate.' }),
  },
  phrase_file_refused: {
    http: 422,
    text: msg({ message: "This file can't be read. Save it as CSV or Excel workbook and try again." }),
    toast: false,
  },
} as const satisfies Record<string, FailureDefinition>
