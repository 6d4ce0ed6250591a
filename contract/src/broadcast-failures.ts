// The ways in which a request about a broadcast can be refused; part of FAILURES in failures.ts.
import { msg, type LocalizedText } from './localized-text.ts'

/** A refusal: the HTTP status, and the text that users see. */
export interface FailureDefinition {
  http: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 502 | 503
  text: LocalizedText
  /** False when no toast may be shown. */
  toast?: false
}

/** Refusals by code. */
export const BROADCAST_FAILURES = {
  broadcast_not_draft: {
    http: 409,
    text: msg({ message: 'This broadcast is no longer a draft. Stop it or duplicate it to make changes.' }),
  },
  broadcast_incomplete: {
    http: 422,
    text: msg({ message: 'Some parts are missing. Check the marked fields.' }),
    toast: false,
  },
  broadcast_no_recipients: {
    http: 422,
    text: msg({ message: 'No one would get this. Choose more people.' }),
  },
  broadcast_count_changed: {
    http: 409,
    text: msg({ message: 'More people would get this than you confirmed. Check the number and send it again.' }),
  },
  broadcast_unapproved_translation: {
    http: 422,
    text: msg({ message: 'A machine translation has not been approved. Read it and approve it, or remove it.' }),
  },
  broadcast_sending: { http: 409, text: msg({ message: 'This broadcast is being sent. Stop it first.' }) },
  broadcast_sent: {
    http: 409,
    text: msg({ message: 'This broadcast was sent and stays on record. Archive it instead.' }),
  },
  broadcast_not_reminding: { http: 409, text: msg({ message: 'This broadcast sends no reminders.' }) },
  broadcast_not_sending: { http: 409, text: msg({ message: 'This broadcast is not being sent.' }) },
  broadcast_not_paused: { http: 409, text: msg({ message: 'This broadcast is not paused.' }) },
  broadcast_not_pending: { http: 409, text: msg({ message: 'This broadcast does not wait for approval.' }) },
  broadcast_not_repeating: { http: 409, text: msg({ message: 'This broadcast has no next date.' }) },
} as const satisfies Record<string, FailureDefinition>
