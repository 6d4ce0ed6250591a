// Refusals about logging in through a company.
import type { FailureDefinition } from './broadcast-failures.ts'
import { msg } from './localized-text.ts'

export const SSO_FAILURES = {
  other_login_needed: {
    http: 422,
    text: msg({ message: 'This organization needs another way to log in. Log out and use that one.' }),
  },
  password_login_needed: {
    http: 422,
    text: msg({ message: 'You logged in through your company. Log in with your password to change this.' }),
    toast: false,
  },
  sso_failed: {
    http: 422,
    text: msg({ message: "Your company's login didn't work. Try again or ask your administrator." }),
    toast: false,
  },
  sso_not_set_up: {
    http: 422,
    text: msg({ message: "Logging in through a company isn't set up here." }),
    toast: false,
  },
  sso_not_tested: { http: 422, text: msg({ message: 'Run a test login first.' }), toast: false },
  domain_not_proved: {
    http: 422,
    text: msg({ message: "We couldn't find the DNS record yet. It can take an hour until it is visible." }),
    toast: false,
  },
} as const satisfies Record<string, FailureDefinition>
