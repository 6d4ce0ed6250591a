import type { FailureDefinition } from './broadcast-failures.ts'
import { msg } from './localized-text.ts'

/** Refusals about logging in: passwords, links and codes. */
export const LOGIN_FAILURES = {
  invalid_credentials: {
    http: 422,
    text: msg({ message: 'Incorrect email or password. Try again or reset your password.' }),
    toast: false,
  },
  link_invalid: {
    http: 422,
    text: msg({ message: 'This link has expired or was already used. Request a new one.' }),
    toast: false,
  },
  code_wrong: { http: 422, text: msg({ message: 'Incorrect code.' }), toast: false },
  code_dead: { http: 422, text: msg({ message: 'This code has expired. Request a new one.' }), toast: false },
  codes_locked: {
    http: 422,
    text: msg({ message: 'Too many wrong codes. Reset your password to continue.' }),
    toast: false,
  },
  mfa_expired: {
    http: 422,
    text: msg({ message: 'This took too long, or there were too many wrong codes. Log in again.' }),
    toast: false,
  },
} as const satisfies Record<string, FailureDefinition>
