import { msg } from '@crewline/contract/localized-text'
import type { Area } from './words.ts'

/** Actions on plans, payments and the spending cap. */
export const BILLING_AREA: Area = {
  key: 'billing',
  name: msg({ message: 'Billing' }),
  prefixes: ['billing'],
  actions: {
    'billing.checkout-started': msg({ message: 'Checkout started' }),
    'billing.top-up-started': msg({ message: 'Purchase of credit started' }),
    'billing.credit-added': msg({ message: 'Credit added' }),
    'billing.portal-opened': msg({ message: 'Payment page opened' }),
    'billing.plan-changed': msg({ message: 'Plan changed' }),
    'billing.cap-changed': msg({ message: 'Spending cap changed' }),
    'billing.cap-reached': msg({ message: 'Spending cap reached' }),
    'billing.cap-ended': msg({ message: 'Broadcasts resumed in a new month' }),
    'billing.cap-lifted': msg({ message: 'Broadcasts resumed below the spending cap' }),
    'billing.blocked': msg({ message: 'Account past due' }),
    'billing.suspended': msg({ message: 'Account suspended' }),
    'billing.suspension-ended': msg({ message: 'Suspension ended' }),
    'billing.release-warned': msg({ message: 'Release of numbers announced' }),
    'billing.numbers-released': msg({ message: 'Numbers given back to their carrier' }),
    'billing.unblocked': msg({ message: 'Account no longer past due' }),
  },
}
