import type { FailureDefinition } from './broadcast-failures.ts'
import { msg } from './localized-text.ts'

/** Refusals about plans, payments and the spending cap. */
export const BILLING_FAILURES = {
  billing_not_set_up: { http: 422, text: msg({ message: "Payments aren't set up on this server." }) },
  plan_missing: { http: 422, text: msg({ message: 'Choose a plan first.' }) },
  plan_exists: { http: 409, text: msg({ message: 'You already have a plan. Change it under Plan.' }) },
  payment_due: { http: 422, text: msg({ message: 'Pay your open invoice first. Then you can buy credit.' }) },
  credit_full: {
    http: 422,
    text: msg({ message: 'This would be more credit than you can have at once. Use some of it, or buy less.' }),
  },
  page_open: {
    http: 409,
    text: msg({
      message:
        "A payment page that was opened before can't be closed right now. Finish there, or try again in a few minutes.",
    }),
  },
  payment_refused: {
    http: 422,
    text: msg({
      message:
        "The payment service didn't accept this. Reload the page and try again. If it happens again, contact support.",
    }),
  },
  nothing_to_pay: { http: 422, text: msg({ message: 'Every invoice is paid.' }) },
  spending_cap_reached: {
    http: 422,
    text: msg({
      message: "This month's spending cap is reached. An owner or admin can raise it in Settings, Billing.",
    }),
  },
} as const satisfies Record<string, FailureDefinition>
